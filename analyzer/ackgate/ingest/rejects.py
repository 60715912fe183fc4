"""Quarantined rows: counted by reason, and written to a file where one is asked for."""

import csv
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import TextIO

from ackgate.ingest.batch import Reject
from ackgate.ingest.options import UnreadableInputError

_COLUMNS = ("source", "line", "reason", "row")


class RejectLog:
    """Counts rejects; with a path, writes them as CSV: source, line number, reason, the row as found."""

    def __init__(self, path: Path | None) -> None:
        self.reasons: Counter[str] = Counter()
        self._path = path
        self._file: TextIO | None = None

    def __enter__(self) -> "RejectLog":
        if self._path is not None:
            try:
                self._file = self._path.open("w", newline="", encoding="utf-8", errors="backslashreplace")
            except OSError as error:
                raise UnreadableInputError(f"{self._path}: can't be written ({error.strerror})") from error
            csv.writer(self._file).writerow(_COLUMNS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def total(self) -> int:
        """Rows quarantined so far."""
        return self.reasons.total()

    def add(self, source: str, reject: Reject) -> None:
        """Count one quarantined row and write it out."""
        self.reasons[reject.reason] += 1
        if self._file is not None:
            csv.writer(self._file).writerow((source, reject.line, reject.reason, reject.text))
