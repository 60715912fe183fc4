"""Every variant in tests/resources/jtl gives the truth its README states."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ackgate.ingest import IngestOptions, count_jtl
from unit.ingest.jtl_texts import elapsed_counts

FOLDER = Path(__file__).parents[2] / "resources" / "jtl"


@dataclass(frozen=True)
class Truth:
    used: int = 1_000
    transaction: int = 0
    sub_result: int = 0
    quarantined: int = 0
    blank: int = 0
    segments: int = 1
    rate_per_s: float = 100.0


TRUTHS = {
    "B_trunc": Truth(quarantined=1),
    "C_duphdr": Truth(used=2_000, segments=2),
    "D_bom": Truth(),
    "F_sub": Truth(sub_result=2_000),
    "G_append": Truth(used=2_000, segments=2),
    "H_tc": Truth(transaction=1_000),
    "J_nohdr": Truth(),
    "K_semi": Truth(),
    "L_blank": Truth(blank=1),
    "N_quote": Truth(used=1_006, rate_per_s=100.6),
}


@pytest.mark.parametrize("block_bytes", [3_000, 8 << 20])
@pytest.mark.parametrize("name", TRUTHS)
def test_fixture_gives_its_stated_truth(name: str, block_bytes: int) -> None:
    truth = TRUTHS[name]
    cubes = count_jtl([FOLDER / f"{name}.jtl"], IngestOptions(block_bytes=block_bytes))
    account = cubes.account
    assert account.used == truth.used
    assert account.transaction == truth.transaction
    assert account.sub_result == truth.sub_result
    assert account.quarantined == truth.quarantined
    assert account.blank_lines == truth.blank
    assert len(cubes.segments) == truth.segments
    for segment in cubes.segments:
        seconds = (segment.end_ms - segment.start_ms) / 1000
        assert segment.samples / seconds == pytest.approx(truth.rate_per_s, rel=0.005)
    assert cubes.values["success"].all()
    assert cubes.harness_failures == 0


def test_sub_results_leave_the_parents_median() -> None:
    assert elapsed_counts(count_jtl([FOLDER / "F_sub.jtl"])) == {20: 1_000}


def test_xmeter_batches_are_counted_from_their_message() -> None:
    cubes = count_jtl([FOLDER / "E_newline.jtl"])
    assert (cubes.account.read, cubes.account.used, cubes.account.continuation_lines) == (1_000, 1_000, 1_000)
    assert cubes.weighted.to_dict("records") == [
        {"label": "SUB", "samples": 13_207_000, "errors": 0, "elapsed_sum_ms": 0}
    ]
    assert cubes.values.empty


def test_statistical_rows_are_weighted_and_stamped_at_their_ends() -> None:
    cubes = count_jtl([FOLDER / "O_stat.jtl"])
    assert cubes.weighted.to_dict("records") == [
        {"label": "PUB", "samples": 10_000, "errors": 300, "elapsed_sum_ms": 500_000}
    ]
    assert cubes.values.empty
    (segment,) = cubes.segments
    assert segment.samples == 10_000
    assert segment.end_ms == 1_700_000_099_000
    assert segment.samples / (segment.end_ms - segment.start_ms) * 1000 == pytest.approx(100, rel=0.005)


def test_second_run_on_the_same_times_is_named() -> None:
    cubes = count_jtl([FOLDER / "C_duphdr.jtl"])
    assert any("Overlap" in note for note in cubes.notes)
