"""Sources named as a reader of the report knows them: without the machine's own folders."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ackgate.model.cubes import Cubes


def with_short_names(cubes: Cubes, files: Sequence[Path]) -> Cubes:
    """Paths relative to the folder that all files share, so that equal files give equal bytes anywhere."""
    names = _short_names(files)

    def short(text: str) -> str:
        return names.get(text, text)

    def in_text(text: str) -> str:
        found = next((path for path in names if text.startswith(f"{path}:")), None)
        return text if found is None else names[found] + text[len(found) :]

    return replace(
        cubes,
        sources=tuple(replace(source, path=short(source.path)) for source in cubes.sources),
        segments=tuple(replace(segment, source=short(segment.source)) for segment in cubes.segments),
        notes=tuple(in_text(note) for note in cubes.notes),
    )


def _short_names(files: Sequence[Path]) -> dict[str, str]:
    if not files:
        return {}
    parents = {str(path.absolute().parent) for path in files}
    shared = os.path.commonpath(sorted(parents))
    return {str(path): Path(os.path.relpath(path.absolute(), shared)).as_posix() for path in files}
