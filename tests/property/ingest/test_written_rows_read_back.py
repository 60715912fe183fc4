"""What a model of JMeter's writers writes is read back equal, whatever the texts and the block size."""

import io

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ackgate.ingest import IngestOptions, count_jtl, read_frame
from property.ingest.jtl_model import Sample, csv_text, sample_lists, xml_text

SETTINGS = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
LEAST_BLOCK_BYTES = 64
LEAST_XML_BLOCK_BYTES = 256  # the first block must hold the root element


def read_back(data: bytes, block_bytes: int) -> list[Sample]:
    options = IngestOptions(block_bytes=block_bytes, timestamp="start")
    frame = read_frame([io.BytesIO(data)], options)
    return [
        Sample(int(r.start_ms), int(r.elapsed_ms), r.label, r.code, r.message, r.thread, bool(r.success))
        for r in frame.itertuples()
    ]


@SETTINGS
@given(sample_lists(), st.sampled_from([",", ";", "\t", "|", "^"]), st.integers(LEAST_BLOCK_BYTES, 4_000))
def test_csv_with_header_reads_back_equal(samples: list[Sample], delimiter: str, block_bytes: int) -> None:
    assert read_back(csv_text(samples, delimiter), block_bytes) == samples


@SETTINGS
@given(sample_lists(xml=True), st.integers(LEAST_XML_BLOCK_BYTES, 4_000))
def test_xml_reads_back_equal(samples: list[Sample], block_bytes: int) -> None:
    assert read_back(xml_text(samples), block_bytes) == samples


@SETTINGS
@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=300), st.integers(1_000, 20_000))
def test_counted_values_equal_a_plain_count_of_the_column(elapsed: list[int], block_bytes: int) -> None:
    samples = [
        Sample(1_700_000_000_000 + 997 * n, v, "a", "200", "OK", "TG", True) for n, v in enumerate(elapsed)
    ]
    options = IngestOptions(block_bytes=block_bytes, max_cells=50, timestamp="start")
    values = count_jtl([io.BytesIO(csv_text(samples))], options).values
    counted = values.groupby("value")["count"].sum()
    distinct, counts = np.unique(elapsed, return_counts=True)
    assert counted.index.tolist() == distinct.tolist()
    assert counted.tolist() == counts.tolist()
