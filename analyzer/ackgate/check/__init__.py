"""Linter and preflight: what would make a run lie, and whether machine and broker can carry it."""

from ackgate.check.finding import Finding
from ackgate.check.inspect import check_jmx, check_workload

__all__ = ["Finding", "check_jmx", "check_workload"]
