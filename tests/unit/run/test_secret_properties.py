"""Secrets on their way to JMeter."""

import stat
from pathlib import Path

import pytest

from ackgate.run.failure import RunError
from ackgate.run.secret_properties import SECRET_VARIABLES, escape, secret_properties


@pytest.fixture(autouse=True)
def _no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SECRET_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_nothing_secret_makes_no_file() -> None:
    with secret_properties(None) as path:
        assert path is None


def test_the_file_is_ours_alone_and_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACKGATE_PASSWORD", "hunter2")
    with secret_properties(None) as path:
        assert path is not None
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.read_text() == "ackgate.password=hunter2\n"
    assert not path.exists()


def test_the_file_is_gone_after_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACKGATE_PASSWORD", "hunter2")
    block = secret_properties(None)
    path = block.__enter__()
    assert path is not None
    assert path.exists()
    assert not block.__exit__(RuntimeError, RuntimeError("broken"), None)
    assert not path.exists()


def test_special_characters_survive_javas_property_syntax() -> None:
    assert escape("a b=#é") == "a\\u0020b\\u003d\\u0023\\u00e9"
    assert escape("\U0001f511") == "\\ud83d\\udd11"


def test_a_given_file_that_is_missing_is_one_sentence(tmp_path: Path) -> None:
    with (
        pytest.raises(RunError, match=r"can't be read \(No such file or directory\); correct --secrets"),
        secret_properties(tmp_path / "none"),
    ):
        pass
