"""stats.json -> the page a test lead puts a name under."""

from ackgate.report.render import render

__all__ = ["render"]
