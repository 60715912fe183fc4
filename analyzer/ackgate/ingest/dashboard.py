"""statistics.json of JMeter's HTML dashboard (``jmeter -g``)."""

import json
from pathlib import Path

from ackgate.ingest.options import IngestError
from ackgate.model.measurement import DashboardLabel

#: pct1..3 are the percentiles 90, 95, 99 unless aggregate_rpt_pct1..3 were changed.
_NUMBERS = {
    "samples": "sampleCount",
    "p90_ms": "pct1ResTime",
    "p95_ms": "pct2ResTime",
    "p99_ms": "pct3ResTime",
}


def read_dashboard_statistics(path: Path) -> tuple[DashboardLabel, ...]:
    """One entry per label, without the dashboard's "Total". Raises IngestError when it is no such file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise IngestError(f"{path}: can't be read as JSON ({error})") from error
    if not isinstance(content, dict) or not all(_is_entry(entry) for entry in content.values()):
        raise IngestError(f"{path}: not the statistics.json of a JMeter dashboard")
    return tuple(
        DashboardLabel(
            label=str(label),
            samples=int(entry["sampleCount"]),
            p90_ms=float(entry["pct1ResTime"]),
            p95_ms=float(entry["pct2ResTime"]),
            p99_ms=float(entry["pct3ResTime"]),
        )
        for label, entry in content.items()
        if label != "Total"
    )


def _is_entry(entry: object) -> bool:
    return isinstance(entry, dict) and all(
        isinstance(entry.get(name), int | float) for name in _NUMBERS.values()
    )
