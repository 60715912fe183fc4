"""Reading the records of an evidence folder; each failure names its file."""

from pathlib import Path
from typing import TypeVar

import rfc8785
import yaml
from pydantic import BaseModel, ValidationError

from ackgate.evidence.canonical import canonical
from ackgate.evidence.failure import EvidenceError
from ackgate.model.evidence import Evidence, SignatureRecord
from ackgate.model.manifest import RunManifest
from ackgate.model.metadata import Metadata
from ackgate.model.statistics import Statistics
from ackgate.model.sweep import SweepRow

STATISTICS = "stats.json"
PAGE = "report.html"
VERDICTS = "junit.xml"
MANIFEST = "run.json"
METADATA = "metadata.yaml"
EVIDENCE = "evidence.json"
EVIDENCE_HASH = "evidence.json.sha256"
SIGNATURES = "signatures.jsonl"

_Record = TypeVar("_Record", bound=BaseModel)


def read_statistics(directory: Path) -> Statistics:
    """stats.json. Raises EvidenceError where it is missing or not ours."""
    return _parsed(directory / STATISTICS, Statistics, "run ackgate analyze first")


def read_manifest(directory: Path) -> RunManifest | None:
    """run.json, None where the folder has none. Raises EvidenceError where it is not ours."""
    path = directory / MANIFEST
    return _parsed(path, RunManifest, "the run folder is damaged") if path.exists() else None


def read_evidence(directory: Path) -> Evidence:
    """evidence.json. Raises EvidenceError where it is missing or not ours."""
    path = directory / EVIDENCE
    evidence = _parsed(path, Evidence, "run ackgate analyze first")
    try:
        canonical(evidence)
    except rfc8785.CanonicalizationError as failure:
        raise EvidenceError(f"{path}: {failure}") from failure
    return evidence


def read_metadata(path: Path | None) -> Metadata:
    """metadata.yaml; an empty record for None. Raises EvidenceError naming the wrong key."""
    if path is None:
        return Metadata()
    try:
        return Metadata.from_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as failure:
        raise EvidenceError(f"{path} is not readable YAML: {failure}") from failure
    except ValidationError as failure:
        raise EvidenceError(f"{path}: {_first_fault(failure)}") from failure


def find_metadata(*folders: Path) -> Path | None:
    """The first metadata.yaml there is."""
    return next((folder / METADATA for folder in folders if (folder / METADATA).is_file()), None)


def read_sweep_row(folder: Path) -> SweepRow:
    """An analyzed run of a sweep. Raises EvidenceError: it is not analyzed."""
    manifest = read_manifest(folder)
    return SweepRow(
        parameters=manifest.cell if manifest else {},
        payload_bytes=_payload_bytes(manifest),
        statistics=read_statistics(folder),
    )


def _payload_bytes(manifest: RunManifest | None) -> int | None:
    """The payload size where all streams share one."""
    sizes = {stream.payload_bytes for stream in manifest.streams} if manifest else set()
    return sizes.pop() if len(sizes) == 1 else None


def read_signatures(directory: Path) -> tuple[SignatureRecord, ...]:
    """signatures.jsonl, one record a line; empty without the file. Raises EvidenceError naming the line."""
    path = directory / SIGNATURES
    if not path.exists():
        return ()
    try:
        # Not splitlines: JSON leaves U+0085 and U+2028 as they are, and a name may hold them.
        lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as failure:
        raise EvidenceError(f"{path} cannot be read: {failure}") from failure
    return tuple(_signature(line, index, path) for index, line in enumerate(lines, start=1))


def _signature(line: str, index: int, path: Path) -> SignatureRecord:
    try:
        record = SignatureRecord.model_validate_json(line)
        written = canonical(record)
    except ValidationError as failure:
        raise EvidenceError(f"{path} line {index}: {_first_fault(failure)}") from failure
    except rfc8785.CanonicalizationError as failure:
        raise EvidenceError(f"{path} line {index}: {failure}") from failure
    if written != line.encode():
        raise EvidenceError(f"{path} line {index}: it is not in canonical form (RFC 8785)")
    return record


def _parsed(path: Path, kind: type[_Record], advice: str) -> _Record:
    try:
        return kind.model_validate_json(path.read_bytes())
    except FileNotFoundError as failure:
        raise EvidenceError(f"{path} is missing: {advice}") from failure
    except OSError as failure:
        raise EvidenceError(f"{path} cannot be read: {failure}") from failure
    except ValidationError as failure:
        raise EvidenceError(f"{path}: {_first_fault(failure)}") from failure


def _first_fault(failure: ValidationError) -> str:
    fault = failure.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])
