"""A Mosquitto of our own on a free loopback port."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

#: `user root`: as root it would give up its rights and could not write its log into the test's folder.
_CONFIG = """
listener {port} 127.0.0.1
allow_anonymous {anonymous}
persistence false
sys_interval 1
max_queued_messages 0
log_dest file {log}
log_type all
log_timestamp true
log_timestamp_format %Y-%m-%dT%H:%M:%S
connection_messages true
user root
{extra}
"""


def free_tcp_port() -> int:
    """A TCP port that was free on loopback a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Mosquitto:
    """Starts on entry, stops on exit; may be stopped and started again on the same port in between."""

    def __init__(self, folder: Path, extra: str = "", *, anonymous: bool = True) -> None:
        self.port = free_tcp_port()
        self.log = folder / f"mosquitto-{self.port}.log"
        self._config = folder / f"mosquitto-{self.port}.conf"
        allowed = "true" if anonymous else "false"
        text = _CONFIG.format(port=self.port, log=self.log, anonymous=allowed, extra=extra)
        self._config.write_text(text)
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address for clients."""
        return f"tcp://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start and wait until it accepts connections."""
        program = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin")
        assert program is not None, "mosquitto is not installed; .ci/run installs it"
        self._child = subprocess.Popen([program, "-c", str(self._config)])
        deadline = time.monotonic() + 20
        while not _listens(self.port):
            assert self._child.poll() is None, f"mosquitto ended; see {self.log}"
            assert time.monotonic() < deadline, "mosquitto did not listen within 20 s"
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop without a word to the clients, as a crash would."""
        if self._child is not None:
            self._child.send_signal(signal.SIGTERM)
            self._child.wait(20)
            self._child = None

    def log_lines(self) -> list[str]:
        """What it logged so far."""
        return self.log.read_text(errors="replace").splitlines() if self.log.exists() else []


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
