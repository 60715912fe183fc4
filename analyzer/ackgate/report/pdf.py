"""The page as PDF (optional extra): tagged for PDF/UA, with the same bytes each time on one machine."""

import logging

from ackgate.report.failure import ReportError


def html_to_pdf(html: str) -> bytes:
    """PDF bytes of a page rendered with ``literal_colours``.

    Raises:
        ReportError: WeasyPrint is not installed.
    """
    try:
        import weasyprint  # noqa: PLC0415  # optional, slow
    except (ImportError, OSError) as failure:
        raise ReportError(
            "PDF needs WeasyPrint: pip install 'ackgate[pdf]' and its system libraries"
        ) from failure
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    # Heat maps are data: addresses; nothing else may be asked for.
    fetcher = weasyprint.urls.URLFetcher(allowed_protocols=["data"])
    document = weasyprint.HTML(string=html, url_fetcher=fetcher)
    data = document.write_pdf(pdf_identifier=b"ackgate", pdf_variant="pdf/ua-1")
    return bytes(data or b"")
