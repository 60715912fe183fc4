"""Times planning 100,000 devices and checking a JMX of 10 MB, and prints a table for docs/benchmarks.md.

Usage: python scripts/bench_plan.py [--rounds 5]
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from ackgate.check import check_jmx
from ackgate.plan import load_workload, write_plan
from ackgate.plan.device_data import devices_csv
from ackgate.plan.jmx_element import below, clone_into, jmx_text, parse_jmx

ROOT = Path(__file__).parents[1]
DEVICES = 100_000
JMX_BYTES = 10_000_000


@dataclass(frozen=True)
class Timing:
    """Medians of the rounds."""

    what: str
    wall_s: float
    cpu_s: float


def _timed(what: str, rounds: int, work: Callable[[int], object]) -> Timing:
    walls, cpus = [], []
    for number in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        work(number)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return Timing(what, statistics.median(walls), statistics.median(cpus))


def _plan(folder: Path, rounds: int) -> Timing:
    devices = folder / "devices.csv"
    devices.write_text(devices_csv(DEVICES, 1), encoding="utf-8")
    settings = [f"load.threads={DEVICES}", f"devices.file={devices}"]

    def work(number: int) -> None:
        workload = load_workload(ROOT / "data/workloads/iot-benchmark.yaml", settings)
        write_plan(workload, folder / f"plan-{number}")

    return _timed(f"load and plan a workload of {DEVICES:,} devices", rounds, work)


def _large_jmx(folder: Path) -> Path:
    """A plan of ours whose devices' thread group is repeated until it has the size."""
    small = load_workload(ROOT / "data/workloads/iot-benchmark.yaml", [])
    root = parse_jmx(write_plan(small, folder / "small").plan_jmx.read_bytes())
    plan = next(element for element in root.iter("TestPlan"))
    groups = list(root.iter("ThreadGroup"))
    one_bytes = len(etree.tostring(groups[-1])) + len(etree.tostring(below(groups[-1])))
    for _ in range(JMX_BYTES // one_bytes + 1):
        clone_into(below(plan), groups[-1])
    path = folder / "small" / "large.jmx"
    path.write_bytes(jmx_text(root))
    return path


def _check(folder: Path, rounds: int) -> Timing:
    path = _large_jmx(folder)
    size = path.stat().st_size / 1e6
    return _timed(f"check a JMX of {size:.1f} MB", rounds, lambda _: check_jmx(path))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        timings = [_plan(Path(folder), rounds), _check(Path(folder), rounds)]
    lines = ["| what | wall s | CPU s |", "|---|---|---|"]
    lines += [f"| {t.what} | {t.wall_s:.2f} | {t.cpu_s:.2f} |" for t in timings]
    load = os.getloadavg()[0]
    lines.append(
        f"\nMedians of {rounds} rounds; load average of the machine {load:.1f} on {os.cpu_count()} cores."
    )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
