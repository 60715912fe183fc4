"""Small result files and run folders, written as JMeter and `ackgate run` write them."""

import csv
import io
import json
from pathlib import Path

HEADER = (
    "timeStamp", "elapsed", "label", "responseCode", "responseMessage", "threadName", "dataType", "success",
    "Hostname", "mqtt_op", "mqtt_qos", "mqtt_client_id", "mqtt_connection", "mqtt_phase", "mqtt_ack_us",
    "mqtt_send_delay_us", "mqtt_received", "mqtt_lost", "mqtt_duplicate", "mqtt_reordered",
)  # fmt: skip
START_MS = 1_700_000_000_000


def row(at_ms: int, elapsed_ms: int, label: str, **columns: object) -> dict[str, object]:
    """One row; columns that are not named are empty."""
    base = {
        "timeStamp": START_MS + at_ms,
        "elapsed": elapsed_ms,
        "label": label,
        "responseCode": "200",
        "responseMessage": "OK",
        "threadName": "devices 1-1",
        "dataType": "mqtt",
        "success": "true",
        "Hostname": "h",
    }
    return {**dict.fromkeys(HEADER, ""), **base, **columns}


def jtl_text(rows: list[dict[str, object]]) -> str:
    """CSV with header."""
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADER, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def device_rows(*, seconds: int = 60, per_second: int = 10, elapsed_ms: int = 12) -> list[dict[str, object]]:
    """A subscriber, ten devices that connect in five seconds, publishes that all arrive."""
    found = [row(0, 9, "connect backend", mqtt_op="connect", mqtt_phase="warm_up", threadName="backend 1-1")]
    for i in range(10):
        thread = f"devices 1-{i + 1}"
        found.append(row(500 * i, 20, "connect", mqtt_op="connect", mqtt_phase="warm_up", threadName=thread))
    for second in range(5, seconds):
        phase = "warm_up" if second < 10 else "steady"
        found.extend(
            row(
                1000 * second + 100 * i,
                elapsed_ms,
                "telemetry",
                mqtt_op="publish",
                mqtt_qos=1,
                mqtt_client_id=f"dev-{i}",
                mqtt_phase=phase,
                mqtt_ack_us=1000 * elapsed_ms,
                mqtt_send_delay_us=90,
                threadName=f"devices 1-{i + 1}",
            )
            for i in range(per_second)
        )
        received = {"mqtt_received": per_second, "mqtt_lost": 0, "mqtt_duplicate": 0, "mqtt_reordered": 0}
        found.append(
            row(1000 * second + 50, 1000, "backend", mqtt_op="receive", threadName="backend 1-1", **received)
        )
    return found


def manifest(*, seconds: int = 60, cell: dict[str, str] | None = None) -> dict[str, object]:
    """run.json of the rows above."""
    return {
        "run_id": "r1",
        "workload_name": "small",
        "versions": {"ackgate": "0.1.0"},
        "host": {},
        "command": ["ackgate", "run"],
        "threads": 10,
        "ramp_up_s": 5,
        "warm_up_s": 5,
        "duration_s": seconds,
        "drain_s": 5,
        "started_ms": START_MS,
        "test_started_ms": START_MS,
        "streams": [
            {
                "label": "telemetry",
                "topic": "device/${device_id}/telemetry",
                "qos": 1,
                "rate_per_device_per_s": 1,
                "intended_rate_per_s": 10,
                "owed_per_publish": 1,
                "payload_bytes": 64,
            }
        ],
        "subscribers": [
            {"name": "backend", "count": 1, "topic_filter": "device/+/telemetry", "qos": 1, "shared": False}
        ],
        "cell": cell or {},
    }


def write_run_folder(
    folder: Path, *, workload: str | None = None, elapsed_ms: int = 12, cell: dict[str, str] | None = None
) -> Path:
    """A run folder with results, run.json and, where given, the workload."""
    folder.mkdir(parents=True)
    rows = device_rows(elapsed_ms=elapsed_ms)
    (folder / "samples.jtl").write_text(jtl_text(rows), encoding="utf-8")
    (folder / "run.json").write_text(json.dumps(manifest(cell=cell)), encoding="utf-8")
    if workload is not None:
        (folder / "workload.yaml").write_text(workload, encoding="utf-8")
    return folder
