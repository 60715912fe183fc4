"""Workload -> folder with plan.jmx, plan.properties, workload.yaml and the data files."""

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import yaml

from ackgate.model.workload import Workload
from ackgate.plan.device_table import read_devices
from ackgate.plan.jmx_element import jmx_text
from ackgate.plan.owed import stream_plans, subscriber_plans
from ackgate.plan.plan_files import DataFiles, PlanFiles, lay_out
from ackgate.plan.plan_tree import plan_tree
from ackgate.plan.properties_file import plan_properties
from ackgate.plan.workload_error import WorkloadError


def write_plan(workload: Workload, out_dir: Path) -> PlanFiles:
    """Write the plan of a workload (paths absolute, as load_workload leaves them) into ``out_dir``.

    Equal workloads give equal bytes. Raises WorkloadError when the folder isn't empty, or a name or text
    of the workload can't stand in a JMX.
    """
    refuse_non_empty(out_dir)
    table = read_devices(workload.devices, workload.load.devices)
    files = lay_out(workload, table)
    contents: dict[str, bytes] = {
        "plan.jmx": _jmx(workload, files),
        "plan.properties": plan_properties(workload).encode("latin-1", "backslashreplace"),
        "workload.yaml": _workload_yaml(workload, files),
    }
    data = _data_contents(workload, files)
    out_dir.mkdir(parents=True, exist_ok=True)
    for name, content in {**contents, **data}.items():
        target = out_dir / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    folder = out_dir.resolve()
    return PlanFiles(
        folder=folder,
        plan_jmx=folder / "plan.jmx",
        plan_properties=folder / "plan.properties",
        workload_yaml=folder / "workload.yaml",
        data_files=tuple(folder / name for name in data),
        streams=stream_plans(workload, table),
        subscribers=subscriber_plans(workload),
        subscriber_lead_s=workload.lead_s,
        length_s=workload.length_s,
    )


def refuse_non_empty(out_dir: Path) -> None:
    """Raises WorkloadError when ``out_dir`` is a file or a folder with something in it."""
    if out_dir.exists() and not out_dir.is_dir():
        raise WorkloadError(f"{out_dir}: is a file; -o names a folder")
    if out_dir.is_dir() and next(out_dir.iterdir(), None) is not None:
        raise WorkloadError(
            f"{out_dir}: is not empty; name a new folder, so that no earlier result is mixed in"
        )


def _jmx(workload: Workload, files: DataFiles) -> bytes:
    try:
        return jmx_text(plan_tree(workload, files))
    except ValueError as error:
        raise WorkloadError(f"a text of the workload can't stand in a JMX: {error}") from error


def _data_contents(workload: Workload, files: DataFiles) -> dict[str, bytes]:
    data: dict[str, bytes] = {}
    if workload.devices.file is not None:
        data[files.devices] = workload.devices.file.read_bytes()
    elif files.client_ids is None:
        data[files.devices] = _csv(files.table.columns, files.table.rows)
    if files.client_ids is not None:
        ids = files.table.column(workload.devices.client_id)[: workload.load.devices]
        data[files.client_ids] = _csv(("client_id",), tuple((value,) for value in ids))
    for stream in workload.publish:
        if stream.payload is not None:
            data[files.payloads[stream.name]] = stream.payload.read_bytes()
    return data


def _csv(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode()


def _workload_yaml(workload: Workload, files: DataFiles) -> bytes:
    """The workload in force, its paths relative to the plan, so that the folder plans the same again."""
    raw = workload.model_dump(mode="json", exclude_unset=True)
    if workload.devices.file is not None:
        raw["devices"]["file"] = files.devices
    for stream in raw.get("publish", []):
        if stream["name"] in files.payloads:
            stream["payload"] = files.payloads[stream["name"]]
    return dump_yaml(raw).encode()


def dump_yaml(raw: Mapping[str, object]) -> str:
    """YAML with keys in the order given."""
    return yaml.safe_dump(dict(raw), sort_keys=False, allow_unicode=True, width=120)
