"""The Chinese catalogue is whole, keeps every placeholder, and is compiled from its source."""

import io
import re
import string
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import ackgate.report
import report_factory as factory
from ackgate.model.metadata import Metadata
from ackgate.report import render

REPORT = Path(ackgate.report.__file__).parent
CATALOGUE = REPORT / "locale" / "zh" / "LC_MESSAGES" / "report.po"


def source_texts() -> set[str]:
    methods = [("**.py", "python"), ("**/templates/**.j2", "jinja2")]
    found = extract_from_dir(REPORT, methods, {}, keywords={"t": None})
    return {message for _, _, message, _, _ in found if isinstance(message, str)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_text_of_the_page_is_translated_with_its_placeholders() -> None:
    catalogue = read_po(io.BytesIO(CATALOGUE.read_bytes()), locale="zh")
    for text in source_texts():
        message = catalogue.get(text)
        assert message is not None, text
        assert message.string, text
        assert placeholders(message.string) == placeholders(text), text


def test_the_compiled_catalogue_is_that_of_its_source() -> None:
    buffer = io.BytesIO()
    write_mo(buffer, read_po(io.BytesIO(CATALOGUE.read_bytes()), locale="zh"))
    assert CATALOGUE.with_suffix(".mo").read_bytes() == buffer.getvalue()


def test_the_chinese_page_says_its_verdict_in_chinese_and_keeps_the_figures() -> None:
    pages = {
        language: render(factory.failing(), factory.manifest(), Metadata(), factory.evidence(), language)
        for language in ("en", "zh")
    }
    assert "不通过：1 项不通过，2 项通过" in pages["zh"]  # noqa: RUF001
    figures = {language: re.findall(r'data-value="([^"]*)"', text) for language, text in pages.items()}
    assert figures["zh"] == figures["en"]
