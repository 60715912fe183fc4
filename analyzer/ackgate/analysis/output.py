"""Where the files of an analysis go."""

from pathlib import Path

from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.inputs import Inputs

STATISTICS = "stats.json"
SIGNATURES = "signatures.jsonl"


def choose_output(inputs: Inputs, asked: Path | None) -> Path:
    """``-o``, else the run folder itself, else a folder ``<file>.ackgate`` beside the first result.

    Raises AnalysisError when ``-o`` is not empty, when the default folder holds anything that is not an
    earlier analysis, or when a signed page would be overwritten.
    """
    if asked is not None:
        _refuse_used(asked)
        return asked
    if inputs.folder is not None:
        _refuse_signed(inputs.folder)
        return inputs.folder
    if not inputs.files:
        raise AnalysisError("results from standard input have no folder of their own: give -o DIR.")
    first = inputs.files[0]
    folder = first.with_name(f"{first.name}.ackgate")
    if folder.exists() and not (folder / STATISTICS).is_file():
        _refuse_used(folder)
    _refuse_signed(folder)
    return folder


def _refuse_used(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise AnalysisError(f"{folder} is a file; give a folder for -o that is new or empty.")
    if folder.is_dir() and any(folder.iterdir()):
        raise AnalysisError(f"{folder} is not empty; give another folder for -o, or empty it first.")


def _refuse_signed(folder: Path) -> None:
    if (folder / SIGNATURES).exists():
        raise AnalysisError(f"{folder} is signed; analyze into another folder with -o DIR.")
