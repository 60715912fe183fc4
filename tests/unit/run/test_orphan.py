"""A JMeter that outlived its run."""

import subprocess
import sys
from pathlib import Path

import psutil

from ackgate.run.orphan import end_orphan

_SLEEP = "import time; print('up', flush=True); time.sleep(60)"


def _stand_in(*arguments: str) -> subprocess.Popen[bytes]:
    child = subprocess.Popen([sys.executable, "-c", _SLEEP, *arguments], stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"up\n"
    return child


def test_the_one_that_writes_into_the_folder_is_ended(tmp_path: Path) -> None:
    with _stand_in("-n", "-l", str(tmp_path / "cell" / "samples.jtl")) as child:
        assert end_orphan(tmp_path / "cell")
        assert not psutil.pid_exists(child.pid)


def test_any_other_is_left_alone(tmp_path: Path) -> None:
    with _stand_in("-n", "-l", str(tmp_path / "other" / "samples.jtl")) as child:
        assert not end_orphan(tmp_path / "cell")
        assert child.poll() is None
        child.kill()
