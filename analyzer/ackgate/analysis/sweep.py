"""Several run folders as one: each cell analyzed, all joined in one table."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from ackgate.analysis.derive import Analysis, Sweep, write_analysis, write_figures
from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.inputs import MATRIX, Inputs, find_inputs, run_folders
from ackgate.analysis.measure import AnalyzeOptions, measure
from ackgate.analysis.output import choose_output
from ackgate.analysis.summary import exit_code
from ackgate.ingest.options import Progress
from ackgate.model.criteria import VERDICT_ORDER, Verdict
from ackgate.model.manifest import RunManifest
from ackgate.model.matrix_state import MatrixState
from ackgate.model.sweep import SweepRow
from ackgate.stats import evaluate

TABLE = "sweep.csv"


@dataclass(frozen=True)
class SweepCell:
    """One analyzed cell and where its input lay."""

    name: str
    analysis: Analysis
    inputs: Inputs


@dataclass(frozen=True)
class SweepAnalysis:
    """All cells; ``missing`` names those that were not run to their end, with their state."""

    cells: tuple[SweepCell, ...]
    missing: tuple[str, ...]
    table: Path

    @property
    def verdict(self) -> Verdict:
        """The worst of all cells; a missing cell makes it INCONCLUSIVE."""
        found = {cell.analysis.statistics.verdict for cell in self.cells}
        if self.missing:
            found.add("INCONCLUSIVE")
        return next(verdict for verdict in VERDICT_ORDER if verdict in found)

    @property
    def exit_code(self) -> int:
        """1 where a cell failed, else 3 where one carries no verdict or is missing, else 0."""
        codes = [exit_code(cell.analysis.statistics) for cell in self.cells]
        if 1 in codes:
            return 1
        return 3 if self.missing or 3 in codes else 0


def analyze_sweep(
    folder: Path, output: Path | None, options: AnalyzeOptions, progress: Progress | None = None
) -> SweepAnalysis:
    """Analyze every finished cell and write its report with the table of all.

    Cells are written into their run folders, or below ``output``. Raises AnalysisError and IngestError.
    """
    names, missing = _cells(folder)
    if not names:
        raise AnalysisError(f"{folder}: no cell of this matrix has run to its end; run it again first.")
    if output is not None:
        choose_output(Inputs(None, ()), output)
    cells = tuple(_analyze(folder / name, output, options, progress) for name in names)
    for cell in cells:
        write_figures(cell.analysis)
    rows = tuple(sweep_row(cell) for cell in cells)
    sweep = Sweep(rows, tuple(cell.analysis.folder for cell in cells))
    for cell in cells:
        write_analysis(cell.analysis, cell.inputs, options, sweep)
    table = (output or folder) / TABLE
    table.write_text(sweep_table(cells), encoding="utf-8", newline="\n")
    return SweepAnalysis(cells, missing, table)


def _cells(folder: Path) -> tuple[list[str], tuple[str, ...]]:
    path = folder / MATRIX
    if not path.is_file():
        return run_folders(folder), ()
    try:
        state = MatrixState.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as failure:
        raise AnalysisError(f"{path} can't be read as a matrix.") from failure
    done = [cell.name for cell in state.cells if cell.state == "done"]
    return done, tuple(f"{cell.name} ({cell.state})" for cell in state.cells if cell.state != "done")


def _analyze(
    folder: Path, output: Path | None, options: AnalyzeOptions, progress: Progress | None
) -> SweepCell:
    inputs = find_inputs([str(folder)])
    target = choose_output(inputs, None if output is None else output / folder.name)
    measurement = measure(inputs, options, progress)
    statistics = evaluate(measurement, options.percentile_method)
    return SweepCell(folder.name, Analysis(statistics, measurement.manifest, target), inputs)


def sweep_row(cell: SweepCell) -> SweepRow:
    """The cell as a report of the whole sweep shows it."""
    manifest = cell.analysis.manifest
    return SweepRow(
        parameters=manifest.cell if manifest else {},
        payload_bytes=_payload_bytes(manifest),
        statistics=cell.analysis.statistics,
    )


def _payload_bytes(manifest: RunManifest | None) -> int | None:
    """The payload size where all streams share one."""
    sizes = {stream.payload_bytes for stream in manifest.streams} if manifest else set()
    return sizes.pop() if len(sizes) == 1 else None


COLUMNS = (
    "cell", "payload_bytes", "publishes_per_s", "acknowledged", "received", "lost", "backlog_rate_per_s",
    "acknowledge_mean_ms", "acknowledge_p99_ms", "verdict",
)  # fmt: skip


def sweep_table(cells: tuple[SweepCell, ...]) -> str:
    """CSV, a line per cell; empty where not known. Rates and times are of the whole run."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for cell in cells:
        writer.writerow(["" if value is None else value for value in _figures(cell)])
    return text.getvalue()


def _figures(cell: SweepCell) -> tuple[str | int | float | None, ...]:
    statistics = cell.analysis.statistics
    delivery, acknowledge = statistics.delivery, statistics.acknowledge
    seconds = statistics.duration_s
    return (
        cell.name,
        _payload_bytes(cell.analysis.manifest),
        round(delivery.sent / seconds, 3) if delivery and seconds > 0 else None,
        delivery.acknowledged if delivery else None,
        delivery.received if delivery else None,
        delivery.lost if delivery else None,
        statistics.backlog.rate_per_s,
        acknowledge.mean_ms if acknowledge else None,
        acknowledge.percentiles_ms["99"] if acknowledge else None,
        statistics.verdict,
    )
