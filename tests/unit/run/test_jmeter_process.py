"""The ladder that stops JMeter, shown on a small program that behaves as each step needs."""

import signal
import sys
import time
from pathlib import Path

import pytest

from ackgate.run import jmeter_process
from ackgate.run.command import JMeterCommand
from ackgate.run.failure import RunError
from ackgate.run.jmeter_process import JMeterProcess, free_udp_port

#: Listens like JMeter; prints what arrives and ends at the message named, or never.
_CHILD = """
import signal, socket, sys
signal.signal(signal.SIGINT, lambda *_: print("SIGINT", flush=True))
listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
listener.bind(("127.0.0.1", int(sys.argv[1])))
print("up", flush=True)
while True:
    message = listener.recv(100).decode()
    print(message, flush=True)
    if message == sys.argv[2]:
        sys.exit(0)
"""


class Child:
    """A started child with what it printed."""

    def __init__(self, folder: Path, ends_at: str) -> None:
        port = free_udp_port()
        command = JMeterCommand((sys.executable, "-c", _CHILD, str(port), ends_at))
        self._output = folder / "output"
        self.process = JMeterProcess(command, port, self._output)
        _until(lambda: "up" in self.said())

    def said(self) -> list[str]:
        return self._output.read_text().split()


def _until(condition: object) -> None:
    assert callable(condition)
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "did not happen within 20 s"
        time.sleep(0.01)


def test_first_request_sends_shutdown(tmp_path: Path) -> None:
    child = Child(tmp_path, ends_at="Shutdown")
    with child.process as process:
        process.request_stop()
        _until(lambda: process.poll() == 0)
    assert child.said() == ["up", "Shutdown"]


def test_second_request_sends_stop_test_now(tmp_path: Path) -> None:
    child = Child(tmp_path, ends_at="StopTestNow")
    with child.process as process:
        process.request_stop()
        process.request_stop()
        _until(lambda: process.poll() == 0)
    assert child.said() == ["up", "Shutdown", "StopTestNow"]


def test_a_step_that_does_not_end_it_is_followed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jmeter_process, "_GRACE_S", 0.2)
    child = Child(tmp_path, ends_at="never")
    with child.process as process:
        process.request_stop()
        _until(lambda: process.poll() is not None)
        assert process.poll() == -signal.SIGKILL
        assert process.step == "killed"
    assert child.said() == ["up", "Shutdown", "StopTestNow"]


def test_leaving_the_block_leaves_no_process(tmp_path: Path) -> None:
    child = Child(tmp_path, ends_at="never")
    with child.process as process:
        assert process.poll() is None
    assert process.poll() == -signal.SIGKILL


def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"/no/java could not be started: No such file"):
        JMeterProcess(JMeterCommand(("/no/java",)), 1, tmp_path / "output")
