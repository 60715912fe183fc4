"""Composes ingest, stats, report and evidence over a run folder or any JTL."""
