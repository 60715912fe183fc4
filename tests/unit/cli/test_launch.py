"""What ``run`` refuses once everything it needs is built."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ackgate.cli.launch import RunOptions, run_workload
from ackgate.model.workload import Workload
from ackgate.plan import WorkloadError
from ackgate.run.execute import Launcher
from ackgate.run.java_runtime import JavaRuntime
from ackgate.run.jmeter_home import JMeterHome


def test_a_start_that_passed_during_the_setup_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        workload = Workload.model_validate(
            {
                "name": "late",
                "broker": {"url": f"tcp://127.0.0.1:{listener.getsockname()[1]}"},
                "load": {
                    "threads": 1,
                    "ramp_up_s": 1,
                    "warm_up_s": 1,
                    "duration_s": 10,
                    "start_at": datetime.now(UTC) - timedelta(seconds=7),
                },
                "devices": {"count": 1},
                "publish": [{"name": "p", "topic": "t", "size_bytes": 64, "rate": "1/s"}],
            }
        )
        with pytest.raises(WorkloadError, match=r"^late: load\.start_at: .* is 7 s ago, so that no device"):
            run_workload(_launcher(tmp_path), workload, tmp_path / "run", RunOptions(), {})
    assert not (tmp_path / "run").exists()


def _launcher(folder: Path) -> Launcher:
    """Never started."""
    return Launcher(JavaRuntime(folder / "java", "17"), JMeterHome(folder, "5.6.3", own=False))
