"""The devices and the load they make."""

import re
from datetime import datetime
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from ackgate.model.distribution import FrozenModel
from ackgate.model.workload_rate import Rate

_PLACE = re.compile(r"\{index(?::0\d{1,2})?\}")
_NAME = re.compile(r"^[A-Za-z_]\w*$")


def _check_pattern(text: str) -> str:
    if len(_PLACE.findall(text)) != 1 or "{" in _PLACE.sub("", text):
        raise ValueError("a pattern holds {index} or {index:06} once, as in 'device-{index:06}'")
    return text


def _check_name(text: str) -> str:
    if not _NAME.match(text):
        raise ValueError("a variable name has letters, digits and _ and starts with no digit")
    return text


VariableName = Annotated[str, AfterValidator(_check_name)]
IndexPattern = Annotated[str, AfterValidator(_check_pattern)]


class Devices(FrozenModel):
    """Who publishes: a CSV file with a header, or ``count`` devices numbered from 1 by ``pattern``."""

    file: Path | None = Field(
        default=None, description="CSV in UTF-8 with a header; each column is a variable"
    )
    client_id: VariableName = Field(
        default="device_id", description="column that holds the client identifier"
    )
    delimiter: str = Field(default=",", min_length=1, max_length=1)
    count: int | None = Field(default=None, ge=1, le=10_000_000)
    pattern: IndexPattern = "device-{index:06}"
    group_column: VariableName | None = Field(
        default=None, description="column that subscribers' expects refers to"
    )

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.file is None) == (self.count is None):
            raise ValueError("devices come from file or from count, exactly one of them")
        if self.count is not None and self.group_column is not None:
            raise ValueError("group_column needs a file")
        return self

    def id_at(self, index: int) -> str:
        """Client identifier of the device ``index`` (from 1) of a counted set."""
        return self.pattern.format(index=index)


class Step(FrozenModel):
    """One step of a stepped load: so many threads, or so many publishes per second in all, for so long."""

    length_s: float = Field(gt=0, le=604_800)
    threads: int | None = Field(default=None, ge=1, le=100_000)
    total_rate: Rate | None = Field(
        default=None, description="all streams together, in their planned proportion"
    )

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.threads is None) == (self.total_rate is None):
            raise ValueError("a step has threads or total_rate, exactly one of them")
        return self


class Load(FrozenModel):
    """Threads and time. ``duration_s`` counts from test start, ramp-up included, as in JMeter."""

    threads: int = Field(
        default=0, ge=0, le=100_000, description="devices; with steps of threads the last step's"
    )
    connections_per_thread: int = Field(default=1, ge=1, le=20_000)
    ramp_up_s: float = Field(default=0, ge=0, le=86_400)
    duration_s: float | None = Field(default=None, gt=0, le=2_592_000)
    iterations: int | None = Field(
        default=None, ge=1, le=1_000_000_000, description="publishes per stream and device"
    )
    warm_up_s: float = Field(default=0, ge=0, le=86_400)
    drain_s: float = Field(default=10, ge=0, le=3600)
    connect_rate_per_s: float | None = Field(
        default=None, gt=0, description="connects of one thread per second"
    )
    barrier_limit_s: float | None = Field(
        default=None,
        ge=0,
        description="longest wait after the ramp-up for all devices to be ready; 0: each starts when it is",
    )
    start_at: datetime | None = Field(
        default=None, description="common start of several injectors, with time zone"
    )
    seed: int = Field(
        default=1, ge=0, le=2**63 - 1, description="spreads the streams' phases over the devices"
    )
    steps: list[Step] = []

    @property
    def devices(self) -> int:
        """Connections the devices hold together."""
        return self.peak_threads * self.connections_per_thread

    @property
    def peak_threads(self) -> int:
        """Device threads alive at the highest step."""
        counts = [step.threads for step in self.steps if step.threads is not None]
        return max(counts) if counts else self.threads

    @property
    def barrier_s(self) -> float:
        """Longest wait of the first device at the ready barrier; 0 where there is none."""
        after_ramp_up_s = max(self.warm_up_s, 5) if self.barrier_limit_s is None else self.barrier_limit_s
        return self.ramp_up_s + after_ramp_up_s if after_ramp_up_s else 0

    @property
    def length_s(self) -> float | None:
        """Planned length of the publishing part from test start; None when iterations end it."""
        return sum(step.length_s for step in self.steps) if self.steps else self.duration_s

    @model_validator(mode="after")
    def _times(self) -> Self:
        if self.steps:
            self._check_steps()
        elif (self.duration_s is None) == (self.iterations is None):
            raise ValueError("a load ends by duration_s or by iterations, exactly one of them")
        length_s = self.length_s
        if length_s is not None and self.ramp_up_s + self.warm_up_s >= length_s:
            raise ValueError(
                f"ramp_up_s ({self.ramp_up_s:g}) + warm_up_s ({self.warm_up_s:g}) leaves nothing of"
                f" the duration ({length_s:g} s); make duration_s longer"
            )
        if self.start_at is not None and self.start_at.tzinfo is None:
            raise ValueError("start_at needs a time zone, as in 2030-01-31T12:00:00Z")
        return self

    def _check_steps(self) -> None:
        if self.duration_s is not None or self.iterations is not None:
            raise ValueError(
                "with steps the duration is the sum of their length_s; leave out duration_s and iterations"
            )
        threads = [step.threads for step in self.steps if step.threads is not None]
        if threads and len(threads) != len(self.steps):
            raise ValueError("steps are all of threads or all of total_rate")
        if threads != sorted(threads):
            raise ValueError("steps of threads never go down; a device stays once it is connected")
