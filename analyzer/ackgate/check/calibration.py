"""What rate this machine reaches with a plan when the broker is no limit."""

from collections.abc import Iterator
from dataclasses import dataclass

from ackgate.check import rules
from ackgate.check.finding import Finding
from ackgate.model.workload import Workload
from ackgate.model.workload_load import Load
from ackgate.model.workload_publish import PublishStream
from ackgate.model.workload_rate import rate_per_s
from ackgate.plan.mqtt_properties import rate_text
from ackgate.plan.owed import rate_share
from ackgate.plan.workload_error import WorkloadError

#: Share of its schedule a generator must keep before a limit is the broker's.
KEPT_SHARE = 0.98
STEADY_S = 10.0
_WARM_UP_S = 3.0
_DEVICES_PER_RAMP_S = 100
_PLACE = "this machine"


@dataclass(frozen=True)
class Calibration:
    """Publishes per second asked of all streams together, and started in the steady seconds."""

    planned_per_s: float
    started_per_s: float
    system_cpu_percent: float | None


def calibration_workload(workload: Workload) -> Workload:
    """The workload at its highest step for some seconds, for a sink broker without TLS.

    Raises WorkloadError when it publishes nothing.
    """
    if not workload.publish or not workload.load.devices:
        raise WorkloadError("--calibrate needs a workload that publishes")
    load = workload.load
    ramp_up_s = min(load.ramp_up_s, max(2.0, load.peak_threads / _DEVICES_PER_RAMP_S))
    short = Load(
        threads=load.peak_threads,
        connections_per_thread=load.connections_per_thread,
        connect_rate_per_s=load.connect_rate_per_s,
        ramp_up_s=ramp_up_s,
        warm_up_s=_WARM_UP_S,
        duration_s=workload.lead_s + ramp_up_s + _WARM_UP_S + STEADY_S,
        drain_s=1,
        seed=load.seed,
    )
    changes = {
        "load": short,
        "publish": [_at_highest_step(workload, stream) for stream in workload.publish],
        "broker": workload.broker.model_copy(update={"tls": None, "ws_headers": {}, "source_addresses": []}),
        "criteria": [],
        "backend_listener": None,
        "matrix": None,
    }
    return workload.model_copy(update=changes)


def _at_highest_step(workload: Workload, stream: PublishStream) -> PublishStream:
    rates = [rate_per_s(step.total_rate) for step in workload.load.steps if step.total_rate]
    if not rates:
        return stream
    total_rate = rate_text(max(rates) * rate_share(workload, stream))
    return stream.model_copy(update={"rate": None, "total_rate": total_rate})


def calibration_findings(found: Calibration) -> Iterator[Finding]:
    """One finding: the rate that is out of reach, or the one that was reached."""
    cpu = "" if found.system_cpu_percent is None else f", CPU {found.system_cpu_percent:.0f} %"
    if found.started_per_s < KEPT_SHARE * found.planned_per_s:
        yield rules.GENERATOR_RATE.finding(
            _PLACE,
            f"{found.started_per_s:.0f} of {found.planned_per_s:.0f} publishes/s against a sink broker{cpu}",
            "lower the rate, or share it between several injectors",
        )
        return
    yield rules.GENERATOR_ROOM.finding(
        _PLACE,
        f"{found.started_per_s:.0f} publishes/s against a sink broker, as planned{cpu}",
        "none needed",
    )
