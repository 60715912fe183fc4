"""``ackgate demo``: the whole way once, on this machine alone."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ackgate.analysis import AnalyzeOptions
from ackgate.analysis.summary import exit_code
from ackgate.cli.analyze import analyze_and_write, say
from ackgate.cli.launch import EMBEDDED, RunOptions, load_for_run, refuse_interrupted, run_workload
from ackgate.plan.device_data import devices_csv
from ackgate.plan.ready import new_workload
from ackgate.run.execute import find_launcher
from ackgate.run.folder import refuse_used_folder
from ackgate.run.scratch import scratch_folder

#: Enough connects for a P99, short enough to wait for.
_DEVICES = 500
_WORKLOAD = "iot-benchmark"
_LOAD = {"threads": _DEVICES, "ramp_up_s": 10, "warm_up_s": 5, "duration_s": 40, "drain_s": 5}


def demo(
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="DIR", help="Default: runs/demo- and the time.", show_default=False
        ),
    ] = None,
) -> None:
    """Run 500 devices for 40 s against an embedded broker and analyze the result.

    It says where the report is and its three key figures. It takes about a minute; the first call also builds
    the plug-in and assembles JMeter.

    Example: ackgate demo -o runs/demo
    """
    folder = output or Path("runs", f"demo-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    refuse_used_folder(folder)
    launcher = find_launcher(None)
    with scratch_folder() as scratch:
        source = Path(scratch, f"{_WORKLOAD}.yaml")
        new_workload(_WORKLOAD, source)
        Path(scratch, "device_ids.csv").write_text(devices_csv(_DEVICES, 1), encoding="utf-8")
        options = RunOptions(EMBEDDED, tuple(f"load.{name}={value}" for name, value in _LOAD.items()))
        workload = load_for_run(source, options)
        refuse_interrupted(run_workload(launcher, workload, folder, options, {}))
    analysis = analyze_and_write([str(folder)], None, AnalyzeOptions())
    say(analysis)
    raise typer.Exit(exit_code(analysis.statistics))
