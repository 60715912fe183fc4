"""The evidence core of a folder: what a page is computed from, hashed as found."""

import os
from importlib.metadata import version
from pathlib import Path

from ackgate.evidence.canonical import canonical, sha256_of, sha256_of_file
from ackgate.evidence.folder import (
    EVIDENCE,
    EVIDENCE_HASH,
    MANIFEST,
    METADATA,
    SIGNATURES,
    STATISTICS,
    VERDICTS,
)
from ackgate.model.evidence import (
    AnalysisOptions,
    EvidenceCore,
    EvidenceFile,
    EvidenceSummary,
    FileRole,
    SignatureRecord,
    VerdictEntry,
)
from ackgate.model.manifest import RunManifest
from ackgate.model.statistics import Statistics

#: Made from the core, so not part of it; pages in other languages and forms are called report.*.
_MADE = frozenset({EVIDENCE, EVIDENCE_HASH, SIGNATURES})
_PAGES = "report.*"
_ROLES: dict[str, FileRole] = {
    MANIFEST: "run",
    METADATA: "metadata",
    STATISTICS: "statistics",
    VERDICTS: "verdicts",
    "workload.yaml": "workload",
    "plan.jmx": "plan",
    "plan.properties": "plan",
    "criteria.yaml": "criteria",
    "jmeter.log": "raw",
    "broker.csv": "raw",
    "host.csv": "raw",
}
_RAW_SUFFIXES = frozenset({".jtl", ".csv", ".xml", ".gz", ".bz2", ".xz", ".zst"})


def collect_core(
    directory: Path,
    statistics: Statistics,
    manifest: RunManifest | None,
    options: AnalysisOptions | None = None,
) -> EvidenceCore:
    """Hash every file of ``directory`` that a page is computed from, and raw files that lie elsewhere.

    The page, the signatures and evidence.json itself are left out: they are made from the core.

    Raises:
        OSError: a file cannot be read.
    """
    options = options or AnalysisOptions()
    return EvidenceCore(
        run_id=manifest.run_id if manifest else None,
        versions=_versions(manifest),
        seed=str(manifest.seed) if manifest and manifest.seed is not None else None,
        command=tuple(manifest.command) if manifest else (),
        options=options,
        files=_files(directory, options),
        rows=statistics.rows,
        verdicts=tuple(VerdictEntry(id=c.id, verdict=c.verdict) for c in statistics.criteria),
        verdict=statistics.verdict,
    )


def core_sha256(core: EvidenceCore) -> str:
    """The evidence hash: SHA-256 of the core's canonical JSON."""
    return sha256_of(canonical(core))


def summarise(core: EvidenceCore, signatures: tuple[SignatureRecord, ...] = ()) -> EvidenceSummary:
    """What the page shows of the evidence."""
    return EvidenceSummary(core_sha256=core_sha256(core), files=core.files, signatures=signatures)


def file_entry(directory: Path, path: str, role: FileRole) -> EvidenceFile:
    """``path`` is relative to ``directory`` and may lead out of it. Raises OSError."""
    found = directory / path
    return EvidenceFile(path=path, role=role, sha256=sha256_of_file(found), size_bytes=found.stat().st_size)


def _versions(manifest: RunManifest | None) -> dict[str, str | None]:
    """As of the run; ``analysis`` is the version that read the files."""
    versions: dict[str, str | None] = {"analysis": version("ackgate")}
    return versions | (manifest.versions.model_dump() if manifest else {})


def _files(directory: Path, options: AnalysisOptions) -> tuple[EvidenceFile, ...]:
    inside = (path.relative_to(directory) for path in directory.rglob("*") if path.is_file())
    roles = {path.as_posix(): _role(path) for path in inside if not _is_made(path)}
    roles |= {_relative(raw): "raw" for raw in options.raw}
    if options.criteria is not None:
        roles[_relative(options.criteria)] = "criteria"
    return tuple(file_entry(directory, path, roles[path]) for path in sorted(roles))


def _is_made(path: Path) -> bool:
    return path.as_posix() in _MADE or (len(path.parts) == 1 and path.match(_PAGES))


def _relative(path: str) -> str:
    return os.path.normpath(path).replace(os.sep, "/")


def _role(path: Path) -> FileRole:
    known = _ROLES.get(path.as_posix())
    if known is not None:
        return known
    return "raw" if path.suffix.lower() in _RAW_SUFFIXES and len(path.parts) == 1 else "other"
