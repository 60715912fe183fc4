"""Garbage-collection pauses from a HotSpot unified log (``-Xlog:gc:file=...:timemillis``)."""

import re
from pathlib import Path

_PAUSE = re.compile(rb"Pause .*?([\d.]+)ms\s*$")


class GcLog:
    """Reads what was appended since the last call."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0

    def pause_ms(self) -> float:
        """Sum of the pauses logged since the last call; 0 while there is no log."""
        try:
            with self._path.open("rb") as stream:
                stream.seek(self._offset)
                chunk = stream.read()
        except FileNotFoundError:
            return 0.0
        whole = chunk[: chunk.rfind(b"\n") + 1]
        self._offset += len(whole)
        return sum_pauses_ms(whole)


def sum_pauses_ms(log: bytes) -> float:
    """Total of all stop-the-world pauses in whole log lines; concurrent phases do not count."""
    return sum(float(match[1]) for match in map(_PAUSE.search, log.splitlines()) if match)
