"""A workload without findings and its plan, to be changed one edit at a time."""

import copy
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from lxml import etree

from ackgate.check import Finding, check_jmx, check_workload
from ackgate.plan import write_plan
from ackgate.plan.load_workload import read_yaml, workload_from

Raw = dict[str, object]
Edit = Callable[[etree._Element], None]

_RAW = {
    "name": "clean",
    "broker": {"url": "tcp://127.0.0.1:1883"},
    "devices": {"file": "devices.csv", "client_id": "device_id"},
    "load": {"threads": 150, "ramp_up_s": 2, "duration_s": 60, "warm_up_s": 10},
    "publish": [
        {"name": "telemetry", "topic": "device/${device_id}/telemetry", "size_bytes": 64, "rate": "1/s"},
        {
            "name": "heartbeat",
            "topic": "device/${device_id}/heartbeat",
            "size_bytes": 8,
            "qos": 0,
            "rate": "1/min",
        },
    ],
    "subscribers": [{"name": "backend", "count": 2, "topic_filter": "$share/backend/device/+/telemetry"}],
    "criteria": [
        {"metric": "acknowledge_time", "label": "telemetry", "statistic": "p99", "limit": "< 500 ms"},
        {"metric": "backlog_rate", "limit": "<= 0.1 /s"},
    ],
}


@pytest.fixture
def raw() -> Raw:
    return copy.deepcopy(_RAW)


@pytest.fixture
def devices() -> list[str]:
    """Lines of the devices file."""
    return ["device_id,region", *(f"dev-{number:04d},eu" for number in range(1, 161))]


@pytest.fixture
def workload_codes(tmp_path: Path, raw: Raw, devices: list[str]) -> Callable[..., list[str]]:
    """Codes found on the workload after what the test changed in ``raw`` and ``devices``."""

    def codes(encoding: str = "utf-8") -> list[str]:
        (tmp_path / "devices.csv").write_bytes(("\n".join(devices) + "\n").encode(encoding))
        path = tmp_path / "workload.yaml"
        path.write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
        return [finding.code for finding in check_workload(workload_from(read_yaml(path), path, []))]

    return codes


@pytest.fixture
def jmx_findings(tmp_path: Path, raw: Raw, devices: list[str]) -> Callable[[Edit], list[Finding]]:
    """Findings on the clean plan after one edit of its tree."""

    def findings(edit: Edit) -> list[Finding]:
        (tmp_path / "devices.csv").write_text("\n".join(devices) + "\n", encoding="utf-8")
        path = tmp_path / "workload.yaml"
        path.write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
        files = write_plan(workload_from(read_yaml(path), path, []), tmp_path / "plan")
        tree = etree.parse(str(files.plan_jmx))
        edit(tree.getroot())
        tree.write(str(files.plan_jmx))
        return check_jmx(files.plan_jmx)

    return findings
