"""Rules on a workload that its plan alone doesn't show: criteria, warm-up, what is owed."""

import re
from collections.abc import Iterator

from ackgate.check import rules
from ackgate.check.client_id_rules import file_findings
from ackgate.check.devices_file import read_table
from ackgate.check.finding import Finding
from ackgate.model.criteria import Criterion, Limit
from ackgate.model.manifest import StreamPlan
from ackgate.model.workload import Workload
from ackgate.plan.device_group import LABEL_CONNECT, LABEL_SUBSCRIBE
from ackgate.plan.load_workload import named_files

_PERCENTILE = re.compile(r"^p(\d+(?:\.\d+)?)$")
_ACKNOWLEDGED = ("acknowledge_time", "acknowledged_rate", "response_time")
_DELIVERED = ("backlog_rate", "loss_rate", "end_to_end_latency")
_MS = {"ms": 1.0, "us": 0.001, "s": 1000.0}


def workload_findings(workload: Workload, streams: tuple[StreamPlan, ...]) -> Iterator[Finding]:
    """Findings of all rules below; ``streams`` as planned."""
    yield from _warm_up(workload)
    for number, criterion in enumerate(workload.criteria):
        place = f"criteria.{number} ({criterion.metric})"
        yield from _label(workload, criterion, place)
        yield from _quality_of_service(workload, criterion, place)
        yield from _acknowledge_limit(workload, criterion, place)
        yield from _sample_count(workload, criterion, place, streams)
        yield from _deliveries(workload, criterion, place, streams)


def device_findings(workload: Workload) -> Iterator[Finding]:
    """Findings on the devices file and every other file the workload names."""
    for where, path in named_files(workload):
        if not path.is_file() and where != "devices.file":
            yield rules.FILE_MISSING.finding(where, f"{path}: no such file", "correct the path")
    devices = workload.devices
    if devices.file is not None:
        file = read_table(devices.file, devices.delimiter, None, skip_first=True)
        yield from file_findings("devices.file", file, devices.client_id, workload.load.devices)


def _warm_up(workload: Workload) -> Iterator[Finding]:
    if workload.load.warm_up_s == 0 and workload.load.iterations is None:
        yield rules.NO_WARM_UP.finding("load.warm_up_s", "there is none", "set it to 30 or more")


def _label(workload: Workload, criterion: Criterion, place: str) -> Iterator[Finding]:
    labels = labels_of(workload)
    if criterion.label is not None and criterion.label not in labels:
        yield rules.LABEL_ABSENT.finding(
            place, f"label '{criterion.label}' is none of {', '.join(labels)}", "correct the label"
        )


def labels_of(workload: Workload) -> list[str]:
    """Labels that the plan's rows carry."""
    names = [LABEL_CONNECT] if workload.load.devices else []
    names += [LABEL_SUBSCRIBE] if workload.subscribe else []
    names += [stream.name for stream in workload.publish]
    for group in workload.subscribers:
        names += [f"connect {group.name}", f"subscribe {group.name}", group.name]
    return names + [f"connect {group.name}" for group in workload.idle]


def _quality_of_service(workload: Workload, criterion: Criterion, place: str) -> Iterator[Finding]:
    if criterion.metric not in _ACKNOWLEDGED:
        return
    asked = [s for s in workload.publish if criterion.label in (None, s.name)]
    if asked and all(stream.qos == 0 for stream in asked):
        yield rules.QOS0_CRITERION.finding(
            place,
            f"'{asked[0].name}' publishes at QoS 0",
            f"publish.{asked[0].name}.qos: 1, or drop the criterion",
        )


def _acknowledge_limit(workload: Workload, criterion: Criterion, place: str) -> Iterator[Finding]:
    limit = Limit.parse(criterion.limit)
    if limit.unit not in _MS:
        return
    limit_ms = limit.value * _MS[limit.unit]
    if criterion.metric == "connect_time" and workload.broker.connect_timeout_s * 1000 < limit_ms:
        yield rules.LIMIT_BELOW_REDLINE.finding(
            place,
            f"broker.connect_timeout_s ({workload.broker.connect_timeout_s:g} s) is below {criterion.limit}",
            f"set it to {max(round(limit_ms / 1000) * 10, 30)}",
        )
    if criterion.metric in ("acknowledge_time", "response_time"):
        for stream in workload.publish:
            if criterion.label in (None, stream.name) and stream.qos and stream.ack_timeout_ms < limit_ms:
                yield rules.LIMIT_BELOW_REDLINE.finding(
                    place,
                    f"publish.{stream.name}.ack_timeout_ms {stream.ack_timeout_ms} is below {limit_ms:g} ms",
                    f"set it to {round(limit_ms * 5)}",
                )


def needed_samples(statistic: str | None) -> int:
    """Samples below which a percentile is not reported, 5/(1-p) (docs/contracts.md); else 1."""
    match = _PERCENTILE.match(statistic or "")
    if match is None or float(match[1]) >= 100:
        return 1
    return round(5 / (1 - float(match[1]) / 100))


def planned_samples(
    workload: Workload, criterion: Criterion, streams: tuple[StreamPlan, ...]
) -> float | None:
    """Samples the plan makes for a criterion in its window; None where the plan doesn't tell."""
    load = workload.load
    if criterion.metric == "connect_time":
        return load.devices if criterion.label in (None, LABEL_CONNECT) else None
    if criterion.metric not in ("acknowledge_time", "response_time", "send_delay", "end_to_end_latency"):
        return None
    asked = [stream for stream in streams if criterion.label in (None, stream.label)]
    if criterion.metric in _ACKNOWLEDGED:
        asked = [stream for stream in asked if stream.qos > 0]
    cut_s = 0 if criterion.window == "whole" else load.warm_up_s
    length_s = workload.length_s - workload.lead_s - load.ramp_up_s - cut_s
    owed = (stream.owed_per_publish if criterion.metric == "end_to_end_latency" else 1 for stream in asked)
    return sum(s.intended_rate_per_s * length_s * n for s, n in zip(asked, owed, strict=True))


def _sample_count(
    workload: Workload, criterion: Criterion, place: str, streams: tuple[StreamPlan, ...]
) -> Iterator[Finding]:
    needed = needed_samples(criterion.statistic)
    planned = planned_samples(workload, criterion, streams)
    if planned is not None and planned < needed:
        yield rules.TOO_FEW_SAMPLES.finding(
            place,
            f"{criterion.statistic or 'it'} needs {needed} samples, about {planned:.0f} are planned",
            "plan more devices, a higher rate or a longer run, or ask for a lower percentile",
        )


def _deliveries(
    workload: Workload, criterion: Criterion, place: str, streams: tuple[StreamPlan, ...]
) -> Iterator[Finding]:
    if criterion.metric not in _DELIVERED:
        return
    asked = [stream for stream in streams if criterion.label in (None, stream.label)]
    if not any(stream.owed_per_publish for stream in asked):
        yield rules.NOTHING_OWED.finding(
            place, "no subscriber's filter matches what is published", "add or correct subscribers"
        )
    if criterion.metric == "end_to_end_latency":
        stamped = [
            s for s in workload.publish if criterion.label in (None, s.name) and s.effective_stamp != "none"
        ]
        if not stamped:
            yield rules.NO_STAMP.finding(
                place, "no stream carries its send time", "set stamp: json or stamp: header"
            )
