"""``ackgate analyze``: results in, figures, verdict and report out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from ackgate.analysis.analyze import AnalyzeOptions, measure
from ackgate.analysis.derive import Analysis, choose_output, write_analysis
from ackgate.analysis.inputs import find_inputs
from ackgate.analysis.summary import exit_code, key_figures, not_passed
from ackgate.analysis.sweep import analyze_sweep, is_sweep
from ackgate.ingest import IngestOptions
from ackgate.ingest.options import Progress as ReportProgress
from ackgate.model.statistics import Statistics
from ackgate.stats import evaluate


def analyze(
    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN_DIR | JTL... | -", help="Run folder, result files, a folder of them, - ."
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="New or empty folder for what is written."),
    ] = None,
    criteria: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Criteria (YAML) in place of the workload's.")
    ] = None,
    tz: Annotated[str, typer.Option(metavar="ZONE", help="Zone of formatted timestamps.")] = "UTC",
    timestamp: Annotated[
        Literal["start", "end"] | None,
        typer.Option(help="What timeStamp marks; detected unless given.", show_default=False),
    ] = None,
    samples: Annotated[
        Literal["leaf", "parent", "all"], typer.Option(help="Samplers' rows, transaction rows, or every row.")
    ] = "leaf",
    rejects: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write quarantined rows here, with line and reason.")
    ] = None,
    percentile_method: Annotated[
        Literal["nearest_rank", "jmeter"], typer.Option(help="jmeter: tables by the dashboard's rule.")
    ] = "nearest_rank",
    dashboard: Annotated[
        Path | None, typer.Option(metavar="PATH", help="JMeter's statistics.json, or its report folder.")
    ] = None,
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


def analyze_and_write(results: list[str], output: Path | None, options: AnalyzeOptions) -> Analysis:
    """Analyze with progress on standard error and write every derived file."""
    inputs = find_inputs(results)
    folder = choose_output(inputs, output)
    with progress_bar() as progress:
        measurement = measure(inputs, options, progress)
    statistics = evaluate(measurement, options.percentile_method)
    analysis = Analysis(statistics, measurement.manifest, folder)
    write_analysis(analysis, inputs, options)
    return analysis


def _analyze_sweep(folder: Path, output: Path | None, options: AnalyzeOptions) -> int:
    """Analyze every cell, say each verdict, and give the exit code of all."""
    with progress_bar() as progress:
        found = analyze_sweep(folder, output, options, progress)
    for cell in found.cells:
        typer.echo(f"{cell.name}: {cell.analysis.statistics.verdict}, {cell.analysis.page}")
    for name in found.missing:
        typer.echo(f"{name}: not analyzed, it has not run to its end")
    typer.echo(f"Verdict: {found.verdict}")
    typer.echo(f"Table: {found.table}")
    return found.exit_code


def say(analysis: Analysis) -> None:
    """Key figures, criteria that did not pass, verdict, place of the report."""
    for line in (*key_figures(analysis.statistics), *not_passed(analysis.statistics)):
        typer.echo(line)
    typer.echo(f"Verdict: {_verdict(analysis.statistics)}")
    typer.echo(f"Report: {analysis.page}")


def _verdict(statistics: Statistics) -> str:
    if not statistics.criteria and statistics.verdict == "NOT_TESTED":
        return "NOT_TESTED (no criterion given, and the data carries no redline)"
    return statistics.verdict


@contextmanager
def progress_bar() -> Iterator[ReportProgress]:
    """A bar on standard error; it appears with the first report, two seconds after the start."""
    console = Console(stderr=True)
    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("reading", total=None)

    def report(done_bytes: int, total_bytes: int) -> None:
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done_bytes, total=total_bytes or None)

    try:
        yield report
    finally:
        bar.stop()
