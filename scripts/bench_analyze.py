"""Times ``ackgate analyze`` to a finished report against JMeter's own ``-g`` on the same result file.

Both run as programs of their own, in turns, on this machine. Prints wall, CPU and peak memory of each
(medians), the ratio, and with --docs replaces the table in docs/benchmarks.md.

Usage: python scripts/bench_analyze.py [--rows 10000000] [--large-rows 50000000] [--rounds 3] [--docs]
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from make_big_jtl import write

from ackgate.run.jmeter_home import JMeterHome, ready_jmeter

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- bench-analyze -->", "<!-- /bench-analyze -->"
LEAST_RATIO = 25.0
MOST_MEMORY_BYTES = 1 << 30
MOST_GROWTH = 1.2
#: Exit codes of a finished analysis: good, a criterion failed, no verdict.
FINISHED = (0, 1, 3)


@dataclass(frozen=True)
class Run:
    """One program run from start to exit."""

    wall_s: float
    cpu_s: float
    peak_bytes: int


@dataclass(frozen=True)
class Result:
    """Medians over the rounds; peak is the largest seen."""

    what: str
    rows: int
    run: Run


def timed(command: list[str], finished: tuple[int, ...]) -> Run:
    """Run a program and wait for it; its own resource usage. Raises SystemExit when it fails."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)  # noqa: S603
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall_s = time.perf_counter() - started
        if process.returncode not in finished:
            output.seek(0)
            sys.exit(
                f"{command[0]} exited {process.returncode}: {output.read()[-2000:].decode(errors='replace')}"
            )
    return Run(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def medians(what: str, rows: int, runs: list[Run]) -> Result:
    """Medians of wall and CPU, largest peak."""
    wall_s = statistics.median(run.wall_s for run in runs)
    cpu_s = statistics.median(run.cpu_s for run in runs)
    return Result(what, rows, Run(wall_s, cpu_s, max(run.peak_bytes for run in runs)))


def analyze(jtl: Path, folder: Path) -> Run:
    """``ackgate analyze`` to a finished report.html."""
    shutil.rmtree(folder, ignore_errors=True)
    ackgate = Path(sys.executable).with_name("ackgate")
    run = timed([str(ackgate), "analyze", str(jtl), "-o", str(folder)], FINISHED)
    if not (folder / "report.html").is_file():
        sys.exit("ackgate analyze left no report.html")
    return run


def dashboard(home: JMeterHome, jtl: Path, folder: Path) -> Run:
    """``jmeter -g`` to a finished dashboard."""
    shutil.rmtree(folder, ignore_errors=True)
    log = folder.with_suffix(".log")
    command = ["java", "-Xms1g", "-Xmx1g", "-jar", str(home.launcher), "-g", str(jtl), "-o", str(folder)]
    run = timed([*command, "-j", str(log)], (0,))
    if not (folder / "index.html").is_file():
        sys.exit("jmeter -g left no index.html")
    return run


def compare(rows: int, rounds: int, home: JMeterHome, folder: Path) -> tuple[Result, Result]:
    """Both programs in turns over one file of ``rows`` rows."""
    jtl = folder / "big.jtl"
    write(jtl, rows)
    ours, theirs = [], []
    for number in range(rounds):
        ours.append(analyze(jtl, folder / "ackgate"))
        theirs.append(dashboard(home, jtl, folder / "dashboard"))
        say(f"round {number + 1}: ackgate {ours[-1].wall_s:.1f} s, jmeter -g {theirs[-1].wall_s:.1f} s")
    jtl.unlink()
    return medians("ackgate analyze", rows, ours), medians("jmeter -g", rows, theirs)


def large(rows: int, folder: Path) -> Result:
    """Our memory over a larger file of the same hour."""
    jtl = folder / "large.jtl"
    write(jtl, rows)
    run = analyze(jtl, folder / "ackgate")
    jtl.unlink()
    return Result("ackgate analyze", rows, run)


def table(results: list[Result]) -> str:
    """Markdown rows."""
    lines = ["| program | rows | wall s | CPU s | peak MiB |", "|---|---|---|---|---|"]
    lines += [
        f"| {r.what} | {r.rows:,} | {r.run.wall_s:.1f} | {r.run.cpu_s:.1f} | {r.run.peak_bytes >> 20} |"
        for r in results
    ]
    return "\n".join(lines)


def verdicts(ours: Result, theirs: Result, more: Result | None) -> list[str]:
    """Each requirement with its figure."""
    ratio = theirs.run.wall_s / ours.run.wall_s
    lines = [
        f"{ratio:.1f} times faster than jmeter -g (required: {LEAST_RATIO:.0f}), "
        f"{theirs.run.cpu_s / ours.run.cpu_s:.1f} times by CPU time",
        f"peak {ours.run.peak_bytes >> 20} MiB (allowed: {MOST_MEMORY_BYTES >> 20})",
    ]
    if more is not None:
        growth = more.run.peak_bytes / ours.run.peak_bytes
        lines.append(f"peak at {more.rows:,} rows is {growth:.2f} times that (allowed: {MOST_GROWTH})")
    return lines


def summary(results: list[Result], lines: list[str]) -> str:
    """The section of docs/benchmarks.md."""
    facts = f"One file of {results[0].rows:,} rows, 17 default columns, three labels, one hour; "
    return "\n".join(
        (
            "## analyze against jmeter -g",
            "",
            f"{facts}{os.cpu_count()} CPUs.",
            "",
            table(results),
            "",
            *(f"- {line}" for line in lines),
        )
    )


def update_docs(text: str) -> None:
    """Replace the part of docs/benchmarks.md between the markers, or add it."""
    block = f"{BEGIN}\n{text}\n{END}"
    before = DOCS.read_text(encoding="utf-8") if DOCS.exists() else "# Benchmarks\n"
    marked = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    after = marked.sub(lambda _: block, before) if marked.search(before) else f"{before}\n{block}\n"
    DOCS.write_text(after, encoding="utf-8")


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Command line. Exit 1 where a requirement is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--large-rows", type=int, default=50_000_000, help="0 leaves the memory check out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jmeter-home", type=Path)
    parser.add_argument("--folder", type=Path, help="where the big files go (1.3 GB per 10 million rows)")
    parser.add_argument("--docs", action="store_true", help="write the table to docs/benchmarks.md")
    given = parser.parse_args()
    home = ready_jmeter(given.jmeter_home)
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        ours, theirs = compare(given.rows, given.rounds, home, Path(name))
        more = large(given.large_rows, Path(name)) if given.large_rows else None
    results = [ours, theirs, *([more] if more else [])]
    text = summary(results, verdicts(ours, theirs, more))
    say(text)
    if given.docs:
        update_docs(text)
    missed = theirs.run.wall_s / ours.run.wall_s < LEAST_RATIO or ours.run.peak_bytes > MOST_MEMORY_BYTES
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
