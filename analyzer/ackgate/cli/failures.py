"""Every exception the house raises for people, and the exit code it ends in (docs/contracts.md)."""

#: By full name, so that asking for a code loads nothing. A subclass's own entry wins over its base's.
CODES: dict[str, int] = {
    "ackgate.run.failure.RunError": 2,
    "ackgate.run.failure.HarnessError": 3,
    "ackgate.plan.workload_error.WorkloadError": 2,
    "ackgate.analysis.failure.AnalysisError": 2,
    "ackgate.ingest.options.IngestError": 2,
    "ackgate.ingest.options.NoRowsError": 3,
    "ackgate.ingest.options.NotAJtlError": 3,
    "ackgate.evidence.failure.EvidenceError": 2,
    "ackgate.report.failure.ReportError": 2,
}


def exit_code_of(failure: Exception) -> int | None:
    """Exit code of a known failure; None for a defect of ours, whose traceback should be seen."""
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(failure).__mro__)
    code = next((CODES[name] for name in names if name in CODES), None)
    return 2 if code is None and _names_a_file(failure) else code


def sentence_of(failure: Exception) -> str:
    """What a person reads; the system's word on a file or folder goes without its number."""
    if isinstance(failure, OSError) and exit_code_of(failure) == 2 and _names_a_file(failure):
        return f"{failure.filename}: {failure.strerror}; correct the path, its permissions or the disk."
    return str(failure)


def _names_a_file(failure: Exception) -> bool:
    return isinstance(failure, OSError) and bool(failure.filename) and bool(failure.strerror)
