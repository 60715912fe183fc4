"""workload.yaml -> Workload, with paths made absolute and the files it names looked at."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import yaml
from pydantic import ValidationError

from ackgate.model.workload import Workload
from ackgate.model.workload_topic import variables_of
from ackgate.plan.device_table import DeviceTable, read_devices
from ackgate.plan.overrides import Raw, parse_override, with_overrides
from ackgate.plan.workload_error import WorkloadError, mistaken_booleans, nearest, sentence_of

_TLS_FILES = ("ca_file", "cert_file", "key_file", "pkcs12_file")


class _StrictLoader(yaml.SafeLoader):
    """Refuses a key given twice, of which YAML would silently keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.MarkedYAMLError(
                problem=f"the key {twice} is given twice", problem_mark=node.start_mark
            )
        return super().construct_mapping(node, deep)


def load_workload(path: Path, overrides: list[str] | None = None) -> Workload:
    """Workload of the YAML file ``path`` with ``KEY=VALUE`` settings put over it, ready to be planned.

    Raises WorkloadError (one sentence: place, value, what is allowed, nearest key) for anything unusable,
    including device and payload files that are missing or break a rule.
    """
    raw = read_yaml(path)
    workload = workload_from(raw, path, overrides or [])
    if workload.matrix is None:
        refuse_bad_files(workload, path)
    return workload


def read_yaml(path: Path) -> Raw:
    """The mapping in ``path``. Raises WorkloadError when it is missing, not YAML or not a mapping."""
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=_StrictLoader)  # noqa: S506 - a SafeLoader
    except FileNotFoundError:
        raise WorkloadError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise WorkloadError(f"{path}: can't be read: {error}") from error
    except yaml.MarkedYAMLError as error:
        mark = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise WorkloadError(f"{path}: not valid YAML{mark}: {error.problem}") from error
    except yaml.YAMLError as error:
        raise WorkloadError(f"{path}: not valid YAML: {error}") from error
    if not isinstance(raw, dict):
        raise WorkloadError(f"{path}: expected a mapping with name, broker, devices and load")
    return raw


def workload_from(raw: Raw, path: Path, overrides: list[str]) -> Workload:
    """Validated workload of a raw mapping; relative paths count from the folder of ``path``."""
    return validated(with_overrides(raw, [parse_override(text) for text in overrides]), path)


def validated(raw: Raw, path: Path) -> Workload:
    """The mapping as a workload with absolute paths. Raises WorkloadError."""
    try:
        workload = Workload.model_validate(raw)
    except ValidationError as error:
        raise WorkloadError(f"{path}: {sentence_of(error, raw)}") from error
    mistaken = next(mistaken_booleans(raw, workload.model_dump(), ()), None)
    if mistaken is not None:
        raise WorkloadError(f"{path}: {mistaken}")
    return _with_absolute_paths(workload, path.resolve().parent)


def _with_absolute_paths(workload: Workload, base: Path) -> Workload:
    devices = workload.devices
    if devices.file is not None:
        devices = devices.model_copy(update={"file": _absolute(base, devices.file)})
    streams = [
        stream.model_copy(update={"payload": _absolute(base, stream.payload)}) if stream.payload else stream
        for stream in workload.publish
    ]
    broker = workload.broker
    if broker.tls is not None:
        files = {name: getattr(broker.tls, name) for name in _TLS_FILES}
        update = {name: _absolute(base, file) for name, file in files.items() if file is not None}
        broker = broker.model_copy(update={"tls": broker.tls.model_copy(update=update)})
    return workload.model_copy(update={"devices": devices, "publish": streams, "broker": broker})


def _absolute(base: Path, path: Path) -> Path:
    # A path with ${variables} (a certificate per device) is JMeter's to resolve.
    return path if "${" in str(path) else (base / path).resolve()


def refuse_bad_files(workload: Workload, path: Path) -> None:
    """Raises WorkloadError when a named file is missing or the devices can't run the load."""
    refuse_past_start(workload.load.start_at, path)
    for where, file in named_files(workload):
        if not file.is_file():
            raise WorkloadError(f"{path}: {where}: {file}: no such file")
    table = read_devices(workload.devices, workload.load.devices)
    problem = next(device_problems(workload, table), None) or next(variable_problems(workload, table), None)
    if problem is not None:
        raise WorkloadError(f"{path}: {problem}")


def refuse_past_start(start_at: datetime | None, source: Path | str) -> None:
    """Raises WorkloadError when the common start is over: JMeter would start no device and log it only.

    ``source``: where the workload comes from, or its name.
    """
    now = datetime.now(UTC)
    if start_at is not None and start_at <= now:
        raise WorkloadError(
            f"{source}: load.start_at: {start_at.isoformat()} is {(now - start_at).total_seconds():.0f} s"
            " ago, so that no device would start; name a later time, or leave it out"
        )


def named_files(workload: Workload) -> Iterator[tuple[str, Path]]:
    """Place in the workload and path of every file it names and JMeter doesn't resolve."""
    if workload.devices.file is not None:
        yield "devices.file", workload.devices.file
    for stream in workload.publish:
        if stream.payload is not None:
            yield f"publish.{stream.name}.payload", stream.payload
    for name in _TLS_FILES:
        file = getattr(workload.broker.tls, name, None)
        if file is not None and "${" not in str(file):
            yield f"broker.tls.{name}", file


def device_problems(workload: Workload, table: DeviceTable) -> Iterator[str]:
    """Why these devices can't run this load, most basic first."""
    source = workload.devices.file.name if workload.devices.file else "devices"
    column = workload.devices.client_id
    if column not in table.columns:
        yield f"devices.client_id: {source} has no column '{column}'{_columns(column, table)}"
        return
    group = workload.devices.group_column
    if group is not None and group not in table.columns:
        yield f"devices.group_column: {source} has no column '{group}'{_columns(group, table)}"
    yield from table.id_problems(source, column)
    if len(table.rows) < workload.load.devices:
        yield (
            f"devices.file: {source} has {len(table.rows)} devices, fewer than the"
            f" {workload.load.devices} connections of load (load.threads)"
        )


def _columns(word: str, table: DeviceTable) -> str:
    return f"{nearest(word, table.columns)} (columns: {', '.join(table.columns)})"


def variable_problems(workload: Workload, table: DeviceTable) -> Iterator[str]:
    """``${variables}`` that no column of the devices fills."""
    texts = [(f"publish.{stream.name}.topic", stream.topic) for stream in workload.publish]
    texts += [
        (f"subscribe.{n}.topic_filter", entry.topic_filter) for n, entry in enumerate(workload.subscribe)
    ]
    texts += [
        (f"subscribers.{group.name}.topic_filter", group.topic_filter) for group in workload.subscribers
    ]
    for where, text in texts:
        for name in variables_of(text):
            if name not in table.columns:
                yield f"{where}: ${{{name}}} is no column of the devices{_columns(name, table)}"
            elif workload.load.connections_per_thread > 1 and name != workload.devices.client_id:
                only = f"${{{workload.devices.client_id}}}"
                yield f"{where}: with connections_per_thread only {only} can be used"
