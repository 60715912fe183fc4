"""``ackgate convert``: a lean copy of a result file."""

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from ackgate.ingest import IngestOptions, UnreadableInputError, convert
from ackgate.model.cubes import RowAccount


def convert_command(
    source: Annotated[str, typer.Argument(help="Result file of any kind; - reads standard input.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="File to write: *.parquet, or CSV otherwise.")],
    tz: Annotated[str, typer.Option(help="Zone of formatted time stamps without an offset.")] = "UTC",
    rejects: Annotated[
        Path | None, typer.Option(help="Write quarantined rows here: source, line, reason, row.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write a result file anew with only the columns that are counted; it analyzes to the same figures.

    Example: ackgate convert samples.jtl -o samples.parquet
    """
    if out.exists() and not force:
        raise UnreadableInputError(f"{out}: exists; name another file or add --force")
    given: Path | BinaryIO = sys.stdin.buffer if source == "-" else Path(source)
    account = convert(given, out, IngestOptions(tz=tz, rejects=rejects), _show_progress)
    typer.echo(_summary(account, out))


def _show_progress(done_bytes: int, total_bytes: int) -> None:
    share = f"{100 * done_bytes / total_bytes:.0f} %" if total_bytes else f"{done_bytes >> 20} MiB"
    if sys.stderr.isatty():
        sys.stderr.write(f"\rreading: {share} ")
        sys.stderr.flush()


def _summary(account: RowAccount, out: Path) -> str:
    left_out = f"; {account.quarantined} quarantined rows left out" if account.quarantined else ""
    return f"{out}: {account.read - account.quarantined} of {account.read} rows{left_out}"
