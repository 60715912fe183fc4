"""The embedded demo broker as a child that never outlives its parent."""

import queue
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Self

from ackgate.run import java_parts
from ackgate.run.failure import RunError
from ackgate.run.java_runtime import find_java

_START_LIMIT_S = 60.0
_STOP_LIMIT_S = 15.0
_MINIMUM_JAVA = 17


@dataclass(frozen=True)
class Endpoint:
    """Loopback ports and process of a running embedded broker."""

    mqtt_port: int
    metrics_port: int
    pid: int

    @property
    def url(self) -> str:
        """Address for MQTT clients."""
        return f"tcp://127.0.0.1:{self.mqtt_port}"

    @property
    def metrics_url(self) -> str:
        """Address of its counters."""
        return f"http://127.0.0.1:{self.metrics_port}/metrics"


class EmbeddedBroker:
    """Context manager: started on entry, stopped on exit; it also stops when our end of its stdin closes."""

    def __init__(self) -> None:
        java = find_java(_MINIMUM_JAVA)
        command = [str(java.program), "-Xmx1g", "-jar", str(java_parts.broker_jar())]
        self._child = subprocess.Popen(
            [*command, "--stop-on-stdin-close"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._errors: list[str] = []
        self.endpoint: Endpoint

    def __enter__(self) -> Self:
        try:
            self.endpoint = self._wait_until_ready()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        _close(self._child.stdin)
        try:
            self._child.wait(_STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        for thread in self._readers:
            thread.join()
        _close(self._child.stdout)
        _close(self._child.stderr)

    def _wait_until_ready(self) -> Endpoint:
        lines: queue.Queue[str] = queue.Queue()
        self._readers = [
            threading.Thread(target=_drain, args=(self._child.stdout, lines.put), daemon=True),
            threading.Thread(target=_drain, args=(self._child.stderr, self._errors.append), daemon=True),
        ]
        for thread in self._readers:
            thread.start()
        try:
            return _parse_ready(lines.get(timeout=_START_LIMIT_S), self._child.pid)
        except (queue.Empty, ValueError) as failure:
            said = " ".join(self._errors[-3:]).strip() or "it said nothing"
            raise RunError(f"The embedded broker did not start: {said}") from failure


def _drain(stream: IO[str] | None, take: Callable[[str], object]) -> None:
    for line in stream or ():
        take(line)
    take("")


def _parse_ready(line: str, pid: int) -> Endpoint:
    word, _, rest = line.strip().partition(" ")
    values = dict(part.split("=", 1) for part in rest.split())
    if word != "READY" or not {"port", "metrics"} <= values.keys():
        raise ValueError(line)
    return Endpoint(int(values["port"]), int(values["metrics"]), pid)


def _close(stream: IO[str] | None) -> None:
    if stream is not None:
        stream.close()
