"""A Mosquitto of a benchmark's own, on loopback."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def mosquitto(folder: Path) -> Iterator[int]:
    """A Mosquitto on a free loopback port; yields the port."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        sys.exit("mosquitto is not installed; install it (Debian: apt-get install mosquitto).")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
    broker = subprocess.Popen(  # noqa: S603 (our own command)
        (program, "-c", str(config)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for_port(port)
        yield port
    finally:
        broker.terminate()
        broker.wait(timeout=30)


def wait_for_port(port: int) -> None:
    """Returns once somebody listens; raises TimeoutError after 10 s."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nobody listens on port {port}")
