"""What the sampler counted besides its rows (``ackgate.summary_file``, docs/elements.md)."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError


class Barrier(BaseModel):
    """The ready barrier of one JMeter process."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    expected_threads: int
    ready_threads: int
    limit_passed: bool
    waited_ms: int
    opened_ms: int


class SamplerSummary(BaseModel):
    """Counters of one JMeter process at the end of the test."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    late_acks: int
    unmatched_acks: int = 0
    unread_messages: int = 0
    negative_latencies: int = 0
    unstamped_messages: int = 0
    in_flight_at_end: int = 0
    cut: dict[str, int] = {}
    barrier: Barrier | None = None

    def notes(self) -> list[str]:
        """Sentences for the manifest about what the rows alone do not show."""
        said = [
            (self.unmatched_acks, "acknowledgements matched no publish"),
            (self.unread_messages, "messages arrived that no receive window took"),
            (self.negative_latencies, "end-to-end latencies were negative (clock skew)"),
            (self.in_flight_at_end, "publishes were unacknowledged when their connection closed"),
            (sum(self.cut.values()), "calls were cut by the end of the schedule and made no failed row"),
        ]
        notes = [f"{count} {what}." for count, what in said if count]
        if self.barrier is not None and self.barrier.limit_passed:
            notes.append(
                f"The ready barrier opened after {self.barrier.waited_ms} ms with "
                f"{self.barrier.ready_threads} of {self.barrier.expected_threads} threads ready."
            )
        return notes


def read_summary(path: Path) -> SamplerSummary | None:
    """The summary; None when the sampler left none or a broken one."""
    try:
        return SamplerSummary.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
