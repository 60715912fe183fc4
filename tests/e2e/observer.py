"""An independent subscriber: mosquitto_sub, which shares no code with us."""

import subprocess
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Self

_SETTLE_S = 0.5


class Observer:
    """Notes the topic of every message between entry and exit."""

    def __init__(self, port: int, topic_filter: str, qos: int, output: Path) -> None:
        self._output = output
        address = ("-h", "127.0.0.1", "-p", str(port))
        wanted = ("-t", topic_filter, "-q", str(qos), "-i", f"observer-{output.name}", "-F", "%t")
        self._command = ("mosquitto_sub", *address, *wanted)

    def __enter__(self) -> Self:
        with self._output.open("wb") as stream:
            self._child = subprocess.Popen(self._command, stdout=stream)
        time.sleep(_SETTLE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        time.sleep(_SETTLE_S)
        self._child.terminate()
        self._child.wait(10)

    def topics(self) -> Counter[str]:
        """Messages per topic, after exit."""
        return Counter(self._output.read_text().split())
