"""The run folder."""

import hashlib
from pathlib import Path

import pytest

from ackgate.run.failure import RunError
from ackgate.run.folder import create_run_folder, hash_files, keep_metadata


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    assert create_run_folder(tmp_path / "a" / "b").root.is_dir()


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    assert create_run_folder(tmp_path).root == tmp_path


def test_a_used_folder_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(RunError, match="is not empty; give another folder for -o"):
        create_run_folder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match="is a file"):
        create_run_folder(tmp_path / "file")


def test_every_file_but_the_manifest_is_hashed(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ids.csv").write_bytes(b"device_id\n")
    (tmp_path / "plan.jmx").write_bytes(b"<jmx/>")
    (tmp_path / "run.json").write_bytes(b"{}")
    hashes = hash_files(tmp_path)
    assert [entry.path for entry in hashes] == ["data/ids.csv", "plan.jmx"]
    assert hashes[1].sha256 == hashlib.sha256(b"<jmx/>").hexdigest()
    assert hashes[1].size_bytes == 6


def test_metadata_beside_the_workload_goes_into_the_run_folder(tmp_path: Path) -> None:
    (tmp_path / "metadata.yaml").write_text("report_id: TR-17\n")
    folder = create_run_folder(tmp_path / "run")
    keep_metadata(tmp_path / "metadata.yaml", folder.root)
    assert (folder.root / "metadata.yaml").read_text() == "report_id: TR-17\n"
    assert [entry.path for entry in hash_files(folder.root)] == ["metadata.yaml"]


def test_without_metadata_nothing_is_copied(tmp_path: Path) -> None:
    keep_metadata(None, tmp_path)
    assert list(tmp_path.iterdir()) == []
