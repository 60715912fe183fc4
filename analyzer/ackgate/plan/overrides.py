"""Settings put over a workload before it is validated, as in ``publish.telemetry.rate=2/s``."""

import copy
from collections.abc import Iterable

import yaml

from ackgate.plan.workload_error import WorkloadError, nearest

Raw = dict[str, object]


def parse_override(text: str) -> tuple[str, object]:
    """Path and YAML value of ``KEY=VALUE``. Raises WorkloadError when it isn't one."""
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise WorkloadError(f"--set {text}: expected KEY=VALUE, as in --set load.threads=500")
    try:
        return path.strip(), yaml.safe_load(value)
    except yaml.YAMLError:
        return path.strip(), value


def with_overrides(raw: Raw, settings: Iterable[tuple[str, object]]) -> Raw:
    """A copy of ``raw`` with each path set. Raises WorkloadError when a path leads nowhere."""
    result = copy.deepcopy(raw)
    for path, value in settings:
        _set(result, path, value)
    return result


def _set(root: Raw, path: str, value: object) -> None:
    *parents, last = path.split(".")
    node: object = root
    for part in parents:
        node = _step_into(node, part, path)
    if isinstance(node, dict):
        node[last] = value
    elif isinstance(node, list):
        node[_index(node, last, path)] = value
    else:
        raise WorkloadError(f"{path}: {parents[-1]} holds a plain value and no keys")


def _step_into(node: object, part: str, path: str) -> object:
    if isinstance(node, list):
        return node[_index(node, part, path)]
    if not isinstance(node, dict):
        raise WorkloadError(f"{path}: there is nothing to set below a plain value at {part}")
    if node.get(part) is None:
        node[part] = {}
    return node[part]


def _index(entries: list[object], part: str, path: str) -> int:
    names = [str(entry.get("name")) for entry in entries if isinstance(entry, dict)]
    if part in names:
        return names.index(part)
    if part.isdigit() and int(part) < len(entries):
        return int(part)
    known = ", ".join(names) or f"0 to {len(entries) - 1}"
    raise WorkloadError(f"{path}: there is no entry {part}{nearest(part, names)} (entries: {known})")
