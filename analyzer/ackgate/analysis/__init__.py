"""Composes ingest, stats, report and evidence over a run folder or any JTL."""

from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.measure import AnalyzeOptions

__all__ = ["AnalysisError", "AnalyzeOptions"]
