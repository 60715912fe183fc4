"""``ackgate analyze``: results in, figures, verdict and report out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ackgate.analysis.inputs import find_inputs, is_sweep
from ackgate.analysis.measure import AnalyzeOptions, measure
from ackgate.analysis.output import choose_output
from ackgate.analysis.summary import exit_code, key_figures, not_passed
from ackgate.cli.progress_bar import progress_bar
from ackgate.cli.side_loading import loading_beside
from ackgate.ingest import IngestOptions
from ackgate.model.statistics import Statistics

if TYPE_CHECKING:
    from ackgate.analysis.derive import Analysis


_Results = Annotated[
    list[str],
    typer.Argument(metavar="RUN_DIR | JTL... | -", help="Run folder, result files, a folder of them, - ."),
]
_Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="DIR", help="New or empty folder for what is written."),
]
_Criteria = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Criteria (YAML) in place of the workload's.")
]
_Zone = Annotated[str, typer.Option(metavar="ZONE", help="Zone of formatted timestamps.")]
_Timestamp = Annotated[
    Literal["start", "end"] | None,
    typer.Option(help="What timeStamp marks; detected unless given.", show_default=False),
]
_Samples = Annotated[
    Literal["leaf", "parent", "all"], typer.Option(help="Samplers' rows, transaction rows, or every row.")
]
_Rejects = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write quarantined rows here, with line and reason.")
]
_PercentileMethod = Annotated[
    Literal["nearest_rank", "jmeter"], typer.Option(help="jmeter: tables by the dashboard's rule.")
]
_Dashboard = Annotated[
    Path | None, typer.Option(metavar="PATH", help="JMeter's statistics.json, or its report folder.")
]


def analyze(
    results: _Results,
    output: _Output = None,
    criteria: _Criteria = None,
    tz: _Zone = "UTC",
    timestamp: _Timestamp = None,
    samples: _Samples = "leaf",
    rejects: _Rejects = None,
    percentile_method: _PercentileMethod = "nearest_rank",
    dashboard: _Dashboard = None,
) -> None:
    """Turn results into figures, a verdict and a report.

    Writes stats.json, junit.xml, report.html and evidence.json: into -o, else into the run folder, else into
    JTL.ackgate beside the result file. Analyzing again replaces these files and nothing else.

    Exit code: 0 good, 1 a criterion failed, 2 wrong use, 3 the data carries no verdict.

    Example: ackgate analyze runs/one
    """
    options = AnalyzeOptions(
        IngestOptions(tz=tz, timestamp=timestamp, samples=samples, rejects=rejects),
        criteria,
        dashboard,
        percentile_method,
    )
    if len(results) == 1 and is_sweep(Path(results[0])):
        raise typer.Exit(_analyze_sweep(Path(results[0]), output, options))
    analysis = analyze_and_write(results, output, options)
    say(analysis)
    raise typer.Exit(exit_code(analysis.statistics))


def analyze_and_write(results: list[str], output: Path | None, options: AnalyzeOptions) -> "Analysis":
    """Analyze with progress on standard error and write every derived file."""
    inputs = find_inputs(results)
    folder = choose_output(inputs, output)
    with loading_beside("ackgate.analysis.derive"), progress_bar() as progress:
        measurement = measure(inputs, options, progress)
    from ackgate.analysis.derive import conclude  # noqa: PLC0415 - loaded while the rows were read

    return conclude(measurement, inputs, folder, options)


def _analyze_sweep(folder: Path, output: Path | None, options: AnalyzeOptions) -> int:
    """Analyze every cell, say each verdict, and give the exit code of all."""
    from ackgate.analysis.sweep import analyze_sweep  # noqa: PLC0415 - other calls never need it

    with progress_bar() as progress:
        found = analyze_sweep(folder, output, options, progress)
    for cell in found.cells:
        typer.echo(f"{cell.name}: {cell.analysis.statistics.verdict}, {cell.analysis.page}")
    for name in found.missing:
        typer.echo(f"{name}: not analyzed, it has not run to its end")
    typer.echo(f"Verdict: {found.verdict}")
    typer.echo(f"Table: {found.table}")
    return found.exit_code


def say(analysis: "Analysis") -> None:
    """Key figures, criteria that did not pass, verdict, place of the report."""
    for line in (*key_figures(analysis.statistics), *not_passed(analysis.statistics)):
        typer.echo(line)
    typer.echo(f"Verdict: {_verdict(analysis.statistics)}")
    typer.echo(f"Report: {analysis.page}")


def _verdict(statistics: Statistics) -> str:
    if not statistics.criteria and statistics.verdict == "NOT_TESTED":
        return "NOT_TESTED (no criterion given, and the data carries no redline)"
    return statistics.verdict
