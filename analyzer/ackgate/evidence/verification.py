"""Checks of a folder that need nothing but its files: hashes, the detached hash, the chain of signatures."""

from dataclasses import dataclass
from pathlib import Path

from ackgate.evidence.canonical import canonical, sha256_of
from ackgate.evidence.collect import core_sha256, file_entry, unlisted
from ackgate.evidence.folder import EVIDENCE, EVIDENCE_HASH, PAGE, SIGNATURES
from ackgate.evidence.seal import detached_hash
from ackgate.evidence.signing import record_sha256, signature_holds
from ackgate.model.evidence import Evidence, EvidenceFile, SignatureRecord


@dataclass(frozen=True)
class Difference:
    """A file that is not what the evidence says, and how."""

    path: str
    text: str


def check_hashes(directory: Path, evidence: Evidence) -> list[Difference]:
    """Every listed file, evidence.json's own form and its detached hash."""
    found = [difference for file in evidence.core.files for difference in _check_file(directory, file)]
    found.extend(difference for file in evidence.made for difference in _check_file(directory, file))
    found.extend(
        Difference(path, "it was not there when the folder was sealed")
        for path in unlisted(directory, evidence.core)
    )
    if core_sha256(evidence.core) != evidence.core_sha256:
        found.append(Difference(EVIDENCE, "its core does not have the hash it names"))
    data = (directory / EVIDENCE).read_bytes()
    if data != canonical(evidence):
        found.append(Difference(EVIDENCE, "it is not in canonical form (RFC 8785)"))
    found.extend(_check_detached(directory, data))
    if (directory / SIGNATURES).exists() and all(file.path != SIGNATURES for file in evidence.made):
        found.append(Difference(SIGNATURES, f"{EVIDENCE} does not list it"))
    if all(file.path != PAGE for file in evidence.made):
        found.append(Difference(PAGE, f"{EVIDENCE} does not list it"))
    return found


def _check_detached(directory: Path, data: bytes) -> list[Difference]:
    path = directory / EVIDENCE_HASH
    if not path.exists():
        return [Difference(EVIDENCE_HASH, "it is missing")]
    try:
        named = path.read_bytes()
    except OSError as failure:
        return [Difference(EVIDENCE_HASH, f"it cannot be read: {failure.strerror}")]
    if named != detached_hash(data):
        return [
            Difference(EVIDENCE_HASH, f"{EVIDENCE} has SHA-256 {sha256_of(data)}, which it does not name")
        ]
    return []


def _check_file(directory: Path, listed: EvidenceFile) -> list[Difference]:
    try:
        if not (directory / listed.path).is_file():  # reading a pipe or a device might never end
            return [Difference(listed.path, "it is missing, or no file")]
        found = file_entry(directory, listed.path, listed.role)
    except OSError as failure:
        return [Difference(listed.path, f"it cannot be read: {failure.strerror}")]
    if found.size_bytes != listed.size_bytes:
        return [Difference(listed.path, f"{found.size_bytes} bytes, {listed.size_bytes} were sealed")]
    if found.sha256 != listed.sha256:
        return [Difference(listed.path, f"SHA-256 {found.sha256}, {listed.sha256} was sealed")]
    return []


def check_signatures(evidence: Evidence, records: tuple[SignatureRecord, ...]) -> list[Difference]:
    """Each signature over its statement, the evidence it names, and the chain from record to record."""
    found: list[Difference] = []
    previous: str | None = None
    for index, record in enumerate(records, start=1):
        faults = _faults(evidence, record, index, previous)
        found.extend(
            Difference(SIGNATURES, f"record {index} ({record.statement.name}): {text}") for text in faults
        )
        previous = record_sha256(record)
    return found


def _faults(evidence: Evidence, record: SignatureRecord, index: int, previous: str | None) -> list[str]:
    statement = record.statement
    checks = (
        (signature_holds(record), "its signature does not hold"),
        (statement.core_sha256 == evidence.core_sha256, "it was given for other evidence"),
        (statement.tool_verdict == evidence.core.verdict, "it names another tool verdict"),
        (statement.sequence == index, f"its number is {statement.sequence}"),
        (statement.previous_sha256 == previous, "the record before it is not the one it followed"),
    )
    return [text for holds, text in checks if not holds]
