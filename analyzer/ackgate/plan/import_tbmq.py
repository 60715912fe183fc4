"""The configuration of TBMQ's test agent (one JSON file) -> a workload with its data files."""

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import ValidationError

from ackgate.model.workload import SUBSCRIBER_LEAD_S, SUBSCRIBERS_PER_S
from ackgate.model.workload_publish import HEADER_STAMP_BYTES
from ackgate.plan.tbmq_config import PublisherGroup, TbmqConfig
from ackgate.plan.topic_match import Subscriptions
from ackgate.plan.workload_error import WorkloadError

PUBLISHERS_FILE = "publishers.csv"
PAYLOAD_FILE = "telemetry.json"
_MAX_IDLE_PER_GROUP = 20_000
_MANY_THREADS = 5000


@dataclass(frozen=True)
class TbmqImport:
    """Files of the workload by name, and what was changed or has no equal, a sentence each."""

    files: Mapping[str, str]
    notes: tuple[str, ...]


def import_tbmq(path: Path, broker_url: str) -> TbmqImport:
    """Read the agent's configuration. Raises WorkloadError when it is missing or contradicts itself."""
    config = _read(path)
    rows = list(_publisher_rows(config))
    files = {PUBLISHERS_FILE: _csv(rows)}
    if config.telemetry_keys:
        files[PAYLOAD_FILE] = _payload(config)
    name = "".join(char if char.isalnum() or char in "._-" else "-" for char in path.stem).lstrip("._-")
    workload = _workload(config, name or "tbmq", broker_url, len(rows))
    text = yaml.safe_dump(workload, sort_keys=False, width=120)
    head = f"# Read from {path.name}, the configuration of a TBMQ test agent.\n"
    return TbmqImport({f"{name or 'tbmq'}.yaml": head + text, **files}, tuple(_notes(config, len(rows))))


def _read(path: Path) -> TbmqConfig:
    try:
        raw = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise WorkloadError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise WorkloadError(f"{path}: not JSON: {error}") from error
    try:
        return TbmqConfig.model_validate(raw)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in detail["loc"]) or "the file"
        cause = detail.get("ctx", {}).get("error", detail["msg"])
        raise WorkloadError(f"{path}: {where}: {cause}") from error


def _publisher_rows(config: TbmqConfig) -> Iterator[tuple[str, str, str]]:
    """Client identifier, topic and group of every publisher; the agent counts from 0 in each group."""
    for group in config.publisher_groups:
        for index in range(group.publishers):
            yield f"{group.id_prefix}{index}", f"{group.topic_prefix}{index}", str(group.id)


def _csv(rows: list[tuple[str, str, str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("client_id", "topic", "group"))
    writer.writerows(rows)
    return text.getvalue()


def _payload(config: TbmqConfig) -> str:
    """A JSON object with the telemetry keys, filled up to the smallest size asked for."""
    values: dict[str, object] = {
        key: round(20 + index * 1.5, 1) for index, key in enumerate(config.telemetry_keys)
    }
    missing_bytes = config.min_payload_size - len(json.dumps(values)) - len(', "padding": ""')
    if missing_bytes > 0:
        values["padding"] = "x" * missing_bytes
    return json.dumps(values)


def _workload(config: TbmqConfig, name: str, broker_url: str, publishers: int) -> dict[str, object]:
    subscribers = sum(group.subscribers for group in config.subscriber_groups)
    lead_s = SUBSCRIBER_LEAD_S + subscribers // SUBSCRIBERS_PER_S if subscribers else 0
    ramp_up_s = math.ceil(publishers / config.max_concurrent_operations)
    return {
        "name": name,
        "broker": {"url": broker_url},
        "devices": {"file": PUBLISHERS_FILE, "client_id": "client_id", "group_column": "group"},
        "load": {
            "threads": publishers,
            "ramp_up_s": ramp_up_s,
            "duration_s": lead_s + ramp_up_s + config.seconds_to_run,
            "drain_s": config.additional_seconds_to_wait,
        },
        "publish": [_stream(config)] if publishers else [],
        "subscribers": [_subscribers(config, index) for index in range(len(config.subscriber_groups))],
        "idle": list(_idle(config.dummy_clients)),
    }


def _stream(config: TbmqConfig) -> dict[str, object]:
    payload: dict[str, object] = {"size_bytes": max(config.min_payload_size, HEADER_STAMP_BYTES)}
    if config.telemetry_keys:
        payload = {"payload": PAYLOAD_FILE, "stamp": "json"}
    rate = f"{config.max_msgs_per_publisher_per_second}/s"
    return {"name": "telemetry", "topic": "${topic}", "qos": config.publisher_qos, "rate": rate, **payload}


def _subscribers(config: TbmqConfig, index: int) -> dict[str, object]:
    group = config.subscriber_groups[index]
    return {
        "name": f"subscribers-{group.id}",
        "count": group.subscribers,
        "topic_filter": group.topic_filter,
        "qos": config.subscriber_qos,
        "clean_start": group.persistent_session_info is None,
        "client_id": f"{group.id_prefix}${{__intSum(${{__threadNum}},-1)}}",
        "expects": [str(expected) for expected in group.expected_publisher_groups],
    }


def _idle(clients: int) -> Iterator[dict[str, object]]:
    for number, start in enumerate(range(0, clients, _MAX_IDLE_PER_GROUP), start=1):
        count = min(_MAX_IDLE_PER_GROUP, clients - start)
        yield {"name": f"dummy-{number}", "count": count, "client_id": f"test_dummy_client_{number}_{{n}}"}


def _notes(config: TbmqConfig, publishers: int) -> Iterator[str]:
    yield (
        f"maxConcurrentOperations {config.max_concurrent_operations} has no equal: it became a ramp-up"
        " in which at most so many connects start per second"
    )
    if not config.telemetry_keys and config.min_payload_size < HEADER_STAMP_BYTES:
        size = f"{HEADER_STAMP_BYTES} bytes instead of {config.min_payload_size}"
        yield f"payloads have {size}, to carry their send time"
    if any(group.persistent_session_info for group in config.subscriber_groups):
        yield "persistentSessionInfo became clean_start: false; a clientType is the broker's to know"
    if publishers > _MANY_THREADS:
        yield f"{publishers} publishers become as many threads; use several injectors"
    for key in config.unknown_keys:
        yield f"{key} has no equal and was left out"
    for group in config.subscriber_groups:
        matched = _matched(group.topic_filter, config.publisher_groups)
        expected = set(group.expected_publisher_groups)
        if matched != expected & {g.id for g in config.publisher_groups if g.publishers}:
            yield (
                f"subscriber group {group.id} expects publisher groups {sorted(expected)}, its filter"
                f" {group.topic_filter} matches {sorted(matched)}; what it is owed follows what it expects"
            )


def _matched(topic_filter: str, groups: list[PublisherGroup]) -> set[int]:
    subscriptions = Subscriptions()
    subscriptions.add(topic_filter, 1)
    return {g.id for g in groups if g.publishers and subscriptions.matching(f"{g.topic_prefix}0")}
