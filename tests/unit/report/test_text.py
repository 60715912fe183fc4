"""Foreign text made fit for display."""

import pytest

from ackgate.report.text import sentence, shown


@pytest.mark.parametrize("hidden", ["\u202e", "\u200f", "\x00", "\x1b", "\u2066", "\ud800"])
def test_invisible_and_direction_changing_characters_are_spelt_out(hidden: str) -> None:
    text = shown(f"a{hidden}b")
    assert hidden not in text
    assert f"{ord(hidden):04x}" in text


def test_arabic_and_chinese_stay_as_they_are() -> None:
    assert shown("مرحبا 遥测") == "مرحبا 遥测"


def test_long_text_keeps_both_ends() -> None:
    text = shown("start" + "x" * 10_000 + "end", 40)
    assert len(text) == 40
    assert text.startswith("start")
    assert text.endswith("end")


def test_a_sentence_begins_large_and_ends_in_a_stop() -> None:
    assert sentence("no plan says which") == "No plan says which."
    assert sentence("Done.") == "Done."
