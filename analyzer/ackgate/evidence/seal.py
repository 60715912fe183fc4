"""Writing evidence.json and its detached hash."""

from pathlib import Path

from ackgate.evidence.canonical import canonical, sha256_of
from ackgate.evidence.collect import core_sha256, file_entry
from ackgate.evidence.folder import EVIDENCE, EVIDENCE_HASH, PAGE, SIGNATURES
from ackgate.model.evidence import Evidence, EvidenceCore, FileRole

_MADE: dict[str, FileRole] = {PAGE: "page", SIGNATURES: "signatures"}


def seal(directory: Path, core: EvidenceCore, language: str = "en") -> Evidence:
    """Write evidence.json and evidence.json.sha256 over the core and over the page and signatures there are.

    Call it last: after stats.json, junit.xml and report.html are written.

    Raises:
        OSError: a file cannot be read or written.
    """
    made = tuple(
        file_entry(directory, name, role) for name, role in _MADE.items() if (directory / name).exists()
    )
    evidence = Evidence(core=core, core_sha256=core_sha256(core), language=language, made=made)
    data = canonical(evidence)
    (directory / EVIDENCE).write_bytes(data)
    (directory / EVIDENCE_HASH).write_bytes(detached_hash(data))
    return evidence


def detached_hash(data: bytes) -> bytes:
    """The line that ``sha256sum -c`` reads."""
    return f"{sha256_of(data)}  {EVIDENCE}\n".encode()
