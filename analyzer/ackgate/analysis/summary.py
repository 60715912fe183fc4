"""What the terminal says of an analysis: three key figures, the criteria that did not pass, the verdict."""

from ackgate.model.statistics import CriterionResult, Statistics

EXIT_GOOD = 0
EXIT_FAILED = 1
EXIT_NO_VERDICT = 3


def exit_code(statistics: Statistics) -> int:
    """0 good, 1 a criterion failed, 3 the data carries no verdict or an asked criterion was not tested."""
    if statistics.verdict == "FAIL":
        return EXIT_FAILED
    asked_not_tested = any(
        one.verdict == "NOT_TESTED" and one.source != "default" for one in statistics.criteria
    )
    return EXIT_NO_VERDICT if statistics.verdict == "INCONCLUSIVE" or asked_not_tested else EXIT_GOOD


def key_figures(statistics: Statistics) -> tuple[str, str, str]:
    """Connect P99, second acknowledge peak, backlog rate; "not known" with the reason where it is so."""
    return (
        f"Connect P99: {_connect(statistics)} (redline < 1000 ms)",
        f"Second acknowledge peak: {_second_peak(statistics)}",
        f"Backlog rate: {_backlog(statistics)} (redline <= 0.1/s)",
    )


def _connect(statistics: Statistics) -> str:
    connect = statistics.connect
    if connect is None:
        return "not known, no connect in the data"
    value = connect.percentiles_ms["99"]
    if value is not None:
        return f"{value:g} ms"
    slowest = connect.percentiles_ms["100"]
    shown = "" if slowest is None else f", slowest {slowest:g} ms"
    return f"not known, {connect.n} of the 500 connects it needs{shown}"


def _second_peak(statistics: Statistics) -> str:
    modes = statistics.acknowledge.modes if statistics.acknowledge else None
    if modes is None:
        return "not known, nothing was acknowledged in the data"
    if modes.verdict == "too_few_samples":
        return "not known, too few samples"
    if modes.verdict == "too_coarse":
        return "not known, the values are too coarse"
    if len(modes.peaks) < 2:
        return "none" if modes.note is None else f"none ({modes.note})"
    return "; ".join(
        f"{peak.share:.2%} of acknowledgements around {peak.centre_ms:.4g} ms" for peak in modes.peaks[1:]
    )


def _backlog(statistics: Statistics) -> str:
    backlog = statistics.backlog
    if backlog.rate_per_s is None:
        return f"not known, {backlog.reason}"
    return f"{backlog.rate_per_s:.3g}/s ({backlog.low_per_s:.3g} to {backlog.high_per_s:.3g})"


def not_passed(statistics: Statistics) -> list[str]:
    """One line for each criterion that did not pass, worst first."""
    order = {"FAIL": 0, "INCONCLUSIVE": 1, "NOT_TESTED": 2}
    listed = [one for one in statistics.criteria if one.verdict != "PASS"]
    return [_line(one) for one in sorted(listed, key=lambda one: order[one.verdict])]


def _line(criterion: CriterionResult) -> str:
    return f"{criterion.verdict} {criterion.id} ({criterion.limit}): {criterion.reason}"
