"""Finding a Java."""

from pathlib import Path

import pytest

from ackgate.run.failure import RunError
from ackgate.run.java_runtime import JavaRuntime, find_java


def _java(folder: Path, version: str) -> Path:
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2024-01-01' >&2\n")
    program.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    ("version", "feature"), [("17.0.15", 17), ("1.8.0_402", 8), ("21", 21), ("22-ea", 22)]
)
def test_feature_release_is_read_from_the_version(version: str, feature: int) -> None:
    assert JavaRuntime(Path("java"), version).feature == feature


def test_java_home_wins_over_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(_java(tmp_path, "21.0.2")))
    assert find_java().version == "21.0.2"


def test_an_old_java_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(_java(tmp_path, "1.8.0_402")))
    with pytest.raises(RunError, match=r"is Java 1\.8\.0_402, but Java 11 or newer is needed; set JAVA_HOME"):
        find_java()


def test_a_java_home_without_java_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(RunError, match="correct or unset JAVA_HOME"):
        find_java()


def test_no_java_at_all_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RunError, match="install a JDK 11 or newer"):
        find_java()


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_a_java_that_is_no_program_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    program = _java(tmp_path, "17.0.15") / "bin" / "java"
    program.write_bytes(b"\x00 no program")
    program.chmod(mode)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(RunError, match="can't be started"):
        find_java()
