"""JMeter as a child in its own process session, and the ladder that stops it."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from ackgate.run.command import JMeterCommand
from ackgate.run.failure import RunError

Step = Literal["running", "shutdown", "stop_now", "killed"]
_GRACE_S = 15.0


def free_udp_port() -> int:
    """A UDP port that was free on loopback a moment ago."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class JMeterProcess:
    """One JMeter; a terminal's SIGINT does not reach it, so it can close its connections.

    Each request to stop goes one step further: ``Shutdown`` (threads end after their current sample),
    ``StopTestNow`` (samples are interrupted), SIGKILL. A step that has not ended JMeter within 15 s is
    followed by the next.
    """

    def __init__(self, command: JMeterCommand, stop_port: int, output: Path) -> None:
        self._stop_port = stop_port
        self._output = output.open("wb")
        self._next_step_at_s = 0.0
        self.step: Step = "running"
        try:
            self._child = subprocess.Popen(
                command.arguments,
                env=dict(command.environment),
                cwd=output.parent,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as failure:
            self._output.close()
            raise RunError(f"{command.arguments[0]} could not be started: {failure.strerror}.") from failure

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._child.poll() is None:
            self._kill()
        self._output.close()

    @property
    def pid(self) -> int:
        """Process id of JMeter, which is also its process group."""
        return self._child.pid

    def poll(self) -> int | None:
        """Exit code, or None while it runs; moves on to the next step when one has had its time."""
        code = self._child.poll()
        if code is None and self.step != "running" and time.monotonic() >= self._next_step_at_s:
            self.request_stop()
        return code

    def request_stop(self) -> None:
        """Go one step further."""
        if self.step == "running":
            self._send("Shutdown")
            self.step = "shutdown"
        elif self.step == "shutdown":
            self._send("StopTestNow")
            self.step = "stop_now"
        else:
            self._kill()
            self.step = "killed"
        self._next_step_at_s = time.monotonic() + _GRACE_S

    def _send(self, message: str) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(message.encode("ascii"), ("127.0.0.1", self._stop_port))

    def _kill(self) -> None:
        os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()
