"""Scratch folders do not pile up, whatever ended the run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ackgate.run.scratch import clear_leftovers, scratch_folder


def test_a_folder_of_a_killed_process_is_removed(tmp_path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    leftover = tmp_path / f"ackgate-scratch-{child.pid}-x"
    leftover.mkdir()
    (leftover / "device_ids.csv").touch()
    clear_leftovers(tmp_path)
    assert not leftover.exists()


@pytest.mark.parametrize("name", [f"ackgate-scratch-{os.getpid()}-x", "ackgate-scratch-mine", "ackgate-x"])
def test_folders_of_running_processes_and_of_others_are_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    clear_leftovers(tmp_path)
    assert (tmp_path / name).is_dir()


def test_the_folder_goes_with_the_block() -> None:
    with scratch_folder() as folder:
        assert folder.is_dir()
    assert not folder.exists()
