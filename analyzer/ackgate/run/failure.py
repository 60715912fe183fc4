"""What can go wrong around a run, each with the exit code it ends in."""

from typing import ClassVar


class RunError(Exception):
    """Could not start: wrong use or bad input. The message is one sentence: what, where, what to do."""

    exit_code: ClassVar[int] = 2


class HarnessError(RunError):
    """The run started, but its data can't carry a verdict: JMeter failed or was stopped."""

    exit_code: ClassVar[int] = 3


class RunInterruptedError(HarnessError):
    """A person stopped the run; what follows it in a matrix stays to be done."""
