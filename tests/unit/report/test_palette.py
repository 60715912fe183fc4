"""Colours that can be read on the paper they stand on (WCAG 2.2 AA)."""

import pytest

from ackgate.report.palette import DARK, LIGHT, SENTINELS, SERIES, contrast

SCHEMES = {"light": LIGHT, "dark": DARK}
TEXT_ON = [
    ("ink", "paper"),
    ("muted", "paper"),
    ("limit", "paper"),
    ("c1", "paper"),
    ("ink", "badsoft"),
    ("limit", "badsoft"),
    ("ink", "njsoft"),
    ("nj", "njsoft"),
    ("ok", "oksoft"),
    ("ink", "oksoft"),
    ("paper", "limit"),
    ("muted", "c1soft"),
]


def test_contrast_agrees_with_the_published_extremes() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_reads_on_its_ground(scheme: str, text: str, ground: str) -> None:
    palette = SCHEMES[scheme]
    assert contrast(palette[text], palette[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lines_stand_out_from_the_paper(scheme: str) -> None:
    palette = SCHEMES[scheme]
    assert all(contrast(palette[token], palette["paper"]) >= 3 for token in SERIES)


def test_both_schemes_name_the_same_tokens_and_no_sentinel_is_a_colour_in_use() -> None:
    assert LIGHT.keys() == DARK.keys() == SENTINELS.keys()
    assert not set(SENTINELS.values()) & {*LIGHT.values(), *DARK.values()}
