"""Files that lie beside the results: run.json, broker.csv, host.csv, JMeter's statistics.json."""

import json
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from pydantic import ValidationError

from ackgate.analysis.failure import AnalysisError
from ackgate.analysis.inputs import MANIFEST
from ackgate.model.manifest import RunManifest
from ackgate.model.measurement import BROKER_COLUMNS, HOST_COLUMNS, DashboardLabel

BROKER_FILE = "broker.csv"
HOST_FILE = "host.csv"
DASHBOARD_FILE = "statistics.json"
#: JMeter's dashboard adds a row over all labels under this name.
_DASHBOARD_TOTAL = "Total"


def read_manifest(folder: Path) -> RunManifest:
    """run.json. Raises AnalysisError where it is not ours."""
    path = folder / MANIFEST
    try:
        return RunManifest.model_validate_json(path.read_bytes())
    except OSError as failure:
        raise AnalysisError(f"{path} can't be read ({failure.strerror}).") from failure
    except ValidationError as failure:
        fault = failure.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise AnalysisError(f"{path} is not a run manifest: {where}: {fault['msg']}.") from failure


def read_broker(folder: Path) -> pd.DataFrame | None:
    """broker.csv, a row per poll; None where there is none or it holds no whole row."""
    return _read_table(folder / BROKER_FILE, BROKER_COLUMNS)


def read_host(folder: Path) -> pd.DataFrame | None:
    """host.csv, a row per second; None where there is none or it holds no whole row."""
    return _read_table(folder / HOST_FILE, HOST_COLUMNS)


def _read_table(path: Path, columns: Sequence[str]) -> pd.DataFrame | None:
    """Numbers by column name; what is no number is not known. Rows without a time are left out."""
    if not path.is_file():
        return None
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, index_col=False, on_bad_lines="skip")
    except (pd.errors.EmptyDataError, pd.errors.ParserError, UnicodeDecodeError):
        return None
    missing = [name for name in columns if name not in table.columns]
    if missing:
        raise AnalysisError(f"{path}: columns {', '.join(missing)} are missing; remove the file or mend it.")
    numbers = table[list(columns)].apply(pd.to_numeric, errors="coerce").astype("float64")
    whole = numbers[numbers["time_ms"].notna()].reset_index(drop=True)
    return None if whole.empty else whole


def find_dashboard(named: Path | None, results: Sequence[Path]) -> tuple[DashboardLabel, ...]:
    """JMeter's own figures: the named file or report folder, else statistics.json beside the first result.

    Raises AnalysisError where a named one cannot be read; one found by chance is passed over instead.
    """
    if named is not None:
        return _read_dashboard(named / DASHBOARD_FILE if named.is_dir() else named)
    beside = results[0].parent / DASHBOARD_FILE if results else None
    if beside is None or not beside.is_file():
        return ()
    try:
        return _read_dashboard(beside)
    except AnalysisError:
        return ()


def _read_dashboard(path: Path) -> tuple[DashboardLabel, ...]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        labels = [one for name, one in content.items() if name != _DASHBOARD_TOTAL]
        return tuple(
            DashboardLabel(
                label=str(one["transaction"]),
                samples=int(one["sampleCount"]),
                p90_ms=float(one["pct1ResTime"]),
                p95_ms=float(one["pct2ResTime"]),
                p99_ms=float(one["pct3ResTime"]),
            )
            for one in labels
        )
    except OSError as failure:
        raise AnalysisError(f"{path} can't be read ({failure.strerror}).") from failure
    except (ValueError, KeyError, TypeError, AttributeError) as failure:
        raise AnalysisError(f"{path} is not JMeter's statistics.json.") from failure
