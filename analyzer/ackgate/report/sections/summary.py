"""The one-line summary in the form brokers publish their own results in, and the table of a sweep."""

from ackgate.model.statistics import Statistics
from ackgate.report.display import Row, Table, heads, row
from ackgate.report.numbers import number, size
from ackgate.report.source import Source
from ackgate.report.wording import verdict_words


def summary_table(source: Source) -> Table:
    """Devices, rate, message latency and acknowledge time, broker effort."""
    t, manifest = source.t, source.manifest
    unknown = t("not known")
    devices = number(manifest.threads) if manifest and manifest.threads is not None else unknown
    figures = (*_figures(source.statistics, unknown), *_effort(source))
    columns = heads(
        t("Devices"),
        t("Messages/s"),
        t("Latency mean, ms"),
        t("Latency P95, ms"),
        t("Acknowledge mean, ms"),
        t("Acknowledge P95, ms"),
        t("Broker CPU, % of one core"),
        t("Broker memory"),
    )
    note = " ".join((t("Latency: end to end."), _effort_words(source)))
    return Table(t("Summary"), columns, (row(devices, figures),), note, name="summary")


def _effort(source: Source) -> tuple[str, str]:
    effort, unknown = source.statistics.broker_effort, source.t("not known")
    if effort is None:
        return unknown, unknown
    return number(effort.cpu_mean_percent, 3), size(effort.rss_max_bytes)


def _effort_words(source: Source) -> str:
    t, effort, manifest = source.t, source.statistics.broker_effort, source.manifest
    if effort is not None:
        window = t("steady window") if effort.window == "steady" else t("whole run")
        return t(
            "Broker: process {name}, {window}, {n} samples; CPU mean (at most {most} %), largest memory.",
            name=(manifest.broker_process if manifest else None) or t("not known"),
            window=window,
            n=number(effort.n),
            most=number(effort.cpu_max_percent, 3),
        )
    reasons = {
        "address": t("Broker CPU and memory: not known, because the plan hides the broker's address."),
        "remote": t("Broker CPU and memory: not known, because the broker runs on another machine."),
        "hidden": t("Broker CPU and memory: not known, because this user may not see the broker's process."),
        "ended": t("Broker CPU and memory: not known, because its process ended before the run."),
        None: t("Broker CPU and memory: not known, because they were not recorded during the run."),
    }
    return reasons[manifest.broker_process_not_known if manifest else None]


def _figures(statistics: Statistics, unknown: str) -> tuple[str, ...]:
    end_to_end, acknowledge = statistics.end_to_end, statistics.acknowledge
    rate = publish_rate_per_s(statistics)
    return (
        number(rate) if rate is not None else unknown,
        *(
            _mean_and_p95(end_to_end.mean_ms, end_to_end.percentiles_ms.get("95"))
            if end_to_end
            else (unknown, unknown)
        ),
        *(
            _mean_and_p95(acknowledge.mean_ms, acknowledge.percentiles_ms.get("95"))
            if acknowledge
            else (unknown, unknown)
        ),
    )


def _mean_and_p95(mean_ms: float | None, p95_ms: float | None) -> tuple[str, str]:
    return number(mean_ms), number(p95_ms)


def publish_rate_per_s(statistics: Statistics) -> float | None:
    """Successful publishes per second over all publish labels; None where there is none."""
    rates = [o.throughput_per_s for o in statistics.operations if o.operation == "publish"]
    known = [rate for rate in rates if rate is not None]
    return sum(known) if known else None


def sweep_table(source: Source) -> Table:
    """One line a run of the sweep, by payload size and then by its other parameters."""
    t = source.t
    ordered = sorted(
        source.sweep, key=lambda cell: (cell.payload_bytes or 0, sorted(cell.parameters.items()))
    )
    rows: list[Row] = []
    for cell in ordered:
        name = ", ".join(f"{key} {value}" for key, value in sorted(cell.parameters.items())) or t("this run")
        backlog = cell.statistics.backlog.rate_per_s
        figures = (
            *_figures(cell.statistics, t("not known")),
            number(backlog),
            verdict_words(cell.statistics.verdict, t),
        )
        payload = size(cell.payload_bytes) if cell.payload_bytes is not None else t("not known")
        rows.append(row(name, (payload, *figures)))
    columns = heads(
        t("Parameters"),
        t("Payload"),
        t("Messages/s"),
        t("Latency mean, ms"),
        t("Latency P95, ms"),
        t("Acknowledge mean, ms"),
        t("Acknowledge P95, ms"),
        t("Backlog, msg/s"),
        t("Verdict"),
    )
    return Table(t("Sweep"), columns, tuple(rows), name="sweep")
