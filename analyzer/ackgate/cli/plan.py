"""``ackgate plan``: a workload becomes a JMeter test plan."""

from pathlib import Path
from typing import Annotated

import typer

from ackgate.plan import PlanFiles, load_workload, write_plan
from ackgate.plan.matrix import expand_matrix


def plan(
    workload: Annotated[Path, typer.Argument(help="Workload file (YAML).")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder to write; new or empty.")
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a value of the workload; repeatable."),
    ] = None,
) -> None:
    """Write plan.jmx, plan.properties and the data files of a workload.

    A workload with a matrix gives one folder per cell.

    Example: ackgate plan data/workloads/iot-benchmark.yaml -o runs/plan --set load.threads=500
    """
    loaded = load_workload(workload, settings or [])
    if loaded.matrix is None:
        _say(write_plan(loaded, output))
        return
    for cell in expand_matrix(loaded):
        _say(write_plan(cell.workload, output / cell.name))


def _say(files: PlanFiles) -> None:
    typer.echo(f"{files.plan_jmx}: {files.length_s:g} s, {len(files.streams)} publish streams")
    for stream in files.streams:
        typer.echo(
            f"  {stream.label}: {stream.intended_rate_per_s:g} publishes/s at QoS {stream.qos},"
            f" {stream.owed_per_publish:g} deliveries owed for each"
        )
