"""One run from a ready plan to a finished run folder."""

import secrets
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from ackgate.model.manifest import RunManifest
from ackgate.run.broker_process import BrokerProcess, find_broker_process, sampled_broker
from ackgate.run.broker_recorder import recorded_counters
from ackgate.run.command import JMeterCommand, JMeterPaths, jmeter_command
from ackgate.run.environment import host_facts, versions
from ackgate.run.failure import HarnessError
from ackgate.run.folder import RunFolder, hash_files, write_manifest
from ackgate.run.host_sampler import sampled_host
from ackgate.run.java_runtime import JavaRuntime, find_java
from ackgate.run.jmeter_home import JMeterHome, ready_jmeter
from ackgate.run.jmeter_log import failure_sentence, parse_started_ms, read_text
from ackgate.run.jmeter_process import JMeterProcess, free_udp_port
from ackgate.run.progress import JtlTail, LiveLine
from ackgate.run.request import RunRequest
from ackgate.run.sampler_summary import read_summary
from ackgate.run.secret_properties import secret_properties

_TICK_S = 0.25
#: JMeter still running this long after its planned end is stopped.
_OVERDUE_S = 60.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class RunOutcome:
    """How a run ended."""

    manifest: RunManifest
    folder: Path


@dataclass(frozen=True)
class _Ending:
    """What is known once JMeter is gone."""

    exit_code: int
    interrupted: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Launcher:
    """The programs a run needs, found before anything is written."""

    java: JavaRuntime
    home: JMeterHome


def find_launcher(jmeter_home: Path | None) -> Launcher:
    """Java and a JMeter with our plug-in. Raises RunError when they can't be had."""
    return Launcher(find_java(), ready_jmeter(jmeter_home))


def execute(launcher: Launcher, request: RunRequest) -> RunOutcome:
    """Run JMeter and write the run folder.

    Raises RunError when it could not start and HarnessError when JMeter made no result file.
    """
    folder = RunFolder(request.folder)
    java, home = launcher.java, launcher.home
    broker = find_broker_process(request.broker)
    manifest = _opening_manifest(request, java, home, broker)
    write_manifest(folder.manifest, manifest)
    own = {"ackgate.run_id": manifest.run_id, "ackgate.summary_file": str(folder.summary.absolute())}
    properties = {**own, **request.properties}
    with ExitStack() as stack:
        secrets_file = stack.enter_context(secret_properties(request.secrets_file))
        counters = stack.enter_context(recorded_counters(request.broker, folder.broker_counters))
        stack.enter_context(sampled_broker(broker, folder.broker_host_samples))
        port = free_udp_port()
        command = jmeter_command(java, home, _paths(folder, secrets_file), port, properties)
        ending = _watch(command, port, folder, request.planned.length_s)
    notes = list(ending.notes)
    if request.broker.login is not None and counters.rows == 0:
        notes.append("The broker published no counters under $SYS, so broker.csv is missing.")
    manifest = _closing_manifest(manifest, folder, ending, notes)
    write_manifest(folder.manifest, manifest)
    _refuse_failure(folder, ending)
    return RunOutcome(manifest, request.folder)


def _refuse_failure(folder: RunFolder, ending: _Ending) -> None:
    """Raise HarnessError when JMeter made no result file or failed; a stop by a person is no failure."""
    if not folder.results.is_file() or folder.results.stat().st_size == 0:
        raise HarnessError(failure_sentence(read_text(folder.jmeter_output), read_text(folder.jmeter_log)))
    if ending.exit_code != 0 and not ending.interrupted:
        raise HarnessError(
            f"JMeter ended with code {ending.exit_code}; {folder.jmeter_log} and {folder.jmeter_output} say"
            " why, and what was measured until then lies beside them."
        )


def _paths(folder: RunFolder, secrets_file: Path | None) -> JMeterPaths:
    own = folder.plan_properties if folder.plan_properties.is_file() else None
    return JMeterPaths(
        plan=folder.plan.absolute(),
        results=folder.results.absolute(),
        log=folder.jmeter_log.absolute(),
        gc_log=folder.gc_log.absolute(),
        property_files=tuple(path.absolute() for path in (own, secrets_file) if path is not None),
    )


def _watch(command: JMeterCommand, port: int, folder: RunFolder, length_s: float | None) -> _Ending:
    """Keep the live line until JMeter is gone; pass requests to stop on to it."""
    line, tail, notes = LiveLine(sys.stderr), JtlTail(folder.results), []
    overdue_at_s = time.monotonic() + length_s + _OVERDUE_S if length_s is not None else float("inf")
    with (
        JMeterProcess(command, port, folder.jmeter_output) as jmeter,
        sampled_host(folder.host_samples, jmeter.pid, folder.gc_log),
        _stop_requests(jmeter) as requests,
    ):
        while (code := jmeter.poll()) is None:
            if time.monotonic() > overdue_at_s and jmeter.step == "running":
                notes.append(f"JMeter was stopped {_OVERDUE_S:g} s after its planned end.")
                jmeter.request_stop()
            line.show(tail.read(), _stop_note(jmeter.step))
            time.sleep(_TICK_S)
        line.show(tail.read(), last=True)
    if jmeter.step == "killed":
        notes.append("JMeter did not stop when asked and was killed; its last rows may be missing.")
    return _Ending(code, interrupted=bool(requests), notes=tuple(notes))


def _stop_note(step: str) -> str:
    return {
        "running": "",
        "shutdown": "  stopping; Ctrl-C again interrupts the samples under way",
        "stop_now": "  interrupting; Ctrl-C again kills JMeter",
        "killed": "  killed",
    }[step]


@contextmanager
def _stop_requests(jmeter: JMeterProcess) -> Iterator[list[int]]:
    """Signals become requests to stop, so that every connection is closed; the list fills with them."""
    seen: list[int] = []

    def request(number: int, _frame: FrameType | None) -> None:
        seen.append(number)
        jmeter.request_stop()

    previous = {number: signal.signal(number, request) for number in _SIGNALS}
    try:
        yield seen
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _opening_manifest(
    request: RunRequest, java: JavaRuntime, home: JMeterHome, process: BrokerProcess
) -> RunManifest:
    planned, broker = request.planned, request.broker
    return RunManifest(
        run_id=secrets.token_hex(4),
        workload_name=planned.workload_name,
        title=planned.title,
        versions=versions(java, home),
        host=host_facts(),
        command=list(request.command),
        seed=planned.seed,
        broker_kind=broker.kind,
        broker_url=broker.url,
        broker_process=process.name,
        broker_process_not_known=process.not_known,
        mqtt_version=planned.mqtt_version,
        tls=(broker.url or "").startswith(("ssl:", "wss:")),
        tls_verified=planned.tls_verified,
        threads=planned.threads,
        ramp_up_s=planned.ramp_up_s,
        warm_up_s=planned.warm_up_s,
        duration_s=planned.duration_s,
        drain_s=planned.drain_s,
        started_ms=_now_ms(),
        streams=list(planned.streams),
        subscribers=list(planned.subscribers),
        cell=dict(planned.cell),
        notes=list(planned.notes),
    )


def _closing_manifest(
    opening: RunManifest, folder: RunFolder, ending: _Ending, notes: list[str]
) -> RunManifest:
    summary = read_summary(folder.summary)
    found = summary.notes() if summary else ["The sampler left no summary; late acknowledgements not known."]
    changes: Mapping[str, object] = {
        "ended_ms": _now_ms(),
        "test_started_ms": parse_started_ms(read_text(folder.jmeter_output)),
        "jmeter_exit_code": ending.exit_code,
        "interrupted": ending.interrupted,
        "late_acks": summary.late_acks if summary else None,
        "negative_latencies": summary.negative_latencies if summary else None,
        "cut_publishes": summary.cut.get("publish") if summary else None,
        "files": hash_files(folder.root),
        "notes": [*opening.notes, *notes, *found],
    }
    return opening.model_copy(update=changes)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
