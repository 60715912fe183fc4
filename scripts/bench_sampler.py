"""Publish element against a bare socket and against HiveMQ's client, in one JMeter each and alternately.

Prints acknowledged publishes/s and CPU of the JMeter process per publish in the steady part of each run:
medians, and ours as ratios. All write the same columns. `loop` is our element with every acknowledgement
read by the event loop (-Dackgate.caller_reads=false).
Example: python scripts/bench_sampler.py --rounds 5 --docs
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import psutil
from bench_docs import replace_section
from bench_mosquitto import mosquitto

from ackgate.model.sample_variables import SAMPLE_VARIABLES

JAVA = Path(__file__).resolve().parents[1] / "java-sampler"
PLAN = JAVA / "bench" / "bench.jmx"


@dataclass(frozen=True)
class Variant:
    """One way to publish: the thread group of the plan and flags for its Java."""

    name: str
    thread_group: str
    java_flags: tuple[str, ...] = ()


OURS = Variant("ackgate", "ackgate")
SOCKET = Variant("socket", "socket")
HIVEMQ = Variant("hivemq", "hivemq")
VARIANTS = (OURS, Variant("loop", "ackgate", ("-Dackgate.caller_reads=false",)), SOCKET, HIVEMQ)


@dataclass(frozen=True)
class Snapshot:
    """CPU seconds that the JMeter process had used at a moment."""

    epoch_ms: float
    cpu_s: float


@dataclass(frozen=True)
class Measured:
    """The steady part of one JMeter run."""

    rate_per_s: float
    cpu_us_per_publish: float
    ack_p50_us: float
    errors: int


def build_home(folder: Path) -> Path:
    """Pinned JMeter with our jar and the rivals', in ``folder``."""
    home = folder / "jmeter"
    maven = ("mvn", "-q", "-B")
    for module in ("sampler", "bench"):
        subprocess.run(  # noqa: S603 (our own command)
            (*maven, "-f", str(JAVA / "pom.xml"), "-pl", module, "package", "-DskipTests"), check=True
        )
    subprocess.run(  # noqa: S603 (our own command)
        (*maven, "-f", str(JAVA / "jmeter" / "pom.xml"), "package", f"-Djmeter.home={home}"), check=True
    )
    shutil.copy(JAVA / "sampler" / "target" / "ackgate-sampler.jar", home / "lib" / "ext")
    shutil.copy(JAVA / "bench" / "target" / "ackgate-bench.jar", home / "lib" / "ext")
    for jar in (JAVA / "bench" / "target" / "lib").glob("*.jar"):
        shutil.copy(jar, home / "lib")
    return home


def run_jmeter(
    home: Path, folder: Path, port: int, variant: Variant, options: argparse.Namespace
) -> tuple[Path, list[Snapshot]]:
    """Runs the plan; returns its JTL and the CPU of the JMeter process, noted twice a second."""
    jtl = folder / "samples.jtl"
    jtl.unlink(missing_ok=True)
    command = [
        *("java", "-Xmx1g", *variant.java_flags, "-jar", str(home / "bin" / "ApacheJMeter.jar")),
        *("-n", "-t", str(PLAN), "-l", str(jtl), "-j", str(folder / "jmeter.log")),
        *(f"-Jbench.port={port}", f"-Jbench.duration_s={options.seconds}"),
        *("-Jsampleresult.timestamp.start=true", f"-Jsample_variables={','.join(SAMPLE_VARIABLES)}"),
        f"-Jthreads.{variant.thread_group}={options.threads}",
    ]
    snapshots = []
    child = psutil.Popen(command, stdout=subprocess.DEVNULL)
    while child.poll() is None:
        with suppress(psutil.NoSuchProcess):
            cpu = child.cpu_times()
            snapshots.append(Snapshot(time.time() * 1000, cpu.user + cpu.system))
        time.sleep(0.5)
    if child.returncode != 0:
        sys.exit(f"JMeter ended with {child.returncode}; see {folder / 'jmeter.log'}.")
    return jtl, snapshots


def measure(jtl: Path, snapshots: list[Snapshot], warm_up_s: int) -> Measured:
    """Publishes and CPU from the end of the warm-up to a second before the end, so without start-up."""
    rows = pd.read_csv(jtl, usecols=["timeStamp", "label", "success", "mqtt_ack_us"], na_values=["null"])
    publishes = rows[rows.label == "publish"]
    if not publishes.success.any():
        sys.exit(f"no publish succeeded; see {jtl}.")
    from_ms = publishes.timeStamp.min() + warm_up_s * 1000
    to_ms = publishes.timeStamp.max() - 1000
    inside = [snap for snap in snapshots if from_ms <= snap.epoch_ms <= to_ms]
    first, last = inside[0], inside[-1]
    steady = publishes[publishes.timeStamp.between(first.epoch_ms, last.epoch_ms) & publishes.success]
    return Measured(
        rate_per_s=len(steady) / (last.epoch_ms - first.epoch_ms) * 1000,
        cpu_us_per_publish=(last.cpu_s - first.cpu_s) / len(steady) * 1e6,
        ack_p50_us=float(steady.mqtt_ack_us.median()),
        errors=int((~publishes.success).sum()),
    )


def measured_rounds(options: argparse.Namespace) -> dict[Variant, list[Measured]]:
    """All variants in turns, over one broker."""
    rounds: dict[Variant, list[Measured]] = {variant: [] for variant in VARIANTS}
    with tempfile.TemporaryDirectory(prefix="bench-sampler-") as name:
        folder = Path(name)
        home = build_home(folder)
        with mosquitto(folder) as port:
            for number in range(1, options.rounds + 1):
                for variant in VARIANTS:
                    jtl, snapshots = run_jmeter(home, folder, port, variant, options)
                    one = measure(jtl, snapshots, options.warm_up)
                    rounds[variant].append(one)
                    sys.stderr.write(
                        f"round {number} {variant.name}: {one.rate_per_s:,.0f}/s, "
                        f"{one.cpu_us_per_publish:.1f} CPU us/publish\n"
                    )
    return rounds


def medians(runs: list[Measured]) -> Measured:
    """Median of each figure; errors are summed."""
    return Measured(
        rate_per_s=statistics.median(run.rate_per_s for run in runs),
        cpu_us_per_publish=statistics.median(run.cpu_us_per_publish for run in runs),
        ack_p50_us=statistics.median(run.ack_p50_us for run in runs),
        errors=sum(run.errors for run in runs),
    )


def table(figures: dict[Variant, Measured]) -> str:
    """Medians and ratios as a Markdown table."""
    ours = figures[OURS]
    lines = [
        "| publish through | acknowledged/s | CPU us/publish | acknowledge P50 us | errors "
        "| our rate / its | our CPU / its |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {variant.name} | {one.rate_per_s:,.0f} | {one.cpu_us_per_publish:.1f} | {one.ack_p50_us:,.0f} "
        f"| {one.errors} | {ours.rate_per_s / one.rate_per_s:.2f} "
        f"| {ours.cpu_us_per_publish / one.cpu_us_per_publish:.2f} |"
        for variant, one in figures.items()
    ]
    return "\n".join(lines)


def spread(rounds: dict[Variant, list[Measured]]) -> str:
    """The ratio to HiveMQ's client within each round."""
    pairs = list(zip(rounds[OURS], rounds[HIVEMQ], strict=True))
    rates = ", ".join(f"{ours.rate_per_s / its.rate_per_s:.2f}" for ours, its in pairs)
    cpus = ", ".join(f"{ours.cpu_us_per_publish / its.cpu_us_per_publish:.2f}" for ours, its in pairs)
    return f"Ours to HiveMQ's client within each round: rate {rates}; CPU {cpus}."


def main() -> None:
    """Runs the rounds and prints the table. Exit 1 where --most-cpu-ratio is passed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, alternately (default 5)")
    parser.add_argument("--seconds", type=int, default=36, help="seconds of each run (default 36)")
    parser.add_argument("--warm-up", type=int, default=18, help="of these, seconds left out (default 18)")
    parser.add_argument("--threads", type=int, default=100, help="JMeter threads (default 100)")
    parser.add_argument("--docs", action="store_true", help="write the table to docs/benchmarks.md")
    parser.add_argument(
        "--most-cpu-ratio",
        type=float,
        help="exit 1 when ours takes more CPU per publish than this x HiveMQ's",
    )
    options = parser.parse_args()
    if options.seconds < options.warm_up + 4:
        parser.error(f"--seconds must be at least 4 s above the warm-up of {options.warm_up} s")
    rounds = measured_rounds(options)
    figures = {variant: medians(runs) for variant, runs in rounds.items()}
    text = f"{table(figures)}\n\n{spread(rounds)}"
    sys.stdout.write(text + "\n")
    if options.docs:
        replace_section("bench-sampler", text)
    ratio = figures[OURS].cpu_us_per_publish / figures[HIVEMQ].cpu_us_per_publish
    if options.most_cpu_ratio and ratio > options.most_cpu_ratio:
        sys.exit(f"CPU per publish is {ratio:.2f} of HiveMQ's client; allowed {options.most_cpu_ratio}.")


if __name__ == "__main__":
    main()
