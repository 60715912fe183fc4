"""Files that are given twice, told by their bytes."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from ackgate.ingest.options import UnreadableInputError
from ackgate.model.cubes import SourceFile

Source = Path | BinaryIO


def set_duplicates_apart(sources: Sequence[Source]) -> tuple[list[Source], list[SourceFile]]:
    """The sources to count, and the files left out because an earlier one holds the same bytes.

    Only files of equal size are hashed. Raises UnreadableInputError for a path that is no readable file.
    """
    by_size: defaultdict[int, list[Path]] = defaultdict(list)
    for source in sources:
        if isinstance(source, Path):
            by_size[_size(source)].append(source)
    hashes = {path: _sha256(path) for paths in by_size.values() if len(paths) > 1 for path in paths}
    distinct: list[Source] = []
    copies: list[SourceFile] = []
    seen: set[str] = set()
    for source in sources:
        digest = hashes.get(source) if isinstance(source, Path) else None
        if isinstance(source, Path) and digest is not None and digest in seen:
            copies.append(SourceFile(str(source), _size(source), digest, "csv", "none", "", ()))
            continue
        seen.update([digest] if digest else [])
        distinct.append(source)
    return distinct, copies


def _size(path: Path) -> int:
    try:
        if not path.is_file():
            reason = "is a folder" if path.is_dir() else "not found"
            raise UnreadableInputError(f"{path}: {reason}; give the path of a JMeter result file")
        return path.stat().st_size
    except OSError as error:
        raise UnreadableInputError(f"{path}: can't be read ({error.strerror})") from error


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableInputError(f"{path}: can't be read ({error.strerror})") from error
