"""The Java that runs JMeter and the embedded broker."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ackgate.run.failure import RunError

_VERSION = re.compile(r'version "([^"]+)"')


@dataclass(frozen=True)
class JavaRuntime:
    """A ``java`` program and the version it printed."""

    program: Path
    version: str

    @property
    def feature(self) -> int:
        """Feature release: 17 of ``17.0.15``, 8 of ``1.8.0_402``."""
        parts = self.version.split(".")
        return int(re.sub(r"\D.*", "", parts[1] if parts[0] == "1" else parts[0]))


def find_java(minimum: int = 11) -> JavaRuntime:
    """``JAVA_HOME``'s java, else the one on the PATH. Raises RunError when there is none or it is too old."""
    program = _program()
    try:
        answer = subprocess.run(
            [program, "-version"], capture_output=True, text=True, check=False, timeout=60
        )
    except OSError as failure:
        raise RunError(
            f"{program} can't be started ({failure.strerror}); install a JDK {minimum} or newer"
            " or set JAVA_HOME."
        ) from failure
    match = _VERSION.search(answer.stderr)
    if answer.returncode != 0 or match is None:
        raise RunError(f"{program} -version failed; install a JDK {minimum} or newer or set JAVA_HOME.")
    java = JavaRuntime(program, match[1])
    if java.feature < minimum:
        raise RunError(
            f"{program} is Java {java.version}, but Java {minimum} or newer is needed; set JAVA_HOME."
        )
    return java


def _program() -> Path:
    home = os.environ.get("JAVA_HOME")
    if home:
        program = Path(home, "bin", "java")
        if not program.is_file():
            raise RunError(f"JAVA_HOME is {home}, but {program} does not exist; correct or unset JAVA_HOME.")
        return program
    found = shutil.which("java")
    if found is None:
        raise RunError("No java on the PATH; install a JDK 11 or newer or set JAVA_HOME.")
    return Path(found)
