"""``ackgate workload``: ready workloads, a new file from one, and the schema."""

from pathlib import Path
from typing import Annotated

import typer

from ackgate.plan.load_workload import read_yaml, workload_from
from ackgate.plan.ready import new_workload, ready_workload, ready_workloads
from ackgate.plan.schema import workload_schema
from ackgate.plan.workload_error import WorkloadError
from ackgate.plan.write_plan import dump_yaml

app = typer.Typer(help="Ready workloads, new ones, and the schema.", no_args_is_help=True)


@app.command()
def new(
    path: Annotated[Path, typer.Argument(metavar="FILE.yaml", help="File to write.")],
    template: Annotated[
        str, typer.Option("--from", metavar="NAME", help="Ready workload to start from (`workload show`).")
    ] = "iot-benchmark",
) -> None:
    """Start a workload file from a ready one, with its payload files beside it.

    Example: ackgate workload new tests/mine.yaml --from connect-storm
    """
    if path.suffix not in (".yaml", ".yml"):
        raise WorkloadError(f"{path}: a workload file ends in .yaml")
    for file in new_workload(template, path):
        typer.echo(f"wrote {file}")
    if "device_ids.csv" in path.read_text(encoding="utf-8"):
        typer.echo(f"Next: ackgate data devices -o {path.parent / 'device_ids.csv'}")
    typer.echo(f"Then: ackgate check {path}")


@app.command()
def show(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME|FILE.yaml]", help="Ready workload, or a file.", show_default=False),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a value; repeatable.")
    ] = None,
) -> None:
    """List the ready workloads, print one, or print a file with settings and defaults filled in.

    Example: ackgate workload show soak
    """
    if name is None:
        for ready in ready_workloads():
            typer.echo(f"{ready.name}\n  {ready.when_to_use}\n")
    elif name.endswith((".yaml", ".yml")) or settings:
        path = Path(name)
        workload = workload_from(read_yaml(path), path, settings or [])
        typer.echo(dump_yaml(workload.model_dump(mode="json", exclude_none=True)), nl=False)
    else:
        typer.echo(ready_workload(name).text, nl=False)


@app.command()
def schema() -> None:
    """Print the JSON Schema of workload files, for an editor's completion.

    Example: ackgate workload schema > workload.schema.json
    """
    typer.echo(workload_schema(), nl=False)
