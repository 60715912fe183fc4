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
STEADY_S = 6.0
_WARM_UP_S = 3.0
#: The rate asked for goes this far beyond the plan, so that the machine and not the plan is the limit.
_RAISED_TIMES = 4.0
_RAISED_AT_LEAST_PER_S = 20_000.0
_DEVICES_PER_RAMP_S = 100
_PLACE = "this machine"


@dataclass(frozen=True)
class Calibration:
    """Publishes per second of all streams together: planned, asked of the raised run, and reached.

    ``kept_per_s`` is what was started at the planned rate; None where the raised run made that one needless.
    """

    planned_per_s: float
    asked_per_s: float
    reached_per_s: float
    kept_per_s: float | None
    system_cpu_percent: float | None

    @property
    def keeps_plan(self) -> bool:
        """True where this machine makes the planned rate."""
        made_per_s = self.reached_per_s if self.kept_per_s is None else self.kept_per_s
        return made_per_s >= KEPT_SHARE * self.planned_per_s


def planned_rate_per_s(workload: Workload) -> float:
    """Publishes per second of all streams at the highest step."""
    devices = workload.load.devices
    streams = [_at_highest_step(workload, stream) for stream in workload.publish]
    return sum(stream.rate_per_device_per_s(devices) * devices for stream in streams)


def raise_factor(workload: Workload) -> float:
    """By how much all rates are raised to find the limit of this machine."""
    return max(_RAISED_TIMES, _RAISED_AT_LEAST_PER_S / planned_rate_per_s(workload))


def calibration_workload(workload: Workload, factor: float = 1.0) -> Workload:
    """The workload at ``factor`` times its highest rate for some seconds, for a sink broker without TLS.

    Raises WorkloadError when it publishes nothing.
    """
    refuse_without_publishes(workload)
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
        "publish": [
            _times(_at_highest_step(workload, stream), workload.load.devices, factor)
            for stream in workload.publish
        ],
        "broker": workload.broker.model_copy(update={"tls": None, "ws_headers": {}, "source_addresses": []}),
        "criteria": [],
        "backend_listener": None,
        "matrix": None,
    }
    return workload.model_copy(update=changes)


def refuse_without_publishes(workload: Workload) -> None:
    """Raises WorkloadError when nothing is published."""
    if not workload.publish or not workload.load.devices:
        raise WorkloadError("--calibrate needs a workload that publishes")


def _times(stream: PublishStream, devices: int, factor: float) -> PublishStream:
    if factor == 1:
        return stream
    rate = rate_text(stream.rate_per_device_per_s(devices) * factor)
    return stream.model_copy(update={"rate": rate, "total_rate": None})


def _at_highest_step(workload: Workload, stream: PublishStream) -> PublishStream:
    rates = [rate_per_s(step.total_rate) for step in workload.load.steps if step.total_rate]
    if not rates:
        return stream
    total_rate = rate_text(max(rates) * rate_share(workload, stream))
    return stream.model_copy(update={"rate": None, "total_rate": total_rate})


def calibration_findings(found: Calibration) -> Iterator[Finding]:
    """One finding: what this machine reaches, an error where that is less than planned."""
    cpu = "" if found.system_cpu_percent is None else f", CPU {found.system_cpu_percent:.0f} %"
    reached = f"this machine reaches {_reached(found)} publishes/s against a sink broker{cpu}"
    if not found.keeps_plan:
        kept = "" if found.kept_per_s is None else f" and {found.kept_per_s:.0f} were started at that rate"
        yield rules.GENERATOR_RATE.finding(
            _PLACE,
            f"{reached}; {found.planned_per_s:.0f} are planned{kept}",
            "lower the rate, or share it between several injectors",
        )
        return
    yield rules.GENERATOR_ROOM.finding(
        _PLACE,
        f"{reached}; {found.planned_per_s:.4g} are planned",
        "none needed; take a broker's limit near that rate for the generator's",
    )


def _reached(found: Calibration) -> str:
    at_least = "at least " if found.reached_per_s >= KEPT_SHARE * found.asked_per_s else ""
    return f"{at_least}{found.reached_per_s:.0f}"
