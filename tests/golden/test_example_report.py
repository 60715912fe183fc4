"""The checked-in example, made again from its raw files."""

import shutil
from pathlib import Path

import pytest

from sealed_folder import ackgate

EXAMPLE = Path(__file__).parents[2] / "reports" / "example"
DERIVED = ("stats.json", "junit.xml", "report.html", "evidence.json", "evidence.json.sha256")


@pytest.fixture(scope="module")
def remade(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The raw files in another place, analyzed there."""
    folder = tmp_path_factory.mktemp("remade") / "example"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns(*DERIVED))
    done = ackgate("analyze", folder)
    assert done.exit_code == 0, done.output
    return folder


@pytest.mark.parametrize("name", DERIVED)
def test_the_example_is_made_again_byte_for_byte(remade: Path, name: str) -> None:
    made_again = (remade / name).read_bytes() == (EXAMPLE / name).read_bytes()
    assert made_again, f"{name} differs: look at scripts/remake-example and git diff reports/example"


def test_the_example_verifies() -> None:
    done = ackgate("verify", EXAMPLE)
    assert done.exit_code == 0, done.output
