"""Time stamps in every unit and format, start or end, and times that can't be."""

import pytest

from ackgate.ingest import IngestError
from unit.ingest.jtl_texts import START_MS, counted, row, rows, text

# 2023-11-14 22:13:20 UTC = START_MS


@pytest.mark.parametrize(
    ("written", "tz"),
    [
        ("1700000000", "UTC"),
        ("1700000000000", "UTC"),
        ("1700000000000000", "UTC"),
        ("1700000000000000000", "UTC"),
        ("1700000000.000", "UTC"),
        ("2023-11-14T22:13:20.000Z", "UTC"),
        ("2023-11-14T23:13:20+01:00", "UTC"),
        ("2023-11-14T22:13:20", "UTC"),
        ("2023/11/14 22:13:20.000", "UTC"),
        ("2023/11/14 22:13:20", "UTC"),
        ("2023-11-14 23:13:20.000", "Europe/Berlin"),
        ("2023-11-14 23:13:20", "Europe/Berlin"),
        ("11/14/23 17:13:20", "America/New_York"),
    ],
)
def test_time_stamp_format_is_read(written: str, tz: str) -> None:
    (segment,) = counted(text(row(time=written)), tz=tz).segments
    assert segment.start_ms == START_MS


def test_an_unknown_zone_is_one_sentence() -> None:
    with pytest.raises(IngestError, match="not a known time zone"):
        counted(text(row()), tz="Mars/Olympus")


@pytest.mark.parametrize("written", ["0", "1", "123456789", "9700000000000"])
def test_times_outside_2000_to_2100_are_quarantined(written: str) -> None:
    cubes = counted(text(*rows(5), row(time=written), *rows(5, first=5)))
    assert cubes.account.quarantine_reasons == (("time outside 2000 to 2100", 1),)
    assert cubes.account.used == 10


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ({"time": "17000x"}, "time can't be read"),
        ({"elapsed": "1x"}, "elapsed is not a whole number"),
        ({"elapsed": ""}, "elapsed is not a whole number"),
        ({"elapsed": "-5"}, "elapsed is negative"),
        ({"elapsed": "99999999999"}, "elapsed above 30 days"),
        ({"success": "maybe"}, "success is neither true nor false"),
    ],
)
def test_an_unreadable_value_quarantines_its_row(damage: dict[str, str], reason: str) -> None:
    cubes = counted(text(*rows(3), row(3, **damage), *rows(3, first=4)))  # type: ignore[arg-type]
    assert cubes.account.quarantine_reasons == ((reason, 1),)
    assert cubes.account.used == 6


@pytest.mark.parametrize("place", [0, 5, 10])
def test_a_time_far_from_both_neighbours_is_quarantined(place: int) -> None:
    lines = rows(11)
    lines[place] = row(time=1_900_000_000_000)
    cubes = counted(text(*lines))
    assert cubes.account.quarantine_reasons == (("time out of line with both neighbours", 1),)
    assert len(cubes.segments) == 1


def back_to_back(*, ends: bool) -> bytes:
    """One thread, samples of changing length one after another."""
    lines, now = [], START_MS
    for n in range(200):
        elapsed = 5 + n * 7 % 40
        lines.append(row(time=now + elapsed if ends else now, elapsed=elapsed))
        now += elapsed + 1
    return text(*lines)


@pytest.mark.parametrize("ends", [False, True])
def test_convention_is_detected_from_samples_of_one_thread(ends: bool) -> None:
    cubes = counted(back_to_back(ends=ends))
    assert cubes.timestamp_convention == ("end" if ends else "start")
    assert cubes.segments[0].start_ms == START_MS


def test_convention_can_be_told() -> None:
    cubes = counted(back_to_back(ends=True), timestamp="start")
    assert cubes.timestamp_convention == "start"
    assert cubes.convention_reason == "as told by --timestamp"
