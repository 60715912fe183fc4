"""Brokers and runs that several tests look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.mosquitto import Mosquitto


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder runs real programs."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """A Mosquitto of this test alone."""
    with Mosquitto(tmp_path) as broker:
        yield broker
