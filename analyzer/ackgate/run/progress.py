"""The live line: what the growing JTL says so far. Never a figure of the report."""

import csv
import io
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

_WINDOW_S = 5.0
_PLAIN_PERIOD_S = 10.0
_CHUNK_BYTES = 4_000_000


@dataclass(frozen=True)
class Progress:
    """Counts since the start; ``threads`` as the newest row has it."""

    threads: int = 0
    acknowledged: int = 0
    sent_qos0: int = 0
    received: int = 0
    errors: int = 0
    rows: int = 0


class JtlTail:
    """Reads the rows JMeter appended since the last call; needs a header, as our properties make one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0
        self._columns: dict[str, int] = {}
        self.progress = Progress()

    def read(self) -> Progress:
        """Progress up to the last whole line (at most 4 MB further per call)."""
        try:
            with self._path.open("rb") as stream:
                stream.seek(self._offset)
                chunk = stream.read(_CHUNK_BYTES)
        except FileNotFoundError:
            return self.progress
        whole = chunk[: chunk.rfind(b"\n") + 1]
        self._offset += len(whole)
        for row in csv.reader(io.StringIO(whole.decode("utf-8", "replace"))):
            self._take(row)
        return self.progress

    def _take(self, row: list[str]) -> None:
        if not self._columns:
            self._columns = {name: index for index, name in enumerate(row)}
        elif len(row) == len(self._columns):
            self.progress = _add(self.progress, {name: row[index] for name, index in self._columns.items()})


def _add(progress: Progress, row: dict[str, str]) -> Progress:
    good = row.get("success") == "true"
    published = good and row.get("dataType") == "mqtt" and row.get("mqtt_op") == "publish"
    at_qos0 = row.get("mqtt_qos") == "0"
    received = row.get("mqtt_received", "") if row.get("mqtt_op") == "receive" else ""
    return replace(
        progress,
        threads=int(row["allThreads"]) if row.get("allThreads", "").isdigit() else progress.threads,
        acknowledged=progress.acknowledged + (published and not at_qos0),
        sent_qos0=progress.sent_qos0 + (published and at_qos0),
        received=progress.received + (int(received) if received.isdigit() else 0),
        errors=progress.errors + (not good),
        rows=progress.rows + 1,
    )


class LiveLine:
    """One line that is rewritten on a terminal; elsewhere a line every 10 s."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._rewrite = stream.isatty()
        self._history: list[tuple[float, int]] = []
        self._started_s = time.monotonic()
        self._shown_s = 0.0

    def show(self, progress: Progress, note: str = "", *, last: bool = False) -> None:
        """Show where the run stands; ``last`` ends the line, so that what follows starts on its own."""
        now_s = time.monotonic()
        self._history = [(at, n) for at, n in self._history if now_s - at <= _WINDOW_S]
        self._history.append((now_s, progress.acknowledged))
        if not self._rewrite and not last and now_s - self._shown_s < _PLAIN_PERIOD_S:
            return
        self._shown_s = now_s
        line = live_text(progress, now_s - self._started_s, self._rate_per_s()) + note
        start, end = ("\r\x1b[K", "\n" if last else "") if self._rewrite else ("", "\n")
        self._stream.write(f"{start}{line}{end}")
        self._stream.flush()

    def _rate_per_s(self) -> float:
        (first_s, first), (last_s, last) = self._history[0], self._history[-1]
        return (last - first) / (last_s - first_s) if last_s > first_s else 0.0


def live_text(progress: Progress, elapsed_s: float, rate_per_s: float) -> str:
    """``  12 s  threads 50  acknowledged 98.0/s  errors 0``."""
    text = f"{elapsed_s:5.0f} s  threads {progress.threads}  acknowledged {rate_per_s:.1f}/s"
    if progress.received:
        text += f"  received {progress.received}"
    return f"{text}  errors {progress.errors}"
