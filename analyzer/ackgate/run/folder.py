"""The run folder: which file lies where, and how it comes to be (docs/contracts.md)."""

import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ackgate.model.manifest import FileHash, RunManifest
from ackgate.run.failure import RunError

MANIFEST = "run.json"
METADATA = "metadata.yaml"


@dataclass(frozen=True)
class RunFolder:
    """Paths of one run."""

    root: Path

    @property
    def plan(self) -> Path:
        """The JMX that ran."""
        return self.root / "plan.jmx"

    @property
    def plan_properties(self) -> Path:
        """JMeter properties the plan needs."""
        return self.root / "plan.properties"

    @property
    def results(self) -> Path:
        """The raw JTL."""
        return self.root / "samples.jtl"

    @property
    def manifest(self) -> Path:
        """run.json."""
        return self.root / MANIFEST

    @property
    def jmeter_log(self) -> Path:
        """JMeter's own log."""
        return self.root / "jmeter.log"

    @property
    def jmeter_output(self) -> Path:
        """What JMeter printed."""
        return self.root / "jmeter.out"

    @property
    def gc_log(self) -> Path:
        """Garbage collection of JMeter's JVM."""
        return self.root / "gc.log"

    @property
    def broker_counters(self) -> Path:
        """broker.csv, cumulative."""
        return self.root / "broker.csv"

    @property
    def host_samples(self) -> Path:
        """host.csv, one row per second."""
        return self.root / "host.csv"

    @property
    def broker_host_samples(self) -> Path:
        """broker_host.csv, one row per second."""
        return self.root / "broker_host.csv"

    @property
    def summary(self) -> Path:
        """What the sampler counted besides its rows."""
        return self.root / "sampler-summary.json"


def refuse_used_folder(folder: Path) -> None:
    """Raise RunError unless ``folder`` is absent or empty."""
    if folder.exists() and not folder.is_dir():
        raise RunError(f"{folder} is a file; give a folder for -o that is new or empty.")
    if folder.is_dir() and any(folder.iterdir()):
        raise RunError(f"{folder} is not empty; give another folder for -o, or empty it first.")


def create_run_folder(folder: Path) -> RunFolder:
    """Make the folder. Raises RunError when it holds anything or can't be made."""
    refuse_used_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise RunError(f"{folder} can't be made ({failure.strerror}); choose another -o.") from failure
    return RunFolder(folder)


def keep_metadata(metadata: Path | None, folder: Path) -> None:
    """Copy the metadata.yaml that lies beside a workload into the run folder. Raises RunError."""
    if metadata is None:
        return
    try:
        shutil.copyfile(metadata, folder / METADATA)
    except OSError as failure:
        raise RunError(f"{metadata} can't be copied to {folder} ({failure.strerror}).") from failure


def write_manifest(path: Path, manifest: RunManifest) -> None:
    """Write run.json whole or not at all."""
    partial = path.with_suffix(".json.partial")
    partial.write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    partial.replace(path)


def hash_files(root: Path) -> list[FileHash]:
    """Every file under ``root`` but run.json itself, in order of path."""
    return [_hash(root, path) for path in _files(root) if path.name != MANIFEST]


def _files(root: Path) -> Iterable[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


def _hash(root: Path, path: Path) -> FileHash:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return FileHash(path=path.relative_to(root).as_posix(), sha256=digest, size_bytes=path.stat().st_size)
