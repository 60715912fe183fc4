"""Numbers and times as the page writes them."""

import pytest

from ackgate.report.numbers import MINUS, between, duration, iso_minute, number, percent, size


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1_234_567.8, "1 234 568"),
        (999.96, "1 000"),
        (999.6, "999.6"),
        (0.0002, "0.0002"),
        (-0.0145, f"{MINUS}0.0145"),
        (0, "0"),
        (-0.0, "0"),
        (None, "—"),
        (float("inf"), "∞"),
    ],
)
def test_number(value: float | None, text: str) -> None:
    assert number(value).replace("\u202f", " ") == text


def test_a_small_share_does_not_round_to_zero() -> None:
    assert percent(0.00004).replace("\u00a0", " ") == "0.004 %"


def test_durations_and_sizes_name_their_units() -> None:
    assert duration(3723.4).replace("\u00a0", " ") == "1 h 2 min 3 s"
    assert size(7_340_032).replace("\u00a0", " ") == "7 MiB"


def test_times_are_iso_in_utc() -> None:
    assert iso_minute("2026-11-30T15:02:05.123+01:00") == "2026-11-30 14:02:05 UTC"
    assert iso_minute("99999999999999 ms") == "99999999999999 ms"


def test_a_span_within_a_day_names_the_day_once() -> None:
    assert between("2026-11-30T14:02:00Z", "2026-11-30T15:02:00Z") == "2026-11-30 14:02:00\u201315:02:00 UTC"
