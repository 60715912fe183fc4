"""Is anybody listening? Asked before JMeter starts."""

import socket
import urllib.parse

from ackgate.model.workload_broker import DEFAULT_PORTS
from ackgate.run.failure import RunError

_LIMIT_S = 5.0


def require_listener(url: str) -> None:
    """Open and close one TCP connection to ``url``. Raises RunError in one sentence."""
    address = urllib.parse.urlsplit(url)
    host = address.hostname or ""
    try:
        port = address.port or DEFAULT_PORTS[address.scheme]
    except (KeyError, ValueError) as wrong:
        raise RunError(f"'{url}' is no broker URL; write it like tcp://host:1883.") from wrong
    try:
        socket.create_connection((host, port), timeout=_LIMIT_S).close()
    except socket.gaierror as failure:
        raise RunError(f"The broker's host {host} can't be resolved; correct broker.url.") from failure
    except TimeoutError as failure:
        raise RunError(f"{host}:{port} did not answer within {_LIMIT_S:g} s; is a broker there?") from failure
    except OSError as failure:
        raise RunError(
            f"Nobody listens on {host}:{port} ({failure.strerror}); start the broker or correct its URL."
        ) from failure
