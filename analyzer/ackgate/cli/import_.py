"""``ackgate import``: what was made for other tools."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from ackgate.plan.import_tbmq import import_tbmq
from ackgate.plan.import_xmeter import import_xmeter
from ackgate.plan.workload_error import WorkloadError
from ackgate.plan.write_plan import refuse_non_empty

app = typer.Typer(help="Read configurations and plans made for other tools.", no_args_is_help=True)


@app.command()
def tbmq(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG.json", help="Configuration of TBMQ's test agent.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder to write; new or empty.")
    ],
    broker: Annotated[
        str, typer.Option(metavar="URL", help="Broker of the workload.")
    ] = "tcp://127.0.0.1:1883",
) -> None:
    """Turn the configuration of TBMQ's test agent into a workload with its data files.

    Example: ackgate import tbmq config.json -o workloads/tbmq
    """
    refuse_non_empty(output)
    imported = import_tbmq(config, broker)
    output.mkdir(parents=True, exist_ok=True)
    for name, content in imported.files.items():
        (output / name).write_text(content, encoding="utf-8")
        typer.echo(f"wrote {output / name}")
    _say("Note", imported.notes)
    typer.echo(f"Next: ackgate check {output / next(iter(imported.files))}")


@app.command()
def xmeter(
    plan: Annotated[Path, typer.Argument(metavar="PLAN.jmx", help="Plan with elements of XMeter's plug-in.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="NEW.jmx", help="Plan to write.")],
) -> None:
    """Put our elements in the place of XMeter's in a plan; everything else of it stays.

    Example: ackgate import xmeter old.jmx -o new.jmx
    """
    imported = import_xmeter(plan)
    if output.exists():
        raise WorkloadError(f"{output}: exists; name another file")
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(imported.jmx)
    typer.echo(f"wrote {output}")
    _say("Changed", imported.changes)
    _say("No equal", imported.without_equal)
    typer.echo(f"Next: ackgate check {output}")


def _say(head: str, notes: Iterable[str]) -> None:
    for note in notes:
        typer.echo(f"{head}: {note}")
