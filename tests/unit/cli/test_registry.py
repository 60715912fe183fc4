"""Subcommands, and what known failures end in."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from ackgate.cli.failures import CODES, exit_code_of
from ackgate.cli.registry import COMMANDS
from ackgate.run.failure import HarnessError, RunError, RunInterruptedError


@pytest.mark.parametrize("name", COMMANDS)
def test_each_registered_command_exists_and_has_an_example(name: str) -> None:
    module, attribute = COMMANDS[name]
    found = getattr(importlib.import_module(f"ackgate.cli.{module}"), attribute)
    texts = [found.__doc__] if callable(found) and hasattr(found, "__name__") else _subcommand_docs(found)
    assert texts
    assert all(text and "Example: ackgate" in text for text in texts)


def _subcommand_docs(app: object) -> list[str | None]:
    return [command.callback.__doc__ for command in app.registered_commands]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", CODES)
def test_each_failure_with_a_code_exists(name: str) -> None:
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(importlib.import_module(module), kind), Exception)


def test_a_subclass_has_its_own_code_or_its_bases() -> None:
    assert exit_code_of(RunError("x")) == 2
    assert exit_code_of(HarnessError("x")) == 3
    assert exit_code_of(RunInterruptedError("x")) == 3
    assert exit_code_of(KeyError("defect")) is None


def test_starting_a_run_loads_neither_statistics_nor_drawing() -> None:
    program = "import sys, ackgate.cli.main, ackgate.cli.run; print(*{m.split('.')[0] for m in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"scipy", "matplotlib"} & set(loaded.stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("plan", "data/workloads/iot-benchmark.yaml", "-o"),
        ("workload", "new"),
    ],
)
def test_a_folder_that_cannot_be_made_ends_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("in the way")
    root = Path(__file__).parents[3]
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from ackgate.cli.main import main; main()",
            *arguments,
            str(tmp_path / "file" / "below" / "x.yaml"),
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert str(tmp_path / "file") in result.stderr
