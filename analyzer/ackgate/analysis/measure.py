"""Result files and what lies beside them, counted: all that is known before statistics.

Imports no statistics and no drawing: they load while this reads (see cli/analyze.py).
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ackgate.analysis.criteria_file import read_criteria, workload_criteria
from ackgate.analysis.inputs import Inputs
from ackgate.analysis.source_names import with_short_names
from ackgate.ingest import (
    IngestOptions,
    RunFolderFiles,
    count_jtl,
    read_dashboard_statistics,
    read_run_folder,
)
from ackgate.ingest.options import Progress
from ackgate.model.criteria import Criterion, CriterionSource
from ackgate.model.measurement import DashboardLabel, Measurement

if TYPE_CHECKING:
    from ackgate.stats.percentiles import PercentileMethod

DASHBOARD = "statistics.json"


@dataclass(frozen=True)
class AnalyzeOptions:
    """How to read and judge. ``criteria``: a YAML file that replaces the workload's own.

    ``dashboard``: JMeter's statistics.json, or the report folder that holds it.
    """

    ingest: IngestOptions = field(default_factory=IngestOptions)
    criteria: Path | None = None
    dashboard: Path | None = None
    percentile_method: "PercentileMethod" = "nearest_rank"


def measure(inputs: Inputs, options: AnalyzeOptions, progress: Progress | None = None) -> Measurement:
    """Count the results and read what lies beside them.

    Raises:
        AnalysisError: a file beside the results is wrong.
        IngestError: the results cannot be counted.
    """
    beside = _beside(inputs)
    criteria, source = _criteria(beside.workload, options)
    dashboard = beside.dashboard if options.dashboard is None else _named_dashboard(options.dashboard)
    cubes = count_jtl(inputs.sources, options.ingest, progress)
    return Measurement(
        cubes=with_short_names(cubes, inputs.files),
        criteria=criteria,
        criteria_source=source,
        manifest=beside.manifest,
        broker=beside.broker,
        host=beside.host,
        broker_host=beside.broker_host,
        dashboard=dashboard,
    )


def _beside(inputs: Inputs) -> RunFolderFiles:
    """What lies in the run folder; for results that came alone no more than JMeter's dashboard figures."""
    if inputs.folder is not None:
        return read_run_folder(inputs.folder)
    path = inputs.files[0].parent / DASHBOARD if inputs.files else None
    dashboard = read_dashboard_statistics(path) if path is not None and path.is_file() else ()
    return RunFolderFiles(dashboard=dashboard)


def _named_dashboard(path: Path) -> tuple[DashboardLabel, ...]:
    return read_dashboard_statistics(path / DASHBOARD if path.is_dir() else path)


def _criteria(
    workload: Path | None, options: AnalyzeOptions
) -> tuple[tuple[Criterion, ...], CriterionSource]:
    if options.criteria is not None:
        return read_criteria(options.criteria), "file"
    if workload is not None:
        return workload_criteria(workload), "workload"
    return (), "default"
