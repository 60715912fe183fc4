"""junit.xml as Jenkins, GitLab and Azure read it: one test case for each criterion.

Names hold no measured values, so a criterion keeps its history from run to run. INCONCLUSIVE and NOT_TESTED
are ``skipped``: these readers know no third outcome, and the exit code of the command decides.
"""

import xml.etree.ElementTree as ET  # only written here, never parsed
from collections import Counter

from ackgate.model.statistics import CriterionResult, Statistics
from ackgate.report.language import translator
from ackgate.report.text import shown
from ackgate.report.wording import criterion_words, limit_words, observed_words

_CLASS_NAME = "ackgate.criteria"


def junit_xml(statistics: Statistics, suite_name: str = "ackgate") -> str:
    """The XML text. Every case has a class name, a unique name, and its reason as message and as text."""
    criteria = statistics.criteria
    failed = sum(criterion.verdict == "FAIL" for criterion in criteria)
    passed = sum(criterion.verdict == "PASS" for criterion in criteria)
    counts = {
        "tests": len(criteria),
        "failures": failed,
        "errors": 0,
        "skipped": len(criteria) - failed - passed,
    }
    totals = {name: str(count) for name, count in counts.items()} | {"time": "0"}
    root = ET.Element("testsuites", {"name": shown(suite_name, 120), **totals})
    suite = ET.SubElement(
        root, "testsuite", {"name": shown(suite_name, 120), "timestamp": statistics.start[:19], **totals}
    )
    for criterion, name in zip(criteria, _unique_names(criteria), strict=True):
        _case(suite, criterion, name)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _unique_names(criteria: list[CriterionResult]) -> list[str]:
    """Ids as shown; where two would look alike, the later ones are numbered."""
    seen: Counter[str] = Counter()
    names: list[str] = []
    for criterion in criteria:
        name = shown(criterion.id, 120)
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def _case(suite: ET.Element, criterion: CriterionResult, name: str) -> None:
    t = translator("en")
    case = ET.SubElement(suite, "testcase", {"classname": _CLASS_NAME, "name": name, "time": "0"})
    measured = f"measured {observed_words(criterion, t)}, limit {limit_words(criterion)}"
    reason = shown(f"{criterion_words(criterion, t)}: {measured}. {criterion.reason}", 600)
    if criterion.verdict == "FAIL":
        ET.SubElement(case, "failure", {"type": criterion.metric, "message": reason}).text = reason
    elif criterion.verdict != "PASS":
        ET.SubElement(case, "skipped", {"message": f"{criterion.verdict}: {reason}"}).text = reason
    else:
        ET.SubElement(case, "system-out").text = reason
