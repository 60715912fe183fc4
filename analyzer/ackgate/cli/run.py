"""``ackgate run``: a workload or a plan becomes a run folder."""

from pathlib import Path
from typing import Annotated

import typer

from ackgate.cli.launch import (
    RunOptions,
    load_for_run,
    refuse_interrupted,
    run_foreign_plan,
    run_workload,
)
from ackgate.cli.matrix import run_cells
from ackgate.evidence.folder import find_metadata, read_metadata
from ackgate.run.execute import RunOutcome, find_launcher
from ackgate.run.folder import refuse_used_folder


def run(
    target: Annotated[Path, typer.Argument(metavar="WORKLOAD.yaml|PLAN.jmx", help="What to run.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Run folder, new or empty.")],
    broker: Annotated[
        str | None,
        typer.Option(metavar="embedded|URL", help="Another broker than the workload's.", show_default=False),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a value of the workload; repeatable."),
    ] = None,
    jmeter_home: Annotated[Path | None, typer.Option(help="Your own JMeter.", show_default=False)] = None,
    secrets: Annotated[
        Path | None,
        typer.Option(help="Properties file with passwords, for JMeter alone.", show_default=False),
    ] = None,
) -> None:
    """Run a workload with JMeter and leave a run folder for `ackgate analyze`.

    The first Ctrl-C lets every device disconnect, the second interrupts what is under way. A password comes
    from ACKGATE_PASSWORD or --secrets, never from the command line.

    A metadata.yaml beside the target goes into the run folder, for the report.

    A workload with a matrix gives one run folder per cell; the same command again goes on where it stopped.

    Example: ackgate run data/workloads/iot-benchmark.yaml -o runs/one --set load.threads=500
    """
    metadata = find_metadata(target.parent)
    read_metadata(metadata)  # a wrong key is told now, not after the run
    options = RunOptions(broker, tuple(settings or ()), secrets, metadata)
    if target.suffix.lower() == ".jmx":
        refuse_used_folder(output)
        _finish(run_foreign_plan(find_launcher(jmeter_home), target, output, options))
        return
    _run_workload(target, output, options, jmeter_home)


def _run_workload(target: Path, output: Path, options: RunOptions, jmeter_home: Path | None) -> None:
    workload = load_for_run(target, options)
    if workload.matrix is not None:
        run_cells(lambda: find_launcher(jmeter_home), workload, output, options)
        return
    refuse_used_folder(output)
    _finish(run_workload(find_launcher(jmeter_home), workload, output, options, {}))


def _finish(outcome: RunOutcome) -> None:
    refuse_interrupted(outcome)
    typer.echo(f"Run folder: {outcome.folder}\nNext: ackgate analyze {outcome.folder}")
