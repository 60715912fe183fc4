"""The structure of a generated plan is the reviewed one; versions are holes.

After a wanted change: ``ACKGATE_GOLDEN=write pytest tests/golden``; read the difference before committing.
"""

import os
from pathlib import Path

import pytest
from lxml import etree

from ackgate.plan import load_workload, write_plan

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
NAMES = ["iot-benchmark", "capacity-steps", "point-to-point"]


def _outline(element: etree._Element, depth: int = 0) -> list[str]:
    """One line per element, indented: tag, attributes without versions, text."""
    shown = {
        key: "*" if key in ("version", "properties", "jmeter") else value for key, value in element.items()
    }
    attributes = "".join(f" {key}={value}" for key, value in sorted(shown.items()))
    text = f": {element.text.strip()!r}" if element.text and element.text.strip() else ""
    lines = [f"{'  ' * depth}{element.tag}{attributes}{text}"]
    for child in element:
        lines += _outline(child, depth + 1)
    return lines


@pytest.mark.parametrize("name", NAMES)
def test_plans_the_reviewed_structure(name, tmp_path):
    files = write_plan(load_workload(ROOT / "data/workloads" / f"{name}.yaml"), tmp_path / "plan")
    outline = "\n".join(_outline(etree.parse(str(files.plan_jmx)).getroot())) + "\n"
    golden = HERE / f"{name}.outline.txt"
    if os.environ.get("ACKGATE_GOLDEN") == "write":
        golden.write_text(outline, encoding="utf-8")
    assert outline == golden.read_text(encoding="utf-8")
