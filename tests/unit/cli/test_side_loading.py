"""What is needed later is loaded while the rows are read."""

import subprocess
import sys
from pathlib import Path

import pytest

from ackgate.cli.side_loading import loading_beside


def test_the_module_is_there_when_the_block_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "needed_later.py").write_text("VALUE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    with loading_beside("needed_later"):
        pass
    assert sys.modules["needed_later"].VALUE == 1


def test_a_module_that_fails_leaves_the_reading_alone_and_the_interpreter_as_it_was() -> None:
    usual_s = sys.getswitchinterval()
    with loading_beside("no_such_module"):
        read = True
    assert read
    assert sys.getswitchinterval() == usual_s


def test_the_command_reads_before_statistics_and_drawing_are_loaded() -> None:
    code = "import sys, ackgate.cli.analyze; print(*{'scipy', 'matplotlib', 'jinja2'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
