"""stats.json as bytes: equal statistics give equal bytes."""

import json

from ackgate.model.statistics import Statistics


def stats_json(statistics: Statistics) -> bytes:
    """UTF-8 JSON in the order of the model, one top-level key a line, ending in a newline.

    Numbers are written as the shortest text that reads back equal; figures are rounded where they arise.
    """
    content = statistics.model_dump(mode="json", by_alias=True)
    lines = (f"{json.dumps(name)}: {_compact(value)}" for name, value in content.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("utf-8", errors="backslashreplace")


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)
