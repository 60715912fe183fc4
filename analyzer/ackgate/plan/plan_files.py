"""What a plan consists of, and where its data files lie."""

from dataclasses import dataclass
from pathlib import Path

from ackgate.model.manifest import StreamPlan, SubscriberPlan
from ackgate.model.workload import Workload
from ackgate.plan.device_table import DeviceTable


@dataclass(frozen=True)
class PlanFiles:
    """Files written (absolute) and the facts that run.json takes over. Times count from test start."""

    folder: Path
    plan_jmx: Path
    plan_properties: Path
    workload_yaml: Path
    data_files: tuple[Path, ...]
    streams: tuple[StreamPlan, ...]
    subscribers: tuple[SubscriberPlan, ...]
    subscriber_lead_s: float
    length_s: float


@dataclass(frozen=True)
class DataFiles:
    """Names of the data files inside the plan's folder, and the devices themselves."""

    devices: str
    client_ids: str | None
    payloads: dict[str, str]
    table: DeviceTable


def lay_out(workload: Workload, table: DeviceTable) -> DataFiles:
    """Name every data file inside the plan's folder; equal base names are told apart by the stream."""
    payloads: dict[str, str] = {}
    sources: dict[str, Path] = {}
    for stream in workload.publish:
        if stream.payload is None:
            continue
        name = f"payloads/{stream.payload.name}"
        if sources.get(name, stream.payload) != stream.payload:
            name = f"payloads/{stream.name}-{stream.payload.name}"
        sources[name] = stream.payload
        payloads[stream.name] = name
    devices = workload.devices.file.name if workload.devices.file else "devices.csv"
    many = workload.load.connections_per_thread > 1
    return DataFiles(devices, "client_ids.csv" if many else None, payloads, table)
