"""Synthetic runs for tests of the page: passing, failing, inconclusive, foreign, hostile, large."""

from typing import Any

import numpy as np

from ackgate.model.criteria import VERDICT_ORDER
from ackgate.model.statistics import (
    Backlog,
    BrokerPoint,
    Delivery,
    Deviation,
    GeneratorPoint,
    HeatMap,
    Load,
    MessageLife,
    Outcome,
    Rows,
    Segment,
    SlowClient,
    Source,
    Statistics,
    SteadyWindow,
)
from ackgate.model.sweep import SweepRow
from report_parts import (
    acknowledge,
    acknowledge_values,
    backlog,
    connect,
    criteria,
    criterion,
    heat,
    iso,
    operation,
    outcomes,
    quality,
    timing,
)
from report_run import evidence, manifest

__all__ = ["Deviation", "SweepRow", "evidence", "manifest"]


def _source() -> Source:
    return Source(
        path="samples.jtl",
        size_bytes=7_340_032,
        sha256="ab" * 32,
        format="csv",
        compression="none",
        delimiter=",",
        columns=["timeStamp", "elapsed"],
        missing_columns=[],
    )


def _rows() -> dict[str, Any]:
    """What was read, and when."""
    return {
        "rows": Rows(
            read=35_020,
            used=35_008,
            transaction=0,
            sub_result=10,
            excluded=0,
            quarantined=2,
            quarantine_reasons={"too few fields": 2},
            physical_lines=35_021,
            header_lines=1,
            blank_lines=0,
            continuation_lines=0,
        ),
        "sources": [_source()],
        "samples": 35_008,
        "errors": 8,
        "duration_s": 3600.2,
        "throughput_per_s": 9.72,
        "start": iso(0),
        "end": iso(3600.2),
        "segments": [
            Segment(
                start=iso(0), end=iso(3600.2), samples=35_008, throughput_per_s=9.72, source="samples.jtl"
            )
        ],
        "window": SteadyWindow(
            steady_start=iso(600), steady_end=iso(3600), rule="all connected + 60 s warm-up", cut_samples=5800
        ),
    }


def _figures() -> dict[str, Any]:
    """Times, counts and verdicts."""
    return {
        "operations": [operation("telemetry"), operation("connect", "connect", 5000)],
        "operations_total": 2,
        "connect": connect(),
        "acknowledge": acknowledge(),
        "response_time": timing(acknowledge_values(0.0) + 0.4),
        "send_delay": timing(np.full(2000, 0.4)),
        "end_to_end": timing(acknowledge_values(0.0) * 1.5),
        "delivery": Delivery(
            sent=30_005, acknowledged=30_000, owed=30_000, received=30_000, lost=0, duplicate=0
        ),
        "backlog": backlog(),
        "outcomes": outcomes(),
        "criteria": criteria(),
        "load": [Load(label="telemetry", intended_per_s=8.4, achieved_per_s=8.33, kept_share=0.992)],
    }


def _effort() -> dict[str, Any]:
    """The load generator and the broker."""
    return {
        "generator": [
            GeneratorPoint(
                at_s=float(s),
                threads=min(5000, s * 17),
                jmeter_cpu_percent=42.0 + s % 7,
                system_cpu_percent=31.0,
                jmeter_rss_bytes=600 * 2**20,
                jmeter_gc_pause_ms=1.5,
            )
            for s in range(0, 3600, 30)
        ],
        "broker": [
            BrokerPoint(
                at_s=float(s),
                publish_received_per_s=8.3,
                publish_sent_per_s=8.3,
                publish_dropped=0,
                clients=5000,
            )
            for s in range(0, 3600, 30)
        ],
    }


def _details() -> dict[str, Any]:
    """Clients, messages and remarks."""
    return {
        "latency_heat": heat(12, 60, ""),
        "client_heat": heat(40, 60, "dev-"),
        "slow_clients": [
            SlowClient(client_id="dev-00017", publishes=60, errors=1, mean_ms=31.0, max_ms=412.0)
        ],
        "lives": [
            MessageLife(
                label="telemetry",
                client_id="dev-00017",
                start=iso(4.1),
                pubrec_ms=100.0,
                completed_ms=1700.0,
                qos=2,
            )
        ],
        "quality": quality(),
        "deviations": [Deviation(id="warm-up", text="all clients were connected after 540 s, planned 300 s")],
    }


def statistics(**changes: Any) -> Statistics:
    """A passing run of an hour; ``changes`` replace whole fields."""
    values = _rows() | _figures() | _effort() | _details() | changes
    found = {result.verdict for result in values["criteria"]}
    values.setdefault(
        "verdict", next((verdict for verdict in VERDICT_ORDER if verdict in found), "NOT_TESTED")
    )
    return Statistics(**values)


def failing() -> Statistics:
    return statistics(acknowledge=acknowledge(0.024), criteria=criteria("FAIL"))


def inconclusive() -> Statistics:
    reason = "owed minus received grew by 0.06/s (95 % interval -0.05 to 0.17), which holds 0.1/s"
    wide = criterion(
        "backlog",
        "backlog_rate",
        "INCONCLUSIVE",
        limit="<= 0.1 /s",
        unit="/s",
        observed=0.06,
        low=-0.05,
        high=0.17,
        n=40,
        reason=reason,
    )
    missing = criterion(
        "alarm-ack",
        "acknowledge_time",
        "NOT_TESTED",
        label="alarm",
        statistic="p99",
        observed=None,
        low=None,
        high=None,
        margin=None,
        n=0,
        reason="label 'alarm' is not in the data",
    )
    return statistics(criteria=[criteria()[0], wide, missing], backlog=backlog(0.06, "INCONCLUSIVE"))


def foreign() -> Statistics:
    """A JTL of plain JMeter without plan: no ledger, no stages, no client identifiers."""
    unknown = Backlog(
        inbound_per_s=None,
        outbound_per_s=None,
        rate_per_s=None,
        low_per_s=None,
        high_per_s=None,
        verdict="NOT_TESTED",
        source="not_known",
        reason="owed is not known: no plan (run.json) says which subscriptions match",
    )
    return statistics(
        connect=None,
        acknowledge=None,
        response_time=None,
        send_delay=None,
        end_to_end=None,
        delivery=None,
        backlog=unknown,
        criteria=[],
        load=[],
        generator=[],
        broker=[],
        broker_effort=None,
        latency_heat=None,
        client_heat=None,
        slow_clients=[],
        lives=[],
        deviations=[],
        operations=[operation("HTTP Request", "")],
    )


HOSTILE_LABELS = (
    "<script>alert(1)</script>",
    "\"quoted\" 'label' & <b>bold</b>",
    "\u202egnp.exe\u202c right to left",
    "مرحبا بالعالم",
    "</script><img src=x onerror=alert(2)>",
    "{{ 7 * 7 }} {% raw %} ${device_id} $x^2$",
    "x" * 10_000,
)


def hostile() -> Statistics:
    message = "<script>document.title='owned'</script>" + "A" * 10_000 + "\x00\x1b[31m"
    bad = [
        Outcome(
            code=label[:300],
            outcome_class="rejected",
            count=3,
            label=label,
            first=iso(1),
            last=iso(2),
            message=message,
        )
        for label in HOSTILE_LABELS
    ]
    asked = criterion(
        "<i>c1</i>", "acknowledge_time", "FAIL", label=HOSTILE_LABELS[0], statistic="p99", observed=2000.0
    )
    return statistics(
        operations=[operation(label) for label in HOSTILE_LABELS],
        operations_total=len(HOSTILE_LABELS),
        outcomes=bad,
        criteria=[asked],
        slow_clients=[
            SlowClient(client_id=label, publishes=1, errors=0, mean_ms=1, max_ms=2)
            for label in HOSTILE_LABELS
        ],
        client_heat=HeatMap(
            row_labels=list(HOSTILE_LABELS), column_s=[0.0, 60.0], values=[[1.0, 2.0]] * 7, shown_of=7
        ),
        lives=[
            MessageLife(
                label=HOSTILE_LABELS[0],
                client_id=HOSTILE_LABELS[4],
                start=iso(1),
                pubrec_ms=None,
                completed_ms=3.0,
                qos=1,
            )
        ],
    )


def many_labels(count: int = 200, points: int = 60) -> Statistics:
    labels = [
        operation(f"sensor-{index:03d} telemetry", samples=1000 + index, points=points)
        for index in range(count)
    ]
    return statistics(operations=labels, operations_total=count)
