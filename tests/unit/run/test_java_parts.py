"""When our jars are built, shown with a Maven that only leaves marks."""

import os
from pathlib import Path

import pytest

from ackgate.run import java_parts
from ackgate.run.failure import RunError


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree with one module, and an `mvn` that writes the jar and counts its calls."""
    source = tmp_path / "java" / "sampler" / "src" / "main" / "A.java"
    source.parent.mkdir(parents=True)
    source.write_text("class A {}")
    (tmp_path / "java" / "sampler" / "pom.xml").write_text("<project/>")
    jar = tmp_path / "java" / "sampler" / "target" / java_parts.SAMPLER_JAR
    _program(
        tmp_path / "bin" / "mvn", f"echo built >> {tmp_path}/calls; mkdir -p {jar.parent}; echo jar > {jar}"
    )
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(java_parts, "_CHECKOUT", tmp_path / "java")
    return tmp_path


def _program(path: Path, script: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def _calls(checkout: Path) -> int:
    calls = checkout / "calls"
    return len(calls.read_text().splitlines()) if calls.exists() else 0


def _make_newer(path: Path, than: Path) -> None:
    time_s = than.stat().st_mtime + 10
    os.utime(path, (time_s, time_s))


def test_a_jar_is_built_once(checkout: Path) -> None:
    assert java_parts.sampler_jar().read_text() == "jar\n"
    java_parts.sampler_jar()
    assert _calls(checkout) == 1


def test_a_newer_source_builds_again(checkout: Path) -> None:
    jar = java_parts.sampler_jar()
    _make_newer(checkout / "java" / "sampler" / "src" / "main" / "A.java", than=jar)
    java_parts.sampler_jar()
    assert _calls(checkout) == 2


def test_a_jar_of_a_build_that_did_not_end_is_not_trusted(checkout: Path) -> None:
    jar = java_parts.sampler_jar()
    jar.write_text("without its libraries")
    _make_newer(jar, than=jar)
    java_parts.sampler_jar()
    assert _calls(checkout) == 2


def test_a_failing_build_is_one_sentence(checkout: Path) -> None:
    _program(checkout / "bin" / "mvn", "exit 1")
    with pytest.raises(RunError, match=r"Maven could not build ackgate-sampler\.jar; its messages are above"):
        java_parts.sampler_jar()


def test_without_maven_it_says_what_to_install(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    with pytest.raises(RunError, match="install Maven"):
        java_parts.sampler_jar()
