"""Composes ingest, stats, report and evidence over a run folder or any JTL."""

from ackgate.analysis.analyze import AnalyzeOptions, analyze
from ackgate.analysis.failure import AnalysisError

__all__ = ["AnalysisError", "AnalyzeOptions", "analyze"]
