"""Appended runs, several injectors, copies."""

import io
from pathlib import Path

import pytest

from ackgate.ingest import count_jtl
from unit.ingest.jtl_texts import START_MS, counted, row, rows, text


def test_a_long_pause_after_a_dense_run_begins_a_segment() -> None:
    later = [row(time=START_MS + 7_200_000 + 10 * n) for n in range(50)]
    cubes = counted(text(*rows(50), *later))
    assert [segment.samples for segment in cubes.segments] == [50, 50]


def test_samples_every_quarter_of_an_hour_are_one_run() -> None:
    cubes = counted(text(*(row(time=START_MS + 900_000 * n) for n in range(20))))
    assert len(cubes.segments) == 1


def test_rows_out_of_order_by_a_minute_are_one_run() -> None:
    lines = [*rows(50, first=6_000), *rows(50)]
    assert len(counted(text(*lines)).segments) == 1


def test_time_running_back_by_an_hour_begins_a_segment() -> None:
    lines = [*(row(time=START_MS + 3_600_000 + 10 * n) for n in range(50)), *rows(50)]
    assert len(counted(text(*lines)).segments) == 2


def test_injectors_that_overlap_share_a_segment_and_are_named(tmp_path: Path) -> None:
    for name, first in (("a.jtl", 0), ("b.jtl", 20)):
        (tmp_path / name).write_bytes(text(*rows(100, first=first)))
    cubes = count_jtl([tmp_path / "a.jtl", tmp_path / "b.jtl"])
    (segment,) = cubes.segments
    assert segment.samples == 200
    assert segment.end_ms - segment.start_ms == 1_200
    assert "a.jtl" in segment.source
    assert "b.jtl" in segment.source
    assert any("overlap" in note for note in cubes.notes)


def test_runs_apart_in_time_are_segments_in_time_order(tmp_path: Path) -> None:
    (tmp_path / "a.jtl").write_bytes(text(*(row(time=START_MS + 9_000_000 + n) for n in range(10))))
    (tmp_path / "b.jtl").write_bytes(text(*rows(20)))
    cubes = count_jtl([tmp_path / "a.jtl", tmp_path / "b.jtl"])
    assert [segment.samples for segment in cubes.segments] == [20, 10]
    per_segment = cubes.values.groupby("segment")["count"].sum()
    assert per_segment.to_dict() == {0: 20, 1: 10}


def test_a_copy_is_named_and_counted_once(tmp_path: Path) -> None:
    for name in ("a.jtl", "copy.jtl"):
        (tmp_path / name).write_bytes(text(*rows(10)))
    cubes = count_jtl([tmp_path / "a.jtl", tmp_path / "copy.jtl"])
    assert cubes.account.used == 10
    assert cubes.sources[0].sha256 == cubes.sources[1].sha256
    assert any("copy.jtl holds the same bytes as" in note for note in cubes.notes)


@pytest.mark.parametrize("samples", ["leaf", "parent", "all"])
def test_samples_option_chooses_the_rows(samples: str) -> None:
    note = '"Number of samples in transaction : 1, number of failing samples : 0"'
    lines = [row(0), row(0, label="PUB-0"), row(1, label="TC", message=note)]
    account = counted(text(*lines), samples=samples).account
    used = {"leaf": (1, 1, 1, 0), "parent": (1, 0, 1, 1), "all": (3, 0, 0, 0)}[samples]
    assert (account.used, account.transaction, account.sub_result, account.excluded) == used


def test_transaction_rows_alone_are_used_and_said() -> None:
    note = '"Number of samples in transaction : 1, number of failing samples : 0"'
    cubes = counted(text(*(row(n, label="TC", message=note) for n in range(5))))
    assert cubes.account.used == 5
    assert any("transaction rows only" in text for text in cubes.notes)


@pytest.mark.parametrize(
    "stranger",
    [
        row(0, label="PUB-1", thread="TG 1-2"),  # another thread
        row(50, label="PUB-1"),  # outside the parent's time
        row(0, label="SUB-1"),  # no such parent
    ],
)
def test_a_label_with_a_number_is_no_sub_result_by_itself(stranger: str) -> None:
    assert counted(text(row(0), stranger, row(100))).account.sub_result == 0


def test_sub_results_are_told_across_block_borders() -> None:
    lines = [line for n in range(100) for line in (row(10 * n, elapsed=20), row(10 * n, label="PUB-0"))]
    account = counted(text(*lines), block_bytes=400).account
    assert (account.used, account.sub_result) == (100, 100)


def test_error_labels_are_a_harness_failure_not_samples() -> None:
    cubes = counted(text(row(0), row(1, label="ERROR: java.lang.NoClassDefFoundError", success="false")))
    assert cubes.harness_failures == 1
    assert (cubes.account.used, cubes.account.excluded) == (1, 1)


def test_a_stream_is_read_once() -> None:
    assert count_jtl([io.BytesIO(text(*rows(4)))]).account.read == 4
