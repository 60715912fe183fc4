"""Progress of reading on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from ackgate.ingest.options import Progress as ReportProgress


@contextmanager
def progress_bar() -> Iterator[ReportProgress]:
    """A bar on standard error; it appears with the first report, two seconds after the start."""
    console = Console(stderr=True)
    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("reading", total=None)

    def report(done_bytes: int, total_bytes: int) -> None:
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done_bytes, total=total_bytes or None)

    try:
        yield report
    finally:
        bar.stop()
