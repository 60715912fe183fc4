"""The installed `ackgate` command, run as people run it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKLOADS = ROOT / "data" / "workloads"
#: Another installation can be put to the test: ACKGATE_PROGRAM=/opt/ackgate/bin/ackgate.
_PROGRAM = os.environ.get("ACKGATE_PROGRAM") or str(Path(sys.executable).with_name("ackgate"))


def ackgate(
    *arguments: str | Path, limit_s: float = 240, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run to the end; stdout and stderr as text."""
    return subprocess.run(
        [_PROGRAM, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=limit_s,
        check=False,
        env=_environment(variables),
        cwd=ROOT,
    )


@contextmanager
def started_ackgate(*arguments: str | Path, output: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Running in the background with stdout and stderr going to the file ``output``; gone after the block."""
    with output.open("wb") as stream:
        child = subprocess.Popen(
            [_PROGRAM, *map(str, arguments)],
            stdout=stream,
            stderr=subprocess.STDOUT,
            env=_environment({}),
            cwd=ROOT,
        )
    try:
        yield child
    finally:
        child.kill()
        child.wait(30)


def settings(**values: object) -> list[str]:
    """``--set`` options; ``__`` stands for the dot: ``load__threads=5``."""
    pairs = (f"{name.replace('__', '.')}={value}" for name, value in values.items())
    return [part for pair in pairs for part in ("--set", pair)]


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONWARNINGS": "error", "COLUMNS": "200", **more}
