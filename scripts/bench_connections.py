"""Thousands of live connections in one JMeter: 15,000 on 150 threads, against Mosquitto on the same machine.

Prints connects, failures, connections alive after an idle stretch longer than the keep alive, and heap: what
lives after a full collection while they idle, less the same with one connection a thread.
Example: python scripts/bench_connections.py --connections 15000 --threads 150
"""

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import psutil
from bench_docs import replace_section
from bench_mosquitto import mosquitto

from ackgate.model.sample_variables import SAMPLE_VARIABLES
from ackgate.run.jmeter_home import ready_jmeter

PLAN = Path(__file__).resolve().parents[1] / "java-sampler" / "bench" / "connections.jmx"
#: Sockets, logs and libraries beside the connections.
SPARE_DESCRIPTORS = 500
#: Allowed heap of a connection.
MOST_BYTES = 10 * 1024


@dataclass(frozen=True)
class Outcome:
    """What one JMeter did."""

    connected: int
    failed: Counter[str]
    lost: int
    published: int
    live_bytes: int
    wall_s: float
    cpu_s: float


def require_descriptors(connections: int) -> None:
    """Raises the soft limit of this process and its children; leaves with a sentence when it can't."""
    wanted = connections + SPARE_DESCRIPTORS
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        sys.exit(f"{connections} connections need {wanted} descriptors per process; the limit is {hard}.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run_jmeter(options: argparse.Namespace, connections: int, folder: Path, port: int) -> Outcome:
    """One run of the plan; JMeter's output goes to ``folder``."""
    jtl = folder / "samples.jtl"
    rate_per_s = options.rate_per_s / options.threads
    settings = {
        "bench.port": port,
        "bench.threads": options.threads,
        "bench.connections": connections // options.threads,
        "bench.rate_per_s": f"{rate_per_s:.3f}",
        "bench.keep_alive_s": options.keep_alive_s,
        "bench.idle_ms": options.idle_s * 1000,
        "bench.source_addresses": options.source_addresses,
        "sampleresult.timestamp.start": "true",
        "sample_variables": ",".join(SAMPLE_VARIABLES),
    }
    home = ready_jmeter(None).path
    command = [
        *("java", f"-Xmx{options.heap_mib}m", f"-Xlog:gc:file={folder / 'gc.log'}"),
        *("-jar", str(home / "bin" / "ApacheJMeter.jar"), "-n", "-t", str(PLAN), "-l", str(jtl)),
        *("-j", str(folder / "jmeter.log"), *(f"-J{name}={value}" for name, value in settings.items())),
    ]
    started = time.monotonic()
    child = psutil.Popen(command, stdout=subprocess.DEVNULL)
    live_bytes = live_heap_bytes(child, connections)
    cpu = child.cpu_times()
    if child.wait() != 0:
        sys.exit(f"JMeter ended with {child.returncode}; see {folder / 'jmeter.log'}.")
    return count(jtl, live_bytes, time.monotonic() - started, cpu.user + cpu.system)


def live_heap_bytes(child: psutil.Popen, connections: int) -> int:
    """What a full collection leaves once all connections are open."""
    while child.is_running() and len(established(child)) < connections:
        time.sleep(0.5)
        if child.poll() is not None:
            sys.exit("JMeter ended before all connections were open.")
    time.sleep(2)  # the rows of the last connects
    histogram = subprocess.run(  # noqa: S603 (our own command)
        ("jcmd", str(child.pid), "GC.class_histogram"),  # noqa: S607 (the JDK's)
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return int(histogram.rstrip().splitlines()[-1].split()[2])


def established(child: psutil.Popen) -> list[object]:
    """The process's open connections."""
    return [one for one in child.net_connections("tcp") if one.status == psutil.CONN_ESTABLISHED]


def count(jtl: Path, live_bytes: int, wall_s: float, cpu_s: float) -> Outcome:
    """Reads the JTL."""
    with jtl.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    connects = [row for row in rows if row["mqtt_op"] == "connect"]
    return Outcome(
        connected=sum(row["success"] == "true" for row in connects),
        failed=Counter(row["responseCode"] for row in connects if row["success"] != "true"),
        lost=sum(row["mqtt_op"] in ("lost", "reconnect") for row in rows),
        published=len(
            {r["mqtt_client_id"] for r in rows if r["mqtt_op"] == "publish" and r["success"] == "true"}
        ),
        live_bytes=live_bytes,
        wall_s=wall_s,
        cpu_s=cpu_s,
    )


def bytes_per_connection(options: argparse.Namespace, few: Outcome, many: Outcome) -> float:
    """Growth of the live heap over the connections that make the difference."""
    return (many.live_bytes - few.live_bytes) / (options.connections - options.threads)


def report(options: argparse.Namespace, outcome: Outcome, heap_bytes: float) -> str:
    """One Markdown table."""
    failed = ", ".join(f"{code}: {number}" for code, number in sorted(outcome.failed.items())) or "none"
    return "\n".join(
        [
            "| what | figure |",
            "|---|---:|",
            f"| connections asked, on {options.threads} threads | {options.connections:,} |",
            f"| connected | {outcome.connected:,} |",
            f"| failed connects | {failed} |",
            f"| lost or reconnected in {options.idle_s} idle s at a keep alive of {options.keep_alive_s} s "
            f"| {outcome.lost:,} |",
            f"| connections that published after that | {outcome.published:,} |",
            f"| heap a connection, KiB (allowed: {MOST_BYTES // 1024}) | {heap_bytes / 1024:.1f} |",
            f"| live heap of JMeter with all of them, MiB (-Xmx {options.heap_mib}) "
            f"| {outcome.live_bytes / 2**20:.0f} |",
            f"| wall s of the run | {outcome.wall_s:.1f} |",
            f"| CPU s of JMeter until all were open | {outcome.cpu_s:.1f} |",
        ]
    )


def options_of(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--connections", type=int, default=15_000, help="in all (default 15000)")
    parser.add_argument("--threads", type=int, default=150, help="JMeter threads (default 150)")
    parser.add_argument("--rate-per-s", type=float, default=1000, help="connects/s in all (default 1000)")
    parser.add_argument("--keep-alive-s", type=int, default=10, help="keep alive (default 10)")
    parser.add_argument("--idle-s", type=int, default=25, help="idle time before the publishes (default 25)")
    parser.add_argument("--heap-mib", type=int, default=512, help="maximum heap of JMeter (default 512)")
    parser.add_argument(
        "--source-addresses", default="", help="comma-separated, e.g. 127.0.0.2,127.0.0.3 past 28,000 ports"
    )
    parser.add_argument("--docs", action="store_true", help="write the table to docs/benchmarks.md")
    options = parser.parse_args(arguments)
    if options.connections % options.threads or options.connections <= options.threads:
        parser.error(f"--connections must be a multiple of --threads ({options.threads}) and above it")
    return options


def main() -> None:
    """Runs once and prints the table; ends with 1 when a connection failed, was lost or is too large."""
    options = options_of(sys.argv[1:])
    require_descriptors(options.connections)
    with tempfile.TemporaryDirectory(prefix="bench-connections-") as name:
        folder = Path(name)
        with mosquitto(folder) as port:
            few = run_jmeter(options, options.threads, folder, port)
            (folder / "samples.jtl").unlink()
            many = run_jmeter(options, options.connections, folder, port)
    heap_bytes = bytes_per_connection(options, few, many)
    text = report(options, many, heap_bytes)
    sys.stdout.write(text + "\n")
    if options.docs:
        replace_section("bench-connections", text)
    whole = many.connected == many.published == options.connections
    sys.exit(0 if whole and not many.failed and not many.lost and heap_bytes <= MOST_BYTES else 1)


if __name__ == "__main__":
    main()
