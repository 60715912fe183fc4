"""Runs a workload for some seconds against the embedded broker, to learn what this machine reaches."""

import shutil
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ackgate.analysis.analyze import analyze
from ackgate.check.calibration import (
    Calibration,
    calibration_workload,
    planned_rate_per_s,
    raise_factor,
    refuse_without_publishes,
)
from ackgate.cli.launch import EMBEDDED, RunOptions, refuse_interrupted, run_workload
from ackgate.model.workload import Workload
from ackgate.run.execute import find_launcher


def calibrate(workload: Workload) -> Calibration:
    """What this machine reaches with rates far beyond the plan, and whether it keeps the planned ones.

    Run folders are temporary; one stays where a failure names it. Raises WorkloadError for a workload that
    publishes nothing, RunError and HarnessError as a run does.
    """
    refuse_without_publishes(workload)
    planned_per_s, factor = planned_rate_per_s(workload), raise_factor(workload)
    raised = _measure(calibration_workload(workload, factor))
    # An overloaded generator may make less than it would at the planned rate: that one decides then.
    asked = None if raised.started_per_s >= planned_per_s else _measure(calibration_workload(workload))
    return Calibration(
        planned_per_s=planned_per_s,
        asked_per_s=planned_per_s * factor,
        reached_per_s=max(run.started_per_s for run in (raised, asked) if run is not None),
        kept_per_s=asked.started_per_s if asked else None,
        system_cpu_percent=raised.system_cpu_percent,
    )


@dataclass(frozen=True)
class _Measured:
    started_per_s: float
    system_cpu_percent: float | None


def _measure(short: Workload) -> _Measured:
    launcher = find_launcher(None)
    scratch = Path(tempfile.mkdtemp(prefix="ackgate-calibrate-"))
    folder = scratch / "run"
    refuse_interrupted(run_workload(launcher, short, folder, RunOptions(EMBEDDED), {}))
    found = analyze(folder)
    shutil.rmtree(scratch, ignore_errors=True)
    cpu = [point.system_cpu_percent for point in found.generator if point.system_cpu_percent is not None]
    return _Measured(
        started_per_s=sum(stream.achieved_per_s for stream in found.load),
        system_cpu_percent=statistics.median(cpu) if cpu else None,
    )
