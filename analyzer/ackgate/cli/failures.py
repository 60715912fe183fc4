"""Every exception the house raises for people, and the exit code it ends in (docs/contracts.md)."""

from ackgate.analysis.failure import AnalysisError
from ackgate.evidence.failure import EvidenceError
from ackgate.ingest.options import IngestError, UnreadableInputError
from ackgate.plan.workload_error import WorkloadError
from ackgate.report.failure import ReportError
from ackgate.run.failure import HarnessError, RunError

#: Subclasses before their base; the first match decides.
_CODES: tuple[tuple[type[Exception], int], ...] = (
    (HarnessError, 3),
    (RunError, 2),
    (WorkloadError, 2),
    (AnalysisError, 2),
    (UnreadableInputError, 2),
    (IngestError, 3),
    (EvidenceError, 2),
    (ReportError, 2),
)


def exit_code_of(failure: Exception) -> int | None:
    """Exit code of a known failure; None for a defect of ours, whose traceback should be seen."""
    return next((code for kind, code in _CODES if isinstance(failure, kind)), None)
