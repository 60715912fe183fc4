"""Everything ``ackgate verify`` compares, from hashes to the page made again."""

from dataclasses import dataclass
from pathlib import Path

from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.repeat import Repeated, repeat
from ackgate.cli.page import page_of
from ackgate.evidence import EvidenceError
from ackgate.evidence.canonical import sha256_of
from ackgate.evidence.folder import PAGE, SIGNATURES, STATISTICS, VERDICTS, read_signatures
from ackgate.evidence.verification import Difference, check_hashes, check_signatures
from ackgate.ingest.options import IngestError, Progress
from ackgate.model.evidence import Evidence, SignatureRecord
from ackgate.plan.workload_error import WorkloadError


@dataclass(frozen=True)
class Verification:
    """What differs, and the decisions found."""

    differences: tuple[Difference, ...]
    signatures: tuple[SignatureRecord, ...]
    files: int


def verify_folder(
    directory: Path, evidence: Evidence, trusted_keys: frozenset[str] | None, progress: Progress | None = None
) -> Verification:
    """Hash, count, judge, render and check signatures again.

    ``trusted_keys``: public keys a signature may be by; None accepts any key.
    """
    found = check_hashes(directory, evidence)
    records: tuple[SignatureRecord, ...] = ()
    try:
        records = read_signatures(directory)
        found.extend(check_signatures(evidence, records))
    except EvidenceError as failure:
        found.append(Difference(SIGNATURES, str(failure)))
    found.extend(_untrusted(records, trusted_keys))
    repeated: Repeated | None = None
    try:
        repeated = repeat(directory, evidence.core.options, progress)
    except (AnalysisError, IngestError, EvidenceError, WorkloadError, OSError) as failure:
        found.append(Difference(STATISTICS, f"it cannot be computed again: {failure}"))
    if repeated is not None:
        found.extend(_figures(directory, evidence, repeated))
        found.extend(_pages(directory, evidence, records, repeated))
    return Verification(_once_each(found), records, len(evidence.core.files) + len(evidence.made))


def _untrusted(records: tuple[SignatureRecord, ...], trusted: frozenset[str] | None) -> list[Difference]:
    if trusted is None:
        return []
    return [
        Difference(
            SIGNATURES,
            f"record {record.statement.sequence} ({record.statement.name}): its key is not trusted",
        )
        for record in records
        if record.public_key not in trusted
    ]


def _figures(directory: Path, evidence: Evidence, repeated: Repeated) -> list[Difference]:
    found = [
        Difference(name, "counted and judged again, the raw files give another one")
        for name, data in ((STATISTICS, repeated.stats_json), (VERDICTS, repeated.junit_xml))
        if _bytes_of(directory / name) != data
    ]
    verdicts = [(criterion.id, criterion.verdict) for criterion in repeated.statistics.criteria]
    if verdicts != [(entry.id, entry.verdict) for entry in evidence.core.verdicts]:
        found.append(Difference("evidence.json", "its verdicts are not those the raw files give"))
    return found


def _pages(
    directory: Path, evidence: Evidence, records: tuple[SignatureRecord, ...], repeated: Repeated
) -> list[Difference]:
    """The page as it stands, and as it stood before each signature."""
    try:
        pages = [
            page_of(
                directory, evidence.core, records[:count], evidence.language, repeated.statistics
            ).encode()
            for count in range(len(records) + 1)
        ]
    except EvidenceError as failure:
        return [Difference(PAGE, f"it cannot be made again: {failure}")]
    found = []
    if _bytes_of(directory / PAGE) != pages[-1]:
        found.append(Difference(PAGE, "made again from the raw files, it reads differently"))
    for record, page in zip(records, pages, strict=False):
        if record.statement.page_sha256 != sha256_of(page):
            text = (
                f"record {record.statement.sequence} ({record.statement.name}): it was given for another page"
            )
            found.append(Difference(SIGNATURES, text))
    return found


def _bytes_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _once_each(found: list[Difference]) -> tuple[Difference, ...]:
    return tuple(dict.fromkeys(found))
