"""The benchmark's result file is what the script says it is."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from ackgate.ingest import count_jtl, read_frame
from ackgate.ingest.columns import DEFAULT_COLUMNS

SCRIPT = Path(__file__).parents[3] / "scripts" / "make_big_jtl.py"
ROWS = 20_000


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_big_jtl", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_equal_seeds_give_equal_files_and_others_differ(script: ModuleType, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        script.write(tmp_path / name, ROWS, seed)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_every_row_has_the_default_columns_and_lies_in_the_hour(script: ModuleType, tmp_path: Path) -> None:
    script.write(tmp_path / "big.jtl", ROWS)
    cubes = count_jtl([tmp_path / "big.jtl"])
    frame = read_frame([tmp_path / "big.jtl"])
    assert cubes.sources[0].columns == DEFAULT_COLUMNS
    assert cubes.account.used == ROWS
    assert len(cubes.segments) == 1
    assert frame["label"].value_counts(normalize=True).round(2).to_dict() == pytest.approx(
        {"telemetry": 0.9, "heartbeat": 0.08, "connect": 0.02}, abs=0.01
    )
    assert frame["end_ms"].is_monotonic_increasing
    assert frame["end_ms"].iloc[-1] - frame["end_ms"].iloc[0] == pytest.approx(3_600_000, abs=1_000)
    assert set(frame.loc[~frame["success"], "code"]) == {"TIMEOUT_PUBACK"}
    assert frame["thread"].nunique() == script.THREADS
