"""Every variant in tests/resources/jtl gives its truth end to end: figures, rates, accounting, verdict."""

from pathlib import Path

import pytest

from ackgate.analysis.analyze import analyze

FOLDER = Path(__file__).parents[2] / "resources" / "jtl"
PLAIN = ("B_trunc", "D_bom", "J_nohdr", "K_semi", "L_blank")


@pytest.mark.parametrize("name", PLAIN)
def test_a_thousand_samples_at_a_hundred_a_second(name: str) -> None:
    statistics = analyze(FOLDER / f"{name}.jtl")
    assert (statistics.samples, statistics.errors, statistics.rows.used) == (1000, 0, 1000)
    assert statistics.throughput_per_s == pytest.approx(100, rel=0.005)
    [operation] = statistics.operations
    assert operation.label == "PUB"
    assert operation.percentiles_ms["50"] == 10
    assert operation.min_ms is not None
    assert operation.max_ms is not None
    assert operation.min_ms >= 5
    assert operation.max_ms <= 15
    assert statistics.verdict == "NOT_TESTED"


def test_a_cut_tail_costs_one_row_and_no_verdict() -> None:
    statistics = analyze(FOLDER / "B_trunc.jtl")
    assert statistics.rows.quarantined == 1
    assert "quarantined-rows" in [one.id for one in statistics.deviations]


@pytest.mark.parametrize("name", ["C_duphdr", "G_append"])
def test_two_runs_in_one_file_have_rates_of_their_own(name: str) -> None:
    statistics = analyze(FOLDER / f"{name}.jtl")
    assert statistics.samples == 2000
    assert [one.throughput_per_s for one in statistics.segments] == pytest.approx([100, 100], rel=0.005)
    assert statistics.throughput_per_s == pytest.approx(100, rel=0.005)
    assert statistics.window.steady_start is None


def test_sub_results_are_no_samples_of_their_own() -> None:
    statistics = analyze(FOLDER / "F_sub.jtl")
    assert (statistics.samples, statistics.rows.sub_result) == (1000, 2000)
    assert statistics.operations[0].percentiles_ms["50"] == 20


def test_transaction_rows_are_left_out() -> None:
    statistics = analyze(FOLDER / "H_tc.jtl")
    assert (statistics.samples, statistics.rows.transaction) == (1000, 1000)


def test_stray_quotes_lose_nothing() -> None:
    statistics = analyze(FOLDER / "N_quote.jtl")
    assert statistics.samples == 1006
    assert statistics.throughput_per_s == pytest.approx(100.6, rel=0.005)


def test_batches_of_messages_are_counted_and_have_no_percentiles() -> None:
    statistics = analyze(FOLDER / "E_newline.jtl")
    assert (statistics.rows.used, statistics.samples) == (1000, 13_207_000)
    [operation] = statistics.operations
    assert operation.weighted
    assert set(operation.percentiles_ms.values()) == {None}


def test_statistical_rows_give_a_mean_and_no_percentiles() -> None:
    statistics = analyze(FOLDER / "O_stat.jtl")
    assert (statistics.samples, statistics.errors) == (10_000, 300)
    [operation] = statistics.operations
    assert (operation.mean_ms, operation.error_rate) == (50, 0.03)
    assert set(operation.percentiles_ms.values()) == {None}
