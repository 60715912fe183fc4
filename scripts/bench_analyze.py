"""Times ``ackgate analyze`` to a finished report against JMeter's own ``-g`` on the same result file.

Both run as programs of their own, in turns, on this machine. Prints wall, CPU and peak memory of each
(medians), the ratio, and with --docs replaces the table in docs/benchmarks.md. Exit 1 where a requirement is
missed. --check is the small regression check: one round over a million rows, limits with a wide margin.

Usage: python scripts/bench_analyze.py [--rows 10000000] [--large-rows 50000000] [--rounds 3] [--docs]
       python scripts/bench_analyze.py --check
       python scripts/bench_analyze.py --jtl FILE --large-rows 0    a file that is there already
"""

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench_docs import replace_section
from make_big_jtl import write

from ackgate.run.jmeter_home import JMeterHome, ready_jmeter

LEAST_RATIO = 25.0
MOST_MEMORY_BYTES = 1 << 30
MOST_GROWTH = 1.2
CHECK_ROWS = 1_000_000
#: Measured on a busy machine: 5.5 times by wall, 5.7 by CPU time, 356 MiB. Most of our time is loading here.
LEAST_CHECK_RATIO = 3.0
MOST_CHECK_MEMORY_BYTES = 600 << 20
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


def compare(jtl: Path, rounds: int, home: JMeterHome, folder: Path) -> tuple[Result, Result]:
    """Both programs in turns over one file."""
    rows = count_rows(jtl)
    ours, theirs = [], []
    for number in range(rounds):
        ours.append(analyze(jtl, folder / "ackgate"))
        theirs.append(dashboard(home, jtl, folder / "dashboard"))
        say(f"round {number + 1}: ackgate {ours[-1].wall_s:.1f} s, jmeter -g {theirs[-1].wall_s:.1f} s")
    return medians("ackgate analyze", rows, ours), medians("jmeter -g", rows, theirs)


def count_rows(jtl: Path) -> int:
    """Lines after the header."""
    with jtl.open("rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b"")) - 1


def written(path: Path, rows: int) -> Path:
    """A new file of so many rows."""
    started = time.perf_counter()
    write(path, rows)
    say(f"{rows:,} rows written in {time.perf_counter() - started:.0f} s")
    return path


def large(rows: int, folder: Path) -> Result:
    """Our memory over a larger file of the same hour."""
    jtl = written(folder / "large.jtl", rows)
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


def faster(ours: Result, theirs: Result) -> tuple[float, float]:
    """How many times faster by wall and by CPU time."""
    return theirs.run.wall_s / ours.run.wall_s, theirs.run.cpu_s / ours.run.cpu_s


def verdicts(ours: Result, theirs: Result, more: Result | None) -> list[str]:
    """Each requirement with its figure."""
    wall, cpu = faster(ours, theirs)
    lines = [
        f"{wall:.1f} times faster than jmeter -g (required: {LEAST_RATIO:.0f}), {cpu:.1f} times by CPU time",
        f"peak {ours.run.peak_bytes >> 20} MiB (allowed: {MOST_MEMORY_BYTES >> 20})",
    ]
    if more is not None:
        growth = more.run.peak_bytes / ours.run.peak_bytes
        lines.append(f"peak at {more.rows:,} rows is {growth:.2f} times that (allowed: {MOST_GROWTH})")
    return lines


def meets_requirements(ours: Result, theirs: Result, more: Result | None) -> bool:
    """Speed, memory, and memory that does not grow with the rows."""
    grown = more is not None and more.run.peak_bytes > MOST_GROWTH * ours.run.peak_bytes
    small = ours.run.peak_bytes <= MOST_MEMORY_BYTES
    return faster(ours, theirs)[0] >= LEAST_RATIO and small and not grown


def check(home: JMeterHome, folder: Path) -> bool:
    """The regression check: one small file, once; says what it measured and allows."""
    ours, theirs = compare(written(folder / "check.jtl", CHECK_ROWS), 1, home, folder)
    wall, cpu = faster(ours, theirs)
    say(table([ours, theirs]))
    say(f"{wall:.1f} times faster by wall, {cpu:.1f} by CPU time (at least {LEAST_CHECK_RATIO:.0f} each)")
    say(f"peak {ours.run.peak_bytes >> 20} MiB (at most {MOST_CHECK_MEMORY_BYTES >> 20})")
    return min(wall, cpu) >= LEAST_CHECK_RATIO and ours.run.peak_bytes <= MOST_CHECK_MEMORY_BYTES


def measure(given: argparse.Namespace, home: JMeterHome, folder: Path) -> bool:
    """The whole benchmark."""
    jtl = given.jtl or written(folder / "big.jtl", given.rows)
    ours, theirs = compare(jtl, given.rounds, home, folder)
    (folder / "big.jtl").unlink(missing_ok=True)
    more = large(given.large_rows, folder) if given.large_rows else None
    results = [ours, theirs, *([more] if more else [])]
    text = summary(results, verdicts(ours, theirs, more), given.rounds)
    say(text)
    if given.docs:
        replace_section("bench-analyze", text)
    return meets_requirements(ours, theirs, more)


def summary(results: list[Result], lines: list[str], rounds: int) -> str:
    """The section of docs/benchmarks.md."""
    return "\n".join(
        (
            "## analyze against jmeter -g",
            "",
            f"`make bench-analyze` writes a result file of {results[0].rows:,} rows (17 default columns,",
            "three labels, one hour) and has `ackgate analyze` and JMeter's own `-g` turn it into a finished",
            "report in turns. Loading, hashing, reading, statistics, charts and page are all in these times.",
            "",
            table(results),
            "",
            *(f"- {line}" for line in lines),
            "",
            f"Medians of {rounds} rounds, largest peak; {os.cpu_count()} CPUs, load average "
            f"{os.getloadavg()[0]:.1f}, Python {platform.python_version()}.",
        )
    )


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
    parser.add_argument("--jtl", type=Path, help="read this file of the same kind instead of writing one")
    parser.add_argument("--large-rows", type=int, default=50_000_000, help="0 leaves the memory check out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jmeter-home", type=Path)
    parser.add_argument("--folder", type=Path, help="where the big files go (1.2 GB per 10 million rows)")
    parser.add_argument("--docs", action="store_true", help="write the table to docs/benchmarks.md")
    parser.add_argument("--check", action="store_true", help="the small regression check, under a minute")
    given = parser.parse_args()
    home = ready_jmeter(given.jmeter_home)
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        good = check(home, Path(name)) if given.check else measure(given, home, Path(name))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
