"""Criteria from a YAML file or from the workload of a run folder."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from ackgate.analysis.failure import AnalysisError
from ackgate.model.criteria import Criterion

_SHAPE = "a list of criteria, or a mapping with the key criteria"


def read_criteria(path: Path) -> tuple[Criterion, ...]:
    """A list of criteria, or a mapping that holds one under ``criteria``.

    Raises AnalysisError that names file, place and fault.
    """
    content = _read_yaml(path)
    listed = content.get("criteria") if isinstance(content, dict) else content
    if not isinstance(listed, list):
        raise AnalysisError(f"{path}: expected {_SHAPE}.")
    return tuple(_criterion(path, index, one) for index, one in enumerate(listed))


def workload_criteria(path: Path) -> tuple[Criterion, ...]:
    """Criteria of a workload file; none where it has none. Raises AnalysisError."""
    content = _read_yaml(path)
    if not isinstance(content, dict) or not content.get("criteria"):
        return ()
    return read_criteria(path)


def _read_yaml(path: Path) -> Any:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as failure:
        raise AnalysisError(f"{path} can't be read ({failure.strerror}).") from failure
    except (UnicodeDecodeError, yaml.YAMLError) as failure:
        raise AnalysisError(f"{path} is not readable YAML: {' '.join(str(failure).split())}") from failure


def _criterion(path: Path, index: int, content: object) -> Criterion:
    try:
        return Criterion.model_validate(content)
    except ValidationError as failure:
        fault = failure.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in (f"criteria[{index}]", *fault["loc"]))
        raise AnalysisError(f"{path}: {place}: {fault['msg']}.") from failure
