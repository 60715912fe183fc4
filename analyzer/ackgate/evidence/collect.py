"""The evidence core of a folder: what a page is computed from, hashed as found."""

import posixpath
from importlib.metadata import version
from pathlib import Path

from ackgate.evidence.canonical import canonical, sha256_of, sha256_of_file
from ackgate.evidence.folder import (
    EVIDENCE,
    EVIDENCE_HASH,
    MANIFEST,
    METADATA,
    PAGE,
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
    "broker_host.csv": "raw",
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
        files=_files(directory, options, _hashes_while_reading(statistics)),
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


def _hashes_while_reading(statistics: Statistics) -> dict[tuple[str, int], str]:
    """(file name, size) -> SHA-256 of the result files, which were hashed when they were counted."""
    found: dict[tuple[str, int], set[str]] = {}
    for one in statistics.sources:
        found.setdefault((posixpath.basename(one.path), one.size_bytes), set()).add(one.sha256)
    return {key: hashes.pop() for key, hashes in found.items() if len(hashes) == 1}


def _files(
    directory: Path, options: AnalysisOptions, known: dict[tuple[str, int], str]
) -> tuple[EvidenceFile, ...]:
    roles = _roles_below(directory)
    if options.run_folder is not None:
        outside = _roles_below(directory / options.run_folder)
        roles |= {_joined(options.run_folder, path): role for path, role in outside.items()}
    roles |= {_joined(raw): "raw" for raw in options.raw}
    roles |= {_joined(folder, STATISTICS): "statistics" for folder in options.sweep}
    named: tuple[tuple[str | None, FileRole], ...] = (
        (options.criteria, "criteria"),
        (options.dashboard, "other"),
        (options.metadata, "metadata"),
    )
    roles |= {_joined(path): role for path, role in named if path is not None}
    return tuple(_entry(directory, path, roles[path], known) for path in sorted(roles))


def _entry(directory: Path, path: str, role: FileRole, known: dict[tuple[str, int], str]) -> EvidenceFile:
    """A large result file is not read a second time only to be hashed."""
    size_bytes = (directory / path).stat().st_size
    sha256 = known.get((posixpath.basename(path), size_bytes)) if role == "raw" else None
    if sha256 is None:
        return file_entry(directory, path, role)
    return EvidenceFile(path=path, role=role, sha256=sha256, size_bytes=size_bytes)


def unlisted(directory: Path, core: EvidenceCore) -> tuple[str, ...]:
    """Files of ``directory`` that a page could be computed from and that ``core`` does not list."""
    listed = {file.path for file in core.files}
    return tuple(sorted(path for path in _roles_below(directory) if path not in listed))


def pages_beside(directory: Path) -> tuple[str, ...]:
    """Pages in other languages and forms: made from the sealed files, but not sealed themselves."""
    return tuple(sorted(path.name for path in directory.glob(_PAGES) if path.name != PAGE))


def _roles_below(folder: Path) -> dict[str, FileRole]:
    inside = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix(): _role(path) for path in inside if not _is_made(path)}


def _joined(*parts: str) -> str:
    return posixpath.normpath(posixpath.join(*parts))


def _is_made(path: Path) -> bool:
    return path.as_posix() in _MADE or (len(path.parts) == 1 and path.match(_PAGES))


def _role(path: Path) -> FileRole:
    known = _ROLES.get(path.as_posix())
    if known is not None:
        return known
    return "raw" if path.suffix.lower() in _RAW_SUFFIXES and len(path.parts) == 1 else "other"
