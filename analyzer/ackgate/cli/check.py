"""``ackgate check``: linter and preflight of a workload or a plan."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from ackgate.broker.counters import BrokerLogin
from ackgate.broker.probe import probe_broker
from ackgate.check import Finding, check_jmx, check_workload
from ackgate.check.broker_rules import Use, broker_findings
from ackgate.check.calibration import calibration_findings
from ackgate.check.finding_text import findings_json, findings_text
from ackgate.check.inspect import (
    demand_of_jmx,
    demand_of_workload,
    use_of_jmx,
    use_of_workload,
    worst_first,
)
from ackgate.check.machine import read_machine
from ackgate.check.machine_rules import Demand, machine_findings
from ackgate.cli.calibrate import calibrate
from ackgate.model.workload import Workload
from ackgate.plan.load_workload import read_yaml, workload_from
from ackgate.plan.matrix import expand_matrix
from ackgate.plan.workload_error import WorkloadError


class Format(StrEnum):
    """Of the findings on standard output."""

    TEXT = "text"
    JSON = "json"


class _Looked(NamedTuple):
    """What a workload or plan shows by itself, and the broker to probe."""

    findings: list[Finding]
    demand: Demand
    use: Use
    login: BrokerLogin | None


def check(
    target: Annotated[Path, typer.Argument(metavar="WORKLOAD.yaml|PLAN.jmx", help="What to look at.")],
    broker: Annotated[
        str | None, typer.Option(metavar="URL", help="Probe this broker, too.", show_default=False)
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a value of the workload; repeatable."),
    ] = None,
    output_format: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.TEXT,
    machine: Annotated[bool, typer.Option(help="Look at this machine's limits.")] = True,
    calibrated: Annotated[
        bool, typer.Option("--calibrate", help="Run some seconds against a sink broker on loopback.")
    ] = False,
) -> None:
    """Say what would make a run lie, cost too much or fail, before it runs.

    Exit 0 without an error found, 1 with one, 2 when there is nothing to look at.

    Example: ackgate check data/workloads/iot-benchmark.yaml --broker tcp://127.0.0.1:1883
    """
    subject = _plan if target.suffix.lower() == ".jmx" else _workload
    findings, demand, use, login = subject(target, broker, settings or [], calibrated)
    if machine:
        findings += machine_findings(read_machine(), demand)
    if login is not None:
        findings += broker_findings(login.url, probe_broker(login), use)
    _show(worst_first(iter(findings)), output_format)


def _plan(target: Path, broker: str | None, settings: list[str], calibrated: bool) -> _Looked:
    if settings:
        raise WorkloadError("--set changes a workload; a JMX is looked at as it is, so leave --set out")
    if calibrated:
        raise WorkloadError("--calibrate needs a workload; a JMX holds its own broker address")
    login = BrokerLogin(broker) if broker else None
    return _Looked(check_jmx(target), demand_of_jmx(target), use_of_jmx(target), login)


def _workload(target: Path, broker: str | None, settings: list[str], calibrated: bool) -> _Looked:
    workload = workload_from(read_yaml(target), target, settings)
    findings = _workload_findings(workload)
    if calibrated:
        findings += calibration_findings(calibrate(_single(workload)))
    login = _login(workload, broker) if broker else None
    return _Looked(findings, demand_of_workload(workload), use_of_workload(workload), login)


def _workload_findings(workload: Workload) -> list[Finding]:
    """Of a matrix, every cell is looked at and what they share is said once."""
    if workload.matrix is None:
        return check_workload(workload)
    return [finding for cell in expand_matrix(workload) for finding in check_workload(cell.workload)]


def _single(workload: Workload) -> Workload:
    if workload.matrix is not None:
        raise WorkloadError("--calibrate needs one workload; a matrix has many")
    return workload


def _login(workload: Workload, url: str) -> BrokerLogin:
    tls = workload.broker.tls
    files = {name: getattr(tls, name, None) for name in ("ca_file", "cert_file", "key_file")}
    return BrokerLogin(
        url=url,
        username=workload.broker.username,
        password=os.environ.get("ACKGATE_PASSWORD"),
        verify=tls.verify if tls else True,
        **{name: str(path) for name, path in files.items() if path is not None},
    )


def _show(findings: list[Finding], output_format: Format) -> None:
    show = findings_json if output_format is Format.JSON else findings_text
    typer.echo(show(findings))
    if any(finding.severity == "error" for finding in findings):
        raise typer.Exit(1)
