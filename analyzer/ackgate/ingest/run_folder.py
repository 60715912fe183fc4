"""What lies in a run folder beside its result file."""

import json
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from pydantic import ValidationError

from ackgate.ingest.dashboard import read_dashboard_statistics
from ackgate.ingest.options import IngestError
from ackgate.model.manifest import RunManifest
from ackgate.model.measurement import BROKER_COLUMNS, BROKER_HOST_COLUMNS, HOST_COLUMNS, DashboardLabel


@dataclass(frozen=True)
class RunFolderFiles:
    """Parts of a run folder, None or empty where absent. Frames: the columns of model.measurement."""

    results: Path | None = None
    manifest: RunManifest | None = None
    workload: Path | None = None
    broker: pd.DataFrame | None = None
    host: pd.DataFrame | None = None
    broker_host: pd.DataFrame | None = None
    dashboard: tuple[DashboardLabel, ...] = ()


def read_run_folder(folder: Path) -> RunFolderFiles:
    """Read run.json, broker.csv, host.csv, broker_host.csv and statistics.json where they are there.

    Raises IngestError when one of them is there and can't be read.
    """
    return RunFolderFiles(
        results=_present(folder / "samples.jtl"),
        manifest=_manifest(folder / "run.json"),
        workload=_present(folder / "workload.yaml"),
        broker=_counters(folder / "broker.csv", BROKER_COLUMNS),
        host=_counters(folder / "host.csv", HOST_COLUMNS),
        broker_host=_counters(folder / "broker_host.csv", BROKER_HOST_COLUMNS),
        dashboard=_dashboard(folder),
    )


def _present(path: Path) -> Path | None:
    return path if path.is_file() else None


def _manifest(path: Path) -> RunManifest | None:
    if not path.is_file():
        return None
    try:
        return RunManifest.model_validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise IngestError(f"{path}: not a run manifest ({place or 'text'}: {first['msg']})") from error
    except OSError as error:
        raise IngestError(f"{path}: can't be read ({error.strerror})") from error


def _counters(path: Path, columns: tuple[str, ...]) -> pd.DataFrame | None:
    """A CSV of numbers by name, NaN where not known; rows of a time alone left out. None without any."""
    if not path.is_file():
        return None
    try:
        frame = pd.read_csv(path, dtype=str, on_bad_lines="skip", index_col=False, encoding_errors="replace")
    except (OSError, ValueError, pd.errors.ParserError) as error:
        raise IngestError(f"{path}: can't be read as CSV ({error})") from error
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise IngestError(f"{path}: column {missing[0]} is missing")
    numbers = frame[list(columns)].apply(pd.to_numeric, errors="coerce")
    known = numbers["time_ms"].notna() & numbers[list(columns[1:])].notna().any(axis=1)
    numbers = numbers[known].reset_index(drop=True)
    numbers["time_ms"] = numbers["time_ms"].astype("int64")
    return numbers if len(numbers) else None


def _dashboard(folder: Path) -> tuple[DashboardLabel, ...]:
    for path in (folder / "statistics.json", *sorted(folder.glob("*/statistics.json"))):
        if path.is_file():
            try:
                return read_dashboard_statistics(path)
            except (IngestError, json.JSONDecodeError):
                continue  # another tool's file of that name
    return ()
