"""Runs a workload for some seconds against the embedded broker, to learn what this machine reaches."""

import shutil
import statistics
import tempfile
from pathlib import Path

from ackgate.analysis import analyze
from ackgate.check.calibration import Calibration, calibration_workload
from ackgate.cli.launch import EMBEDDED, RunOptions, refuse_interrupted, run_workload
from ackgate.model.workload import Workload
from ackgate.run.execute import find_launcher


def calibrate(workload: Workload) -> Calibration:
    """Planned and started rate. The run folder is temporary; it stays where a failure names it.

    Raises WorkloadError for a workload that publishes nothing, RunError and HarnessError as a run does.
    """
    short = calibration_workload(workload)
    launcher = find_launcher(None)
    scratch = Path(tempfile.mkdtemp(prefix="ackgate-calibrate-"))
    folder = scratch / "run"
    refuse_interrupted(run_workload(launcher, short, folder, RunOptions(EMBEDDED), {}))
    found = analyze(folder)
    shutil.rmtree(scratch, ignore_errors=True)
    cpu = [point.system_cpu_percent for point in found.generator if point.system_cpu_percent is not None]
    return Calibration(
        planned_per_s=sum(stream.intended_per_s for stream in found.load),
        started_per_s=sum(stream.achieved_per_s for stream in found.load),
        system_cpu_percent=statistics.median(cpu) if cpu else None,
    )
