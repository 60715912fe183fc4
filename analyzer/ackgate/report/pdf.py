"""The page as PDF (optional extra): tagged for PDF/UA, with the same bytes each time on one machine."""

import logging

from ackgate.report.failure import ReportError


def html_to_pdf(html: str) -> bytes:
    """PDF bytes of a page rendered with ``literal_colours``.

    Raises:
        ReportError: WeasyPrint is not installed.
    """
    try:
        import weasyprint  # type: ignore[import-untyped]  # noqa: PLC0415  # optional, slow
    except (ImportError, OSError) as failure:
        raise ReportError(
            "PDF needs WeasyPrint: pip install 'ackgate[pdf]' and its system libraries"
        ) from failure
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    document = weasyprint.HTML(string=html, url_fetcher=_refuse)
    data = document.write_pdf(pdf_identifier=b"ackgate", pdf_variant="pdf/ua-1")
    return bytes(data or b"")


def _refuse(url: str) -> dict[str, object]:
    """Only data: addresses, which carry the heat maps; nothing is loaded."""
    import weasyprint  # noqa: PLC0415

    if url.startswith("data:"):
        fetched: dict[str, object] = weasyprint.default_url_fetcher(url)
        return fetched
    raise ReportError(f"the page asks for {url[:80]}, which is outside of it")
