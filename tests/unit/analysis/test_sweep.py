"""A folder of run folders: each analyzed, all in one table."""

import csv
import json
from pathlib import Path

import pytest

from ackgate.analysis import AnalysisError
from ackgate.analysis.inputs import is_sweep
from ackgate.analysis.measure import AnalyzeOptions
from ackgate.analysis.sweep import analyze_sweep
from unit.analysis.jtl_folder import write_run_folder

CRITERIA = "criteria: [{metric: acknowledge_time, statistic: p90, limit: '< 100 ms'}]"


def write_matrix(folder: Path, states: dict[str, str]) -> None:
    cells = [{"name": name, "parameters": {"size": name}, "state": state} for name, state in states.items()]
    content = {"workload_name": "sweep", "workload_sha256": "0" * 64, "cells": cells}
    (folder / "matrix.json").write_text(json.dumps(content), encoding="utf-8")


def test_finished_cells_are_joined_in_one_table(tmp_path: Path) -> None:
    for name, elapsed_ms in (("small", 12), ("large", 200)):
        write_run_folder(tmp_path / name, workload=CRITERIA, elapsed_ms=elapsed_ms, cell={"size": name})
    write_matrix(tmp_path, {"small": "done", "large": "done", "huge": "pending"})
    found = analyze_sweep(tmp_path, None, AnalyzeOptions())
    assert found.missing == ("huge (pending)",)
    assert (found.verdict, found.exit_code) == ("FAIL", 1)
    with found.table.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [row["cell"] for row in rows] == ["small", "large"]
    assert [row["verdict"] for row in rows] == ["PASS", "FAIL"]
    assert [row["acknowledged"] for row in rows] == ["550", "550"]
    assert [row["received"] for row in rows] == ["550", "550"]
    assert float(rows[1]["acknowledge_p99_ms"]) == pytest.approx(200, rel=0.01)
    assert (tmp_path / "small" / "report.html").is_file()


def test_a_missing_cell_takes_the_pass_away(tmp_path: Path) -> None:
    write_run_folder(tmp_path / "small", workload=CRITERIA)
    write_matrix(tmp_path, {"small": "done", "huge": "failed"})
    found = analyze_sweep(tmp_path, tmp_path / "out", AnalyzeOptions())
    assert (found.verdict, found.exit_code) == ("INCONCLUSIVE", 3)
    assert (tmp_path / "out" / "small" / "stats.json").is_file()
    assert not (tmp_path / "small" / "stats.json").exists()


def test_run_folders_side_by_side_are_a_sweep_without_matrix_json(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_run_folder(tmp_path / name, workload=CRITERIA)
    assert is_sweep(tmp_path)
    assert not is_sweep(tmp_path / "a")
    assert analyze_sweep(tmp_path, None, AnalyzeOptions()).exit_code == 0


def test_a_matrix_without_a_finished_cell_says_so(tmp_path: Path) -> None:
    write_matrix(tmp_path, {"small": "pending"})
    with pytest.raises(AnalysisError, match="no cell of this matrix has run to its end"):
        analyze_sweep(tmp_path, None, AnalyzeOptions())
