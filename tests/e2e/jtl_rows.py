"""Rows of a JTL read the plain way, independent of the code under test."""

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

Row = Mapping[str, str]


@dataclass(frozen=True)
class FinishedRun:
    """A run folder."""

    folder: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """run.json."""
        loaded: dict[str, Any] = json.loads((self.folder / "run.json").read_text())
        return loaded

    @cached_property
    def rows(self) -> list[Row]:
        """All rows of samples.jtl; every one must have the header's width."""
        with (self.folder / "samples.jtl").open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream, restkey="too many", restval="too few"))
        assert all("too many" not in row and "too few" not in row.values() for row in rows)
        return rows

    def operation(self, name: str) -> list[Row]:
        """Rows of one mqtt_op."""
        return [row for row in self.rows if row["dataType"] == "mqtt" and row["mqtt_op"] == name]

    def label(self, name: str) -> list[Row]:
        """Rows of one label."""
        return [row for row in self.rows if row["label"] == name]

    def at_s(self, row: Row) -> float:
        """Start of a row in seconds after the start of the test."""
        return (int(row["timeStamp"]) - int(self.manifest["test_started_ms"])) / 1000


def good(rows: list[Row]) -> list[Row]:
    """The successful ones."""
    return [row for row in rows if row["success"] == "true"]
