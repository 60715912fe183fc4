"""Result files and what lies beside them to Statistics."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ackgate.analysis.criteria_file import read_criteria, workload_criteria
from ackgate.analysis.inputs import Inputs, find_inputs
from ackgate.analysis.side_files import find_dashboard, read_broker, read_host, read_manifest
from ackgate.analysis.source_names import with_short_names
from ackgate.ingest import IngestOptions, count_jtl
from ackgate.ingest.options import Progress
from ackgate.model.criteria import Criterion, CriterionSource
from ackgate.model.measurement import Measurement
from ackgate.model.statistics import Statistics
from ackgate.stats import evaluate
from ackgate.stats.percentiles import PercentileMethod

WORKLOAD = "workload.yaml"


@dataclass(frozen=True)
class AnalyzeOptions:
    """How to read and judge. ``criteria``: a YAML file that replaces the workload's own.

    ``dashboard``: JMeter's statistics.json, or the report folder that holds it.
    """

    ingest: IngestOptions = field(default_factory=IngestOptions)
    criteria: Path | None = None
    dashboard: Path | None = None
    percentile_method: PercentileMethod = "nearest_rank"


def measure(inputs: Inputs, options: AnalyzeOptions, progress: Progress | None = None) -> Measurement:
    """Count the results and read what lies beside them.

    Raises:
        AnalysisError: a file beside the results is wrong.
        IngestError: the results cannot be counted.
    """
    criteria, source = _criteria(inputs.folder, options)
    manifest = None if inputs.folder is None else read_manifest(inputs.folder)
    dashboard = find_dashboard(options.dashboard, inputs.files)
    cubes = count_jtl(inputs.sources, options.ingest, progress)
    return Measurement(
        cubes=with_short_names(cubes, inputs.files),
        criteria=criteria,
        criteria_source=source,
        manifest=manifest,
        broker=None if inputs.folder is None else read_broker(inputs.folder),
        host=None if inputs.folder is None else read_host(inputs.folder),
        dashboard=dashboard,
    )


def _criteria(folder: Path | None, options: AnalyzeOptions) -> tuple[tuple[Criterion, ...], CriterionSource]:
    if options.criteria is not None:
        return read_criteria(options.criteria), "file"
    if folder is not None and (folder / WORKLOAD).is_file():
        return workload_criteria(folder / WORKLOAD), "workload"
    return (), "default"


def analyze(
    path: str | Path | Sequence[str | Path],
    options: AnalyzeOptions | None = None,
    standard_input: BinaryIO | None = None,
) -> Statistics:
    """Analyze a run folder, one or several JTLs, a folder of JTLs, or ``"-"``: the object stats.json holds.

    Nothing is written. Raises AnalysisError and IngestError with one sentence.
    """
    given = [path] if isinstance(path, (str, Path)) else list(path)
    inputs = find_inputs([str(one) for one in given], standard_input)
    chosen = options or AnalyzeOptions()
    return evaluate(measure(inputs, chosen), chosen.percentile_method)
