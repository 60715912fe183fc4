"""The PDF: same bytes twice, nothing loaded, no colour variable left."""

import re
import zlib

import pytest

import report_factory as factory
from ackgate.model.metadata import Metadata
from ackgate.report import render
from ackgate.report.pdf import html_to_pdf


def literal_page() -> str:
    return render(factory.failing(), factory.manifest(), Metadata(), factory.evidence(), literal_colours=True)


def streams(pdf: bytes) -> str:
    """The unpacked streams of a PDF, one after another."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return "".join(
        (zlib.decompressobj().decompress(data) if data[:1] == b"x" else data).decode("latin-1")
        for data in packed
    )


def test_the_page_for_pdf_has_literal_colours_and_no_script() -> None:
    text = literal_page()
    assert "var(--" not in text
    assert "currentColor" not in text
    assert "<script" not in text


def test_the_same_page_gives_the_same_pdf_bytes() -> None:
    pytest.importorskip("weasyprint", reason="optional extra ackgate[pdf]")
    text = render(factory.foreign(), None, Metadata(), None, literal_colours=True)
    first, second = html_to_pdf(text), html_to_pdf(text)
    assert first.startswith(b"%PDF-")
    assert first == second
    assert "pdfuaid:part" in streams(first)
