"""``ackgate data``: invented test data."""

from pathlib import Path
from typing import Annotated

import typer

from ackgate.plan.device_data import devices_csv
from ackgate.plan.workload_error import WorkloadError

app = typer.Typer(help="Make test data.", no_args_is_help=True)


@app.callback()
def _data() -> None:
    """Make test data."""


@app.command()
def devices(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="CSV to write.")] = Path(
        "device_ids.csv"
    ),
    count: Annotated[int, typer.Option(min=1, max=10_000_000, help="Number of devices.")] = 5000,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal files.")] = 1,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write a CSV of devices: device_id, region, firmware_version.

    Example: ackgate data devices --count 100000 -o devices.csv
    """
    text = devices_csv(count, seed)
    if output.exists() and not force and output.read_text(encoding="utf-8", errors="replace") != text:
        raise WorkloadError(f"{output}: exists and differs; name another file or add --force")
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WorkloadError(f"{output}: can't be written: {error.strerror}") from error
    typer.echo(f"{output}: {count} devices")
