"""Writes what an analysis gives: stats.json, junit.xml, report.html and the evidence over them."""

import os
from dataclasses import dataclass
from pathlib import Path

from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.inputs import Inputs
from ackgate.analysis.measure import AnalyzeOptions
from ackgate.analysis.output import STATISTICS
from ackgate.analysis.stats_json import stats_json
from ackgate.evidence import collect_core, find_metadata, read_metadata, seal, summarise
from ackgate.model.evidence import AnalysisOptions
from ackgate.model.manifest import RunManifest
from ackgate.model.measurement import Measurement
from ackgate.model.statistics import Statistics
from ackgate.model.sweep import SweepRow
from ackgate.report import junit_xml, render
from ackgate.stats import evaluate

PAGE = "report.html"
VERDICTS = "junit.xml"


@dataclass(frozen=True)
class Analysis:
    """A finished analysis: its figures, the plan as run, and where it is written."""

    statistics: Statistics
    manifest: RunManifest | None
    folder: Path

    @property
    def page(self) -> Path:
        """The report."""
        return self.folder / PAGE


@dataclass(frozen=True)
class Sweep:
    """The runs of a matrix as a page shows them, and the folders their statistics are written to."""

    rows: tuple[SweepRow, ...] = ()
    folders: tuple[Path, ...] = ()


def conclude(measurement: Measurement, inputs: Inputs, folder: Path, options: AnalyzeOptions) -> Analysis:
    """Evaluate what was counted and write every derived file into ``folder``; raises as write_analysis."""
    statistics = evaluate(measurement, options.percentile_method)
    analysis = Analysis(statistics, measurement.manifest, folder)
    write_analysis(analysis, inputs, options)
    return analysis


def write_analysis(
    analysis: Analysis, inputs: Inputs, options: AnalyzeOptions, sweep: Sweep | None = None
) -> None:
    """Write every derived file; earlier ones of the same names are replaced, nothing else is touched.

    Raises AnalysisError when the folder can't be written.
    """
    try:
        write_figures(analysis)
        _write_page(analysis, inputs, options, sweep or Sweep())
    except OSError as failure:
        raise AnalysisError(
            f"{failure.filename or analysis.folder} can't be written ({failure.strerror})."
        ) from failure


def write_figures(analysis: Analysis) -> None:
    """stats.json and junit.xml. Raises OSError."""
    folder, statistics = analysis.folder, analysis.statistics
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STATISTICS).write_bytes(stats_json(statistics))
    (folder / VERDICTS).write_bytes(verdicts_xml(analysis.manifest, statistics))


def verdicts_xml(manifest: RunManifest | None, statistics: Statistics) -> bytes:
    """junit.xml, its suite named after the workload, else the first result file."""
    name = manifest.workload_name if manifest else _first_name(statistics)
    return junit_xml(statistics, name).encode("utf-8")


def _write_page(analysis: Analysis, inputs: Inputs, options: AnalyzeOptions, sweep: Sweep) -> None:
    folder, statistics = analysis.folder, analysis.statistics
    metadata = find_metadata(*_metadata_folders(inputs, folder))
    recorded = _evidence_options(folder, inputs, options, metadata, sweep)
    core = collect_core(folder, statistics, analysis.manifest, recorded)
    page = render(statistics, analysis.manifest, read_metadata(metadata), summarise(core), sweep=sweep.rows)
    (folder / PAGE).write_text(page, encoding="utf-8", newline="\n")
    seal(folder, core)


def _first_name(statistics: Statistics) -> str:
    return statistics.sources[0].path if statistics.sources else "ackgate"


def _metadata_folders(inputs: Inputs, folder: Path) -> tuple[Path, ...]:
    """Beside the results, else where the page goes."""
    if inputs.folder is not None:
        return (inputs.folder, folder)
    return (inputs.files[0].parent, folder) if inputs.files else (folder,)


def _evidence_options(
    folder: Path, inputs: Inputs, options: AnalyzeOptions, metadata: Path | None, sweep: Sweep
) -> AnalysisOptions:
    """What a second analysis must repeat; files outside the folder are named relative to it."""
    ingest = options.ingest
    own = inputs.folder is not None and inputs.folder.resolve() == folder.resolve()
    others = (one for one in sweep.folders if one.resolve() != folder.resolve())
    return AnalysisOptions(
        time_zone=None if ingest.tz == "UTC" else ingest.tz,
        timestamp=ingest.timestamp,
        samples=None if ingest.samples == "leaf" else ingest.samples,
        percentile_method="jmeter" if options.percentile_method == "jmeter" else None,
        criteria=_relative(options.criteria, folder),
        dashboard=_relative(options.dashboard, folder),
        metadata=_relative(metadata, folder),
        run_folder=None if own else _relative(inputs.folder, folder),
        raw=() if inputs.folder else tuple(str(_relative(path, folder)) for path in inputs.files),
        sweep=tuple(str(_relative(one, folder)) for one in (folder, *others)) if sweep.rows else (),
    )


def _relative(path: Path | None, folder: Path) -> str | None:
    if path is None:
        return None
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
