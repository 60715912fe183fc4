"""Result files that JMeter 5.6.3 wrote (tests/resources/jtl/real/make): the truth is what the plan asks for.

Two threads, five rounds each: transaction controller "TC rows" around "op a" and a failing "op b", then
transaction controller "TC parent" with a parent sample around one operation. In sub_results: samples of two
sub-results each.
"""

from pathlib import Path

import pytest

from ackgate.ingest import IngestOptions, convert, count_jtl
from ackgate.model.cubes import Cubes

FOLDER = Path(__file__).parents[2] / "resources" / "jtl" / "real"
PARENTS = {"TC rows": (10, False), "TC parent": (10, True)}
LEAVES = {"op a": (10, True), "op b": (10, False), 'op <c> & "more"': (10, True)}
NAMES = [
    "default.jtl",
    "end_stamped.jtl",
    "formatted_time.jtl",
    "no_header_all_columns.jtl",
    "remote.jtl",
    "samples.xml",
    "stale_variables.jtl",
]


def outcomes(cubes: Cubes) -> dict[str, tuple[int, bool]]:
    rows = cubes.outcomes[["label", "count", "success"]].itertuples(index=False, name=None)
    return {str(label): (int(count), bool(success)) for label, count, success in rows}


@pytest.mark.parametrize("block_bytes", [1_000, 8 << 20])
@pytest.mark.parametrize("name", NAMES)
def test_rows_are_told_apart(name: str, block_bytes: int) -> None:
    cubes = count_jtl([FOLDER / name], IngestOptions(block_bytes=block_bytes))
    account = cubes.account
    assert (account.read, account.used, account.transaction, account.quarantined) == (50, 30, 20, 0)
    assert outcomes(cubes) == LEAVES
    assert len(cubes.segments) == 1


@pytest.mark.parametrize("name", NAMES)
def test_timestamp_convention_is_detected(name: str) -> None:
    convention = "end" if name == "end_stamped.jtl" else "start"
    assert count_jtl([FOLDER / name]).timestamp_convention == convention


@pytest.mark.parametrize("name", ["sub_results.jtl", "sub_results.xml"])
def test_sub_results_are_left_out(name: str) -> None:
    cubes = count_jtl([FOLDER / name])
    account = cubes.account
    assert (account.read, account.used, account.sub_result, account.quarantined) == (30, 10, 20, 0)
    assert outcomes(cubes) == {"page": (10, True)}


@pytest.mark.parametrize("name", NAMES)
def test_asked_kinds_are_counted(name: str) -> None:
    assert outcomes(count_jtl([FOLDER / name], IngestOptions(samples="parent"))) == PARENTS
    assert outcomes(count_jtl([FOLDER / name], IngestOptions(samples="all"))) == LEAVES | PARENTS


def test_quoted_newlines_of_messages_are_continuation_lines() -> None:
    account = count_jtl([FOLDER / "default.jtl"]).account
    assert (account.physical_lines, account.header_lines, account.continuation_lines) == (61, 1, 10)


def test_formatted_times_are_read_in_the_named_zone() -> None:
    utc = count_jtl([FOLDER / "formatted_time.jtl"]).segments[0].start_ms
    local = count_jtl([FOLDER / "formatted_time.jtl"], IngestOptions(tz="Asia/Kolkata")).segments[0].start_ms
    assert utc - local == (5 * 60 + 30) * 60_000


def test_variables_left_behind_by_another_sampler_are_not_trusted() -> None:
    path = FOLDER / "stale_variables.jtl"
    assert b",4321\n" in path.read_bytes()
    assert set(count_jtl([path]).values["quantity"]) == {"elapsed_ms"}


def test_remote_threads_keep_their_injector() -> None:
    threads = count_jtl([FOLDER / "remote.jtl"]).threads["thread"]
    assert sorted(threads) == ["127.0.0.1:21099-TG 1-1", "127.0.0.1:21099-TG 1-2"]


def test_statistical_rows_are_weighted_and_their_limits_said() -> None:
    cubes = count_jtl([FOLDER / "remote_statistical.jtl"])
    weighted = {str(r.label): (r.samples, r.errors) for r in cubes.weighted.itertuples()}
    assert weighted == {"op a": (9, 0), "op b": (10, 10), "TC rows": (10, 10), "TC parent": (10, 0)}
    assert cubes.values["count"].sum() == 1
    assert cubes.segments[0].samples == 40
    assert any("4 rows sum several samples" in note for note in cubes.notes)


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
@pytest.mark.parametrize("name", [*NAMES, "remote_statistical.jtl", "sub_results.jtl", "sub_results.xml"])
def test_a_lean_copy_counts_the_same(tmp_path: Path, name: str, ending: str) -> None:
    lean = tmp_path / f"lean{ending}"
    convert(FOLDER / name, lean)
    assert outcomes(count_jtl([lean])) == outcomes(count_jtl([FOLDER / name]))
