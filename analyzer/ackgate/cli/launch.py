"""From a workload or a plan to a finished run folder: what ``run`` and ``demo`` share."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ackgate.broker.counters import BrokerLogin
from ackgate.model.workload import Workload
from ackgate.model.workload_broker import Broker
from ackgate.plan import PlanFiles, load_workload, write_plan
from ackgate.plan.load_workload import refuse_past_start
from ackgate.run.command import result_properties
from ackgate.run.embedded_broker import EmbeddedBroker, Endpoint
from ackgate.run.execute import Launcher, RunOutcome, execute
from ackgate.run.failure import RunError, RunInterruptedError
from ackgate.run.folder import create_run_folder, keep_metadata, refuse_used_folder
from ackgate.run.reachable import require_listener
from ackgate.run.request import BrokerTarget, PlannedRun, RunRequest
from ackgate.run.secret_properties import require_readable

EMBEDDED = "embedded"
_EMBEDDED_URL = "tcp://127.0.0.1:1883"  # stands for the port that is chosen when it starts


@dataclass(frozen=True)
class RunOptions:
    """What people say beside the target. ``broker``: ``embedded``, a URL, or None for the workload's own."""

    broker: str | None = None
    settings: tuple[str, ...] = ()
    secrets_file: Path | None = None
    metadata: Path | None = None


@contextmanager
def embedded_broker(options: RunOptions) -> Iterator[Endpoint | None]:
    """The embedded broker while the block runs, where it is asked for."""
    if options.broker != EMBEDDED:
        yield None
        return
    with EmbeddedBroker() as broker:
        yield broker.endpoint


def load_for_run(path: Path, options: RunOptions) -> Workload:
    """The workload with its settings and the broker that was asked for. Raises WorkloadError.

    The embedded broker's port is not known yet: ``aimed_at`` puts it in.
    """
    settings = list(options.settings)
    if options.broker is not None:
        url = _EMBEDDED_URL if options.broker == EMBEDDED else options.broker
        settings.append(f"broker.url={url}")
    return load_workload(path, settings)


def aimed_at(workload: Workload, endpoint: Endpoint | None) -> Workload:
    """The workload on the embedded broker where one runs, else as it is."""
    if endpoint is None:
        return workload
    return workload.model_copy(update={"broker": workload.broker.model_copy(update={"url": endpoint.url})})


def run_workload(
    launcher: Launcher, loaded: Workload, folder: Path, options: RunOptions, cell: Mapping[str, str]
) -> RunOutcome:
    """Plan into ``folder`` and run there. Nothing is written when nobody listens.

    ``cell`` holds the matrix parameters of this run, empty outside a matrix.
    """
    refuse_used_folder(folder)
    require_readable(options.secrets_file)
    if loaded.note:
        sys.stderr.write(f"ackgate: {loaded.note}\n")
    with embedded_broker(options) as endpoint:
        workload = aimed_at(loaded, endpoint)
        require_listener(workload.broker.url)
        refuse_past_start(workload.load.start_at, workload.name)  # building the jar may have outlasted it
        files = write_plan(workload, folder)
        keep_metadata(options.metadata, folder)
        request = RunRequest(
            folder=folder,
            planned=_planned(workload, files, cell),
            broker=_target(workload.broker, endpoint),
            command=_command(),
            secrets_file=options.secrets_file,
        )
        return execute(launcher, request)


def run_foreign_plan(launcher: Launcher, plan: Path, folder: Path, options: RunOptions) -> RunOutcome:
    """Run a JMX as it is. ``--broker URL`` then names the broker whose counters are read, no more."""
    if not plan.is_file():
        raise RunError(f"{plan}: no such file.")
    if options.settings:
        raise RunError("--set changes a workload; a JMX runs as it is, so leave --set out.")
    if options.broker == EMBEDDED:
        raise RunError("--broker embedded needs a workload; a JMX holds its own broker address.")
    if options.broker is not None:
        require_listener(options.broker)
    require_readable(options.secrets_file)
    target = create_run_folder(folder)
    shutil.copyfile(plan, target.plan)
    keep_metadata(options.metadata, folder)
    beside = plan.with_name("plan.properties")
    text = beside.read_text(encoding="latin-1") if beside.is_file() else result_properties()
    target.plan_properties.write_text(text, encoding="latin-1")
    login = BrokerLogin(options.broker) if options.broker else None
    request = RunRequest(
        folder=folder,
        planned=PlannedRun(workload_name=plan.stem),
        broker=BrokerTarget("url" if login else "unknown", login),
        command=_command(),
        secrets_file=options.secrets_file,
    )
    return execute(launcher, request)


def _command() -> tuple[str, ...]:
    """The command line, without where this machine keeps the program."""
    return (Path(sys.argv[0]).name, *sys.argv[1:])


def refuse_interrupted(outcome: RunOutcome) -> None:
    """Raise RunInterruptedError when a person stopped the run."""
    if outcome.manifest.interrupted:
        raise RunInterruptedError(
            f"Stopped before its planned end; what was measured so far is in {outcome.folder}"
            f" (ackgate analyze {outcome.folder})."
        )


def _planned(workload: Workload, files: PlanFiles, cell: Mapping[str, str]) -> PlannedRun:
    load = workload.load
    return PlannedRun(
        workload_name=workload.name,
        title=workload.title,
        mqtt_version=workload.broker.version,
        tls_verified=workload.broker.tls_verified,
        seed=load.seed,
        threads=load.peak_threads,
        ramp_up_s=load.ramp_up_s,
        warm_up_s=load.warm_up_s,
        duration_s=files.length_s,
        drain_s=load.drain_s,
        streams=files.streams,
        subscribers=files.subscribers,
        cell=cell,
    )


def _target(broker: Broker, endpoint: Endpoint | None) -> BrokerTarget:
    tls = broker.tls
    login = BrokerLogin(
        url=broker.url,
        username=broker.username,
        password=os.environ.get("ACKGATE_PASSWORD"),
        ca_file=str(tls.ca_file) if tls and tls.ca_file else None,
        cert_file=str(tls.cert_file) if tls and tls.cert_file else None,
        key_file=str(tls.key_file) if tls and tls.key_file else None,
        verify=tls.verify if tls else True,
    )
    if endpoint is not None:
        return BrokerTarget("embedded", login, endpoint.metrics_url, endpoint.pid)
    return BrokerTarget("url", login)
