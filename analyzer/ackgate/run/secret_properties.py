"""Secrets for JMeter: a properties file that only we can read, outside the run folder, gone after the run."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ackgate.run.failure import RunError

#: Environment variable -> JMeter property that plans refer to.
SECRET_VARIABLES = {
    "ACKGATE_PASSWORD": "ackgate.password",
    "ACKGATE_TLS_KEY_PASSWORD": "ackgate.tls.key_password",
    "ACKGATE_TLS_PKCS12_PASSWORD": "ackgate.tls.pkcs12_password",
    "ACKGATE_INFLUXDB_TOKEN": "ackgate.influxdb_token",
}


@contextmanager
def secret_properties(given: Path | None) -> Iterator[Path | None]:
    """A file for JMeter's ``-q``: secrets of the environment, then of ``given``; None without any.

    Raises RunError when ``given`` can't be read.
    """
    text = _from_environment() + _from_file(given)
    if not text:
        yield None
        return
    descriptor, name = tempfile.mkstemp(prefix="ackgate-", suffix=".properties")  # mode 600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(text)
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def require_readable(given: Path | None) -> None:
    """Raise RunError before anything is written when ``given`` can't be read."""
    _from_file(given)


def _from_environment() -> str:
    present = {name: os.environ[name] for name in SECRET_VARIABLES if os.environ.get(name)}
    return "".join(f"{SECRET_VARIABLES[name]}={escape(value)}\n" for name, value in present.items())


def _from_file(given: Path | None) -> str:
    if given is None:
        return ""
    try:
        return given.read_text(encoding="ascii").rstrip("\n") + "\n"
    except UnicodeDecodeError as failure:
        raise RunError(
            f"{given} is not ASCII; write other characters as \\uXXXX, as in any properties file."
        ) from failure
    except OSError as failure:
        raise RunError(f"{given} can't be read ({failure.strerror}); correct --secrets.") from failure


def escape(value: str) -> str:
    """A value as a Java properties file spells it (``java.util.Properties``): ASCII, nothing special left."""
    units = value.encode("utf-16-be")
    codes = (int.from_bytes(units[i : i + 2], "big") for i in range(0, len(units), 2))
    return "".join(chr(code) if chr(code).isalnum() and code < 128 else f"\\u{code:04x}" for code in codes)
