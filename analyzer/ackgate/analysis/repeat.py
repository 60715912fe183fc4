"""The same analysis once more, from the raw files that an evidence folder names."""

from dataclasses import dataclass
from pathlib import Path

from ackgate.analysis.derive import verdicts_xml
from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.inputs import MANIFEST, find_inputs
from ackgate.analysis.measure import AnalyzeOptions, measure
from ackgate.analysis.stats_json import stats_json
from ackgate.ingest import IngestOptions
from ackgate.ingest.options import Progress
from ackgate.model.evidence import AnalysisOptions
from ackgate.model.statistics import Statistics
from ackgate.stats import evaluate


@dataclass(frozen=True)
class Repeated:
    """What the raw files give: the statistics, and stats.json and junit.xml as bytes."""

    statistics: Statistics
    stats_json: bytes
    junit_xml: bytes


def repeat(directory: Path, options: AnalysisOptions, progress: Progress | None = None) -> Repeated:
    """Count and judge again as ``options`` say; nothing is written.

    Raises:
        AnalysisError: the results came from standard input, or a file they need is missing or wrong.
        IngestError: the results cannot be counted.
    """
    run_folder = directory / (options.run_folder or "")
    if not options.raw and not (run_folder / MANIFEST).is_file():
        raise AnalysisError("the results came from standard input, so there is no file to count again.")
    given = [str(directory / raw) for raw in options.raw] or [str(run_folder)]
    chosen = AnalyzeOptions(
        IngestOptions(
            tz=options.time_zone or "UTC", timestamp=options.timestamp, samples=options.samples or "leaf"
        ),
        None if options.criteria is None else directory / options.criteria,
        None if options.dashboard is None else directory / options.dashboard,
        options.percentile_method or "nearest_rank",
    )
    measurement = measure(find_inputs(given), chosen, progress)
    statistics = evaluate(measurement, chosen.percentile_method)
    verdicts = verdicts_xml(measurement.manifest, statistics)
    return Repeated(statistics, stats_json(statistics), verdicts)
