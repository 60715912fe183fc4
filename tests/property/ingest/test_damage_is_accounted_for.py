"""Cut, spliced or corrupted anywhere: no traceback, no unaccounted row, at most two rows lost per byte."""

import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ackgate.ingest import IngestError, IngestOptions, count_jtl
from ackgate.model.cubes import Cubes
from property.ingest.jtl_model import START_MS, Sample, csv_text, sample_lists, xml_text

SETTINGS = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
PLAIN = [
    Sample(
        START_MS + 100 * n,
        5 + n % 7,
        f"op-{n % 2}",
        "200",
        "OK" if n % 5 else 'said "a, b"\nand more',
        "TG 1-1",
        True,
    )
    for n in range(40)
]


def count(data: bytes, block_bytes: int = 700) -> Cubes | None:
    try:
        return count_jtl([io.BytesIO(data)], IngestOptions(block_bytes=block_bytes))
    except IngestError:
        return None


def assert_accounted(cubes: Cubes) -> None:
    a = cubes.account
    assert a.read == a.used + a.transaction + a.sub_result + a.excluded + a.quarantined
    assert a.physical_lines == a.header_lines + a.blank_lines + a.continuation_lines + a.read
    counted = cubes.values[cubes.values["quantity"] == "elapsed_ms"]["count"].sum()
    weighted_rows = a.used - counted
    assert weighted_rows >= 0
    assert sum(n for _, n in a.quarantine_reasons) == a.quarantined


@SETTINGS
@given(sample_lists(), st.data())
def test_cut_csv_is_accounted_for(samples: list[Sample], data: st.DataObject) -> None:
    text = csv_text(samples)
    cubes = count(text[: data.draw(st.integers(0, len(text)))])
    if cubes is not None:
        assert_accounted(cubes)


@SETTINGS
@given(sample_lists(), st.binary(max_size=60), st.data())
def test_spliced_csv_is_accounted_for(samples: list[Sample], extra: bytes, data: st.DataObject) -> None:
    text = csv_text(samples)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 200)))
    cubes = count(text[:start] + extra + text[end:])
    if cubes is not None:
        assert_accounted(cubes)


@SETTINGS
@given(sample_lists(xml=True), st.binary(max_size=60), st.data())
def test_spliced_xml_is_accounted_for(samples: list[Sample], extra: bytes, data: st.DataObject) -> None:
    text = xml_text(samples)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 200)))
    cubes = count(text[:start] + extra + text[end:])
    if cubes is not None:
        assert_accounted(cubes)


@SETTINGS
@given(st.binary(max_size=300))
def test_any_bytes_end_in_counts_or_one_sentence(data: bytes) -> None:
    cubes = count(data)
    if cubes is not None:
        assert_accounted(cubes)


@SETTINGS
@given(st.integers(0, 10**6), st.integers(0, 255), st.booleans())
def test_one_damaged_byte_costs_at_most_two_rows(place: int, byte: int, headerless: bool) -> None:
    text = bytearray(csv_text(PLAIN, header=not headerless))
    text[place % len(text)] = byte
    cubes = count(bytes(text))
    assert cubes is not None
    assert_accounted(cubes)
    assert cubes.account.used >= len(PLAIN) - 2
    assert cubes.account.quarantined <= 2
