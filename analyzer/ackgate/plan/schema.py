"""The JSON Schema of a workload file, for editors."""

import json

from ackgate.model.workload import Workload


def workload_schema() -> str:
    """JSON Schema (draft 2020-12) as text, equal for equal models."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "AckGate workload"}
    return json.dumps({**Workload.model_json_schema(), **schema}, indent=2, sort_keys=True) + "\n"
