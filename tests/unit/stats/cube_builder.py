"""Cubes written by hand: rows in, frames as ingest counts them out."""

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from ackgate.model import cubes as model
from ackgate.model.criteria import Criterion
from ackgate.model.cubes import Cubes, RowAccount, SegmentSpan, SourceFile
from ackgate.model.manifest import RunManifest, StreamPlan, SubscriberPlan, Versions
from ackgate.model.measurement import Measurement

START_MS = 1_700_000_000_000
SLICE_MS = 1_000

EMPTY_DTYPES = {
    "label": str,
    "operation": str,
    "success": bool,
    "client_id": str,
    "code": str,
    "message": str,
}


def empty(columns: tuple[str, ...]) -> pd.DataFrame:
    return pd.DataFrame({name: pd.Series(dtype=EMPTY_DTYPES.get(name, "int64")) for name in columns})


@dataclass
class CubeBuilder:
    """Collects samples; ``cubes()`` counts them."""

    start_ms: int = START_MS
    slice_ms: int = SLICE_MS
    series_step_s: int = 1
    rows: list[dict[str, object]] = field(default_factory=list)
    received: list[dict[str, object]] = field(default_factory=list)
    threads: list[dict[str, object]] = field(default_factory=list)

    def add(
        self,
        at_s: float,
        elapsed_ms: int,
        *,
        label: str = "telemetry",
        operation: str = "publish",
        success: bool = True,
        code: str = "200",
        connection: str = "first",
        host: str = "",
        phase: str = "",
        **quantities_us: int,
    ) -> "CubeBuilder":
        common = {
            "segment": 0,
            "label": label,
            "operation": operation,
            "code": code,
            "success": success,
            "phase": phase,
            "connection": connection,
            "host": host,
            "start_ms": self.start_ms + round(at_s * 1000),
        }
        for quantity, value in {"elapsed_ms": elapsed_ms, **quantities_us}.items():
            self.rows.append({**common, "quantity": quantity, "value": value})
        return self

    def receive(self, at_s: int, received: int, *, duplicate: int = 0) -> "CubeBuilder":
        self.received.append(
            {
                "label": "backend",
                "second": self.start_ms // 1000 + at_s,
                "received": received,
                "lost": 0,
                "duplicate": duplicate,
                "reordered": 0,
            }
        )
        return self

    def cubes(self) -> Cubes:
        frame = pd.DataFrame(self.rows)
        slices = frame["start_ms"] // self.slice_ms * self.slice_ms
        frame["slice_start_ms"] = np.where(frame["quantity"] == "elapsed_ms", slices, slices.min())
        keys = [name for name in model.VALUE_COLUMNS if name != "count"]
        values = frame.groupby(keys, as_index=False).size().rename(columns={"size": "count"})
        elapsed = self._elapsed(frame)
        series_keys = [name for name in model.SERIES_COLUMNS if name != "count"]
        series = elapsed.groupby(series_keys, as_index=False).size().rename(columns={"size": "count"})
        outcomes = elapsed.groupby(["label", "operation", "code", "success"], as_index=False).agg(
            count=("value", "size"),
            first_ms=("start_ms", "min"),
            last_ms=("start_ms", "max"),
            message=("message", "first"),
        )
        return self._cubes(values, elapsed, series, outcomes)

    def _elapsed(self, frame: pd.DataFrame) -> pd.DataFrame:
        elapsed = frame[frame["quantity"] == "elapsed_ms"].copy()
        elapsed["second"] = elapsed["start_ms"] // 1000 // self.series_step_s * self.series_step_s
        digits = 10 ** np.maximum(0, np.floor(np.log10(np.maximum(elapsed["value"], 1))) - 1).astype(int)
        elapsed["bucket_ms"] = elapsed["value"] // digits * digits
        elapsed["end_ms"] = elapsed["start_ms"] + elapsed["value"]
        elapsed["message"] = np.where(elapsed["success"], "", "it failed")
        return elapsed

    def _cubes(
        self, values: pd.DataFrame, elapsed: pd.DataFrame, series: pd.DataFrame, outcomes: pd.DataFrame
    ) -> Cubes:
        n = len(elapsed)
        start, end = int(elapsed["start_ms"].min()), int(elapsed["end_ms"].max())
        seconds = np.unique(elapsed["start_ms"] // 1000)
        return Cubes(
            account=RowAccount(n, n, 0, 0, 0, 0, n + 1, 1, 0, 0),
            sources=(
                SourceFile("samples.jtl", 1, "0" * 64, "csv", "none", ",", ("timeStamp", "elapsed", "label")),
            ),
            segments=(SegmentSpan(0, start, end, n, "samples.jtl"),),
            timestamp_convention="start",
            convention_reason="by test",
            slice_ms=self.slice_ms,
            values=values,
            series=series,
            threads=pd.DataFrame(self.threads) if self.threads else empty(model.THREAD_COLUMNS),
            outcomes=outcomes,
            active=pd.DataFrame({"second": seconds, "host": "", "threads": 1}),
            received=pd.DataFrame(self.received) if self.received else empty(model.RECEIVED_COLUMNS),
            clients=empty(model.CLIENT_COLUMNS),
            weighted=empty(model.WEIGHTED_COLUMNS),
            end_to_end=empty(model.E2E_COLUMNS),
            lives=empty(model.LIFE_COLUMNS),
            harness_failures=0,
            negative_end_to_end=0,
            series_step_s=self.series_step_s,
        )

    def measurement(self, *criteria: Criterion, manifest: RunManifest | None = None) -> Measurement:
        return Measurement(self.cubes(), criteria, "file", manifest)


def with_account(cubes: Cubes, *, quarantined: int) -> Cubes:
    account = replace(cubes.account, read=cubes.account.used + quarantined, quarantined=quarantined)
    return replace(cubes, account=account)


def plan(
    *,
    rate_per_s: float = 10.0,
    devices: int = 10,
    duration_s: float = 60,
    owed: float = 1.0,
    ramp_up_s: float = 5,
    warm_up_s: float = 5,
    drain_s: float = 10,
    qos: int = 1,
) -> RunManifest:
    stream = StreamPlan.model_validate(
        {
            "label": "telemetry",
            "topic": "device/x/telemetry",
            "qos": qos,
            "rate_per_device_per_s": rate_per_s / devices,
            "intended_rate_per_s": rate_per_s,
            "owed_per_publish": owed,
        }
    )
    backend = SubscriberPlan(name="backend", count=1, topic_filter="device/+/telemetry", qos=1, shared=False)
    return RunManifest.model_validate(
        {
            "run_id": "r",
            "workload_name": "w",
            "versions": Versions(ackgate="0"),
            "host": {},
            "command": [],
            "threads": devices - 1,
            "ramp_up_s": ramp_up_s,
            "warm_up_s": warm_up_s,
            "duration_s": duration_s,
            "drain_s": drain_s,
            "started_ms": START_MS,
            "streams": [stream],
            "subscribers": [backend],
        }
    )


def healthy_run(
    *, seconds: int = 60, rate_per_s: int = 10, lost_per_s: int = 0, ack_us: int = 12_000
) -> CubeBuilder:
    """Ten connects in five seconds; publishes at a fixed rate from the start, received a second later."""
    builder = CubeBuilder()
    for i in range(10):
        builder.add(i / 2, 20 + i, label="connect", operation="connect", phase="warm_up", tcp_us=900)
    for second in range(seconds):
        for i in range(rate_per_s):
            builder.add(
                second + i / rate_per_s,
                ack_us // 1000,
                ack_us=ack_us + 97 * i,
                send_delay_us=100 + i,
                response_us=ack_us + 98 * i + 100,
                phase="warm_up" if second < 10 else "steady",
            )
        builder.receive(second + 1, rate_per_s - lost_per_s)
    return builder
