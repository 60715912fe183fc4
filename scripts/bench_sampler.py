"""Publish element against a bare socket and against HiveMQ's client, in one JMeter each and alternately.

Prints acknowledged publishes/s and CPU of the JMeter process per publish: medians, and ours as ratios.
Example: python scripts/bench_sampler.py --rounds 5 --seconds 20
"""

import argparse
import csv
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench_mosquitto import mosquitto

from ackgate.model.sample_variables import SAMPLE_VARIABLES

JAVA = Path(__file__).resolve().parents[1] / "java-sampler"
PLAN = JAVA / "bench" / "bench.jmx"
KINDS = ("ackgate", "socket", "hivemq")
WARM_UP_S = 5


@dataclass(frozen=True)
class Measured:
    """One JMeter run."""

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
    home: Path, folder: Path, port: int, seconds: int, threads: dict[str, int]
) -> tuple[Path, float]:
    """Runs the plan; returns its JTL and the CPU seconds of the JMeter process."""
    jtl = folder / "samples.jtl"
    jtl.unlink(missing_ok=True)
    command = [
        *("java", "-Xmx1g", "-jar", str(home / "bin" / "ApacheJMeter.jar"), "-n", "-t", str(PLAN)),
        *("-l", str(jtl), "-j", str(folder / "jmeter.log"), f"-Jbench.port={port}"),
        f"-Jbench.duration_s={seconds}",
        *("-Jsampleresult.timestamp.start=true", f"-Jsample_variables={','.join(SAMPLE_VARIABLES)}"),
        *(f"-Jthreads.{kind}={count}" for kind, count in threads.items()),
    ]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603 (our own command)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"JMeter ended with {child.returncode}; see {folder / 'jmeter.log'}.")
    return jtl, usage.ru_utime + usage.ru_stime


def measure(jtl: Path, cpu_s: float, start_up_s: float) -> Measured:
    """Counts the publishes of a JTL; the rate leaves the warm-up out, the CPU counts every publish."""
    with jtl.open(encoding="utf-8", newline="") as rows:
        publishes = [row for row in csv.DictReader(rows) if row["label"] == "publish"]
    times_ms = [int(row["timeStamp"]) for row in publishes if row["success"] == "true"]
    if not times_ms:
        sys.exit(f"no publish succeeded; see {jtl}.")
    steady_from_ms = min(times_ms) + WARM_UP_S * 1000
    steady = [at for at in times_ms if at >= steady_from_ms]
    acks_us = [int(row["mqtt_ack_us"]) for row in publishes if row["mqtt_ack_us"]]
    return Measured(
        rate_per_s=len(steady) / ((max(times_ms) - steady_from_ms) / 1000),
        cpu_us_per_publish=(cpu_s - start_up_s) / len(times_ms) * 1e6,
        ack_p50_us=statistics.median(acks_us),
        errors=len(publishes) - len(times_ms),
    )


def report(rounds: dict[str, list[Measured]], start_up_s: float) -> str:
    """Medians and ratios as a Markdown table."""
    rates = {kind: statistics.median(m.rate_per_s for m in rounds[kind]) for kind in KINDS}
    cpus = {kind: statistics.median(m.cpu_us_per_publish for m in rounds[kind]) for kind in KINDS}
    lines = [
        "| publish through | acknowledged/s | CPU us/publish | acknowledge P50 us | errors "
        "| our rate / its | our CPU / its |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for kind in KINDS:
        ack = statistics.median(m.ack_p50_us for m in rounds[kind])
        errors = sum(m.errors for m in rounds[kind])
        ratio, cpu_ratio = rates["ackgate"] / rates[kind], cpus["ackgate"] / cpus[kind]
        lines.append(
            f"| {kind} | {rates[kind]:,.0f} | {cpus[kind]:.1f} | {ack:,.0f} | {errors} "
            f"| {ratio:.2f} | {cpu_ratio:.2f} |"
        )
    load = Path("/proc/loadavg").read_text(encoding="ascii").split()[0]
    lines.append(
        f"\nJMeter's start-up took {start_up_s:.2f} CPU s and is taken off. Load average at the end: {load}."
    )
    return "\n".join(lines)


def main() -> None:
    """Runs the rounds and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, alternately (default 5)")
    parser.add_argument("--seconds", type=int, default=20, help="seconds of each run (default 20)")
    parser.add_argument("--threads", type=int, default=100, help="JMeter threads (default 100)")
    options = parser.parse_args()
    if options.seconds <= WARM_UP_S:
        parser.error(f"--seconds must be above the warm-up of {WARM_UP_S} s")
    rounds: dict[str, list[Measured]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory(prefix="bench-sampler-") as name:
        folder = Path(name)
        home = build_home(folder)
        with mosquitto(folder) as port:
            start_up_s = min(run_jmeter(home, folder, port, 1, {})[1] for _ in range(2))
            for number in range(1, options.rounds + 1):
                for kind in KINDS:
                    jtl, cpu_s = run_jmeter(home, folder, port, options.seconds, {kind: options.threads})
                    measured = measure(jtl, cpu_s, start_up_s)
                    rounds[kind].append(measured)
                    sys.stderr.write(f"round {number} {kind}: {measured.rate_per_s:,.0f}/s\n")
    sys.stdout.write(report(rounds, start_up_s) + "\n")


if __name__ == "__main__":
    main()
