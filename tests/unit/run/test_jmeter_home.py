"""Finding a JMeter and putting our jar into it."""

import zipfile
from pathlib import Path

import pytest

from ackgate.run.failure import RunError
from ackgate.run.jmeter_home import given_home, install_plugin, open_home


def _home(folder: Path) -> Path:
    for jar in ("bin/ApacheJMeter.jar", "lib/ext/ApacheJMeter_core.jar"):
        path = folder / jar
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nImplementation-Version: 5.6.3\n")
    return folder


def test_version_is_read_from_the_core_jar(tmp_path: Path) -> None:
    assert open_home(_home(tmp_path), own=False).version == "5.6.3"


def test_a_folder_that_is_no_jmeter_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"is no JMeter home: bin/ApacheJMeter\.jar is missing"):
        open_home(tmp_path, own=False)


def test_installing_writes_one_file_and_then_nothing(tmp_path: Path) -> None:
    home = open_home(_home(tmp_path / "jmeter"), own=False)
    jar = tmp_path / "built.jar"
    jar.write_bytes(b"plug-in")
    before = {path for path in home.path.rglob("*") if path.is_file()}
    assert install_plugin(home, jar)
    assert not install_plugin(home, jar)
    assert {path for path in home.path.rglob("*") if path.is_file()} - before == {home.plugin}


def test_a_changed_jar_replaces_the_old_one(tmp_path: Path) -> None:
    home = open_home(_home(tmp_path / "jmeter"), own=False)
    jar = tmp_path / "built.jar"
    for content in (b"one", b"two"):
        jar.write_bytes(content)
        assert install_plugin(home, jar)
    assert home.plugin.read_bytes() == b"two"


def test_the_option_wins_over_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JMETER_HOME", "/from/variable")
    assert given_home(Path("/from/option")) == Path("/from/option")
    assert given_home(None) == Path("/from/variable")
    monkeypatch.delenv("JMETER_HOME")
    assert given_home(None) is None


def test_a_broken_jar_of_jmeter_is_named(tmp_path: Path) -> None:
    launcher = _home(tmp_path) / "lib" / "ext" / "ApacheJMeter_core.jar"
    launcher.write_text("half a download")
    with pytest.raises(RunError, match=r"ApacheJMeter_core\.jar is no jar"):
        open_home(tmp_path, own=False)
