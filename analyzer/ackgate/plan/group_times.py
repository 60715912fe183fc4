"""When a thread group starts, ramps up and ends."""

from dataclasses import dataclass
from datetime import datetime

from ackgate.plan.jmx_element import Element, set_text


@dataclass(frozen=True)
class GroupTimes:
    """Threads and times of a group; ``end_s`` counts from test start and is None where nothing limits it.

    With a common start the times count from ``start_at``; a group that doesn't wait for it is there early.
    """

    threads: int
    ramp_up_s: float
    delay_s: float
    end_s: float | None
    start_at: datetime | None
    waits_for_start: bool = True


def set_times(group: Element, times: GroupTimes) -> None:
    """Fill a ThreadGroup. Its duration counts from its own start, so the delay is taken off the end."""
    set_text(group, "ThreadGroup.num_threads", str(times.threads))
    set_text(group, "ThreadGroup.ramp_time", str(round(times.ramp_up_s)))
    set_text(group, "ThreadGroup.scheduler", "true")
    delay = f"{round(times.delay_s)}"
    if times.start_at is not None and times.waits_for_start:
        delay = _until(times.start_at, times.delay_s)
    set_text(group, "ThreadGroup.delay", delay)
    # The scheduler also carries the delay; a group that ends by itself gets a duration nobody reaches.
    length_s = round(times.end_s - times.delay_s) if times.end_s is not None else UNLIMITED_S
    duration = str(length_s)
    if times.start_at is not None and not times.waits_for_start:
        duration = _until(times.start_at, length_s)
    set_text(group, "ThreadGroup.duration", duration)


UNLIMITED_S = 2_592_000


def _until(start_at: datetime, offset_s: float) -> str:
    """Whole seconds from now until ``start_at`` + offset, as JMeter functions; negative once passed."""
    return f"${{__longSum({round(start_at.timestamp() + offset_s)},-${{__time(/1000)}})}}"


def clock(start_at: datetime, offset_s: float) -> str:
    """Seconds from JMeter's test start to ``start_at`` + offset, as a JMeter function."""
    at_ms = round((start_at.timestamp() + offset_s) * 1000)
    return f"${{__jexl3(({at_ms} - ${{TESTSTART.MS}}) / 1000)}}"
