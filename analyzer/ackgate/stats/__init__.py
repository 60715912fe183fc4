"""Pure functions from counted cubes to statistics and verdicts."""

from ackgate.stats.evaluate import evaluate

__all__ = ["evaluate"]
