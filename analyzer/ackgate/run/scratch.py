"""A scratch folder that goes with the run, and with the next one where the run was killed."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid, getuid
from pathlib import Path

import psutil

_PREFIX = "ackgate-scratch-"
_NAME = re.compile(rf"{_PREFIX}(\d+)-")


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder of this process while the block runs; folders of own processes that are gone go first."""
    clear_leftovers(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{getpid()}-") as folder:
        yield Path(folder)


def clear_leftovers(place: Path) -> None:
    """Remove what killed runs of this user left in ``place``."""
    for folder in place.glob(f"{_PREFIX}*"):
        named = _NAME.match(folder.name)
        if named and not psutil.pid_exists(int(named[1])) and _is_own_folder(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_own_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and path.stat().st_uid == getuid()
