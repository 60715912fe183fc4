"""The plan writes the property names that the Java elements and docs/elements.md know."""

import re
from pathlib import Path

import pytest
from lxml import etree

ROOT = Path(__file__).parents[2]
_PREFIX = "connect|tls|reconnect|publish|subscribe|unsubscribe|disconnect|receive|streams"
_NAME = rf"(?:{_PREFIX})\.[a-z0-9_]+|connections"
_QUOTED = re.compile(rf'"({_NAME})"')
_TICKED = re.compile(rf"`({_NAME})`")
_CLASS = re.compile(r"`(org\.ackgate\.jmeter\.[A-Za-z.]+)`")


def _names(pattern: re.Pattern[str], *files: Path) -> set[str]:
    return {name for file in files for name in pattern.findall(file.read_text(encoding="utf-8"))}


def _java() -> set[str]:
    fields = (ROOT / "java-sampler/sampler/src/main/java/org/ackgate/jmeter/field").glob("*.java")
    return _names(_QUOTED, *fields)


def _documented() -> set[str]:
    return _names(_TICKED, ROOT / "docs/elements.md")


def _planned() -> set[str]:
    sources = [
        *(ROOT / "analyzer/ackgate/plan").glob("*.py"),
        *(ROOT / "analyzer/ackgate/check").glob("*.py"),
    ]
    return _names(_QUOTED, *sources)


def _skeletons() -> list[Path]:
    return sorted((ROOT / "jmx_templates").glob("*.jmx"))


def test_documents_the_properties_of_the_java_elements():
    assert _java() == _documented()


def test_plans_only_properties_that_the_elements_have():
    planned = _planned()
    assert planned <= _java()
    assert len(planned) > 40


@pytest.mark.parametrize("skeleton", _skeletons(), ids=lambda path: path.stem)
def test_keeps_skeletons_to_classes_and_properties_that_the_elements_have(skeleton):
    documented = _names(_CLASS, ROOT / "docs/elements.md")
    for element in etree.parse(str(skeleton)).iter():
        if str(element.tag).startswith("org.ackgate."):
            assert {element.get("testclass"), element.get("guiclass")} <= documented
            names = {str(child.get("name")) for child in element} - {"TestPlan.comments"}
            assert names <= _java()
