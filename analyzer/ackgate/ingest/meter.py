"""Progress of reading, from two seconds on."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from ackgate.ingest.byte_source import ByteSource
from ackgate.ingest.options import Progress

_AFTER_S = 2.0
_EVERY_S = 0.5


class Meter:
    """Calls ``progress(bytes done, bytes in all)`` now and then; in all is 0 where a source is a stream."""

    def __init__(self, sources: Sequence[Path | BinaryIO], progress: Progress | None) -> None:
        files = [s for s in sources if isinstance(s, Path) and s.is_file()]
        self._total = sum(s.stat().st_size for s in files) if len(files) == len(sources) else 0
        self._progress = progress
        self._done = 0
        self._next = time.monotonic() + _AFTER_S

    def watch(self, source: ByteSource, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Pass blocks through, reporting the bytes read."""
        for block in blocks:
            if self._progress is not None and time.monotonic() >= self._next:
                self._progress(self._done + source.size_bytes, self._total)
                self._next = time.monotonic() + _EVERY_S
            yield block
        self._done += source.size_bytes
