"""The PDF: same bytes twice, nothing loaded, no colour variable left."""

import re
import subprocess
import zlib
from pathlib import Path

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


def test_the_pdf_says_that_it_is_tagged_what_it_is_called_and_in_which_language(tmp_path: Path) -> None:
    pytest.importorskip("weasyprint", reason="optional extra ackgate[pdf]")
    page = render(factory.foreign(), None, Metadata(title="Abnahme"), None, "zh", literal_colours=True)
    pdf = html_to_pdf(page)
    inside = pdf.decode("latin-1") + streams(pdf)
    assert re.search(r"/MarkInfo\s*<<\s*/Marked true", inside)
    assert "/StructTreeRoot" in inside
    assert re.search(r"/Lang \(zh-Hans\)", inside)
    assert re.search(r"<pdfuaid:part>1<|pdfuaid:part=\"1\"", inside)
    assert re.search(r"/DisplayDocTitle true", inside)
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf)
    facts = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    assert re.search(r"^Tagged: +yes$", facts, re.MULTILINE)
    assert re.search(r"^Title: +Abnahme", facts, re.MULTILINE)
