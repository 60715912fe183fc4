"""What a user names on the command line: a run folder, result files, a folder of them, standard input."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ackgate.analysis.failure import AnalysisError
from ackgate.ingest import NotAJtlError, find_jtls

MANIFEST = "run.json"
MATRIX = "matrix.json"
RESULTS = "samples.jtl"
_COMPRESSED = ("", ".gz", ".bz2", ".xz", ".zst")


@dataclass(frozen=True)
class Inputs:
    """``folder`` is the run folder, None for results that came alone; ``sources`` are counted together."""

    folder: Path | None
    sources: tuple[Path | BinaryIO, ...]

    @property
    def files(self) -> tuple[Path, ...]:
        """The sources that are files."""
        return tuple(source for source in self.sources if isinstance(source, Path))


def find_inputs(given: Sequence[str], standard_input: BinaryIO | None = None) -> Inputs:
    """Resolve what was named. Raises AnalysisError for what is not there or holds no result file."""
    if not given:
        raise AnalysisError(
            "nothing to analyze: name a run folder, a result file (JTL) or - for standard input."
        )
    if list(given) == ["-"]:
        return Inputs(None, (standard_input or sys.stdin.buffer,))
    paths = [Path(text) for text in given]
    for path in paths:
        if not path.exists():
            raise AnalysisError(f"{path}: no such file or folder.")
    if len(paths) == 1 and (paths[0] / MANIFEST).is_file():
        return Inputs(paths[0], _run_results(paths[0]))
    return Inputs(None, tuple(found for path in paths for found in _results(path)))


def _results(path: Path) -> tuple[Path, ...]:
    return (path,) if not path.is_dir() else _searched(path)


def _run_results(folder: Path) -> tuple[Path, ...]:
    """The run's own result file, compressed or not, else every one in the folder."""
    own = [folder / f"{RESULTS}{suffix}" for suffix in _COMPRESSED]
    return tuple(path for path in own if path.is_file())[:1] or _searched(folder)


def _searched(folder: Path) -> tuple[Path, ...]:
    try:
        return find_jtls(folder)
    except NotAJtlError as failure:
        raise AnalysisError(f"{folder}: no run.json and no result file in this folder.") from failure


def is_sweep(path: Path) -> bool:
    """Whether the folder holds a matrix, or several run folders and no run of its own."""
    if (path / MATRIX).is_file():
        return True
    return not (path / MANIFEST).is_file() and len(run_folders(path)) > 1


def run_folders(path: Path) -> list[str]:
    """Names of the run folders directly below ``path``."""
    return sorted(one.parent.name for one in path.glob(f"*/{MANIFEST}"))
