"""A small valid workload on disk, to be changed one value at a time."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

RawWorkload = dict[str, object]


def raw_workload() -> RawWorkload:
    """The smallest workload that has one of everything a plan is made of."""
    return {
        "name": "small",
        "broker": {"url": "tcp://127.0.0.1:1883"},
        "devices": {"file": "devices.csv", "client_id": "device_id"},
        "load": {"threads": 3, "ramp_up_s": 1, "duration_s": 20, "warm_up_s": 2},
        "subscribe": [{"topic_filter": "device/${device_id}/command"}],
        "publish": [
            {"name": "telemetry", "topic": "device/${device_id}/telemetry", "size_bytes": 64, "rate": "2/s"}
        ],
        "subscribers": [{"name": "backend", "count": 2, "topic_filter": "$share/backend/device/+/telemetry"}],
    }


@pytest.fixture
def raw() -> RawWorkload:
    return raw_workload()


@pytest.fixture
def write_workload(tmp_path: Path) -> Callable[[RawWorkload], Path]:
    """Write a raw workload beside a devices file of three rows; the path of the workload."""

    def write(content: RawWorkload, devices: str = "device_id,region\nd1,eu\nd2,eu\nd3,us\n") -> Path:
        (tmp_path / "devices.csv").write_text(devices, encoding="utf-8")
        path = tmp_path / "workload.yaml"
        path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
        return path

    return write
