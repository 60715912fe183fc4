"""junit.xml as CI servers read it."""

import re
import xml.etree.ElementTree as ET

import report_factory as factory
from ackgate.report import junit_xml


def cases(statistics) -> list[ET.Element]:
    return list(ET.fromstring(junit_xml(statistics).encode()).iter("testcase"))


def test_every_case_has_a_class_name_and_a_name_without_values() -> None:
    passing, failing = cases(factory.statistics()), cases(factory.failing())
    assert {case.get("classname") for case in passing} == {"ackgate.criteria"}
    assert [case.get("name") for case in passing] == [case.get("name") for case in failing]


def test_a_failure_says_why_as_message_and_as_text() -> None:
    failure = next(
        case.find("failure") for case in cases(factory.failing()) if case.find("failure") is not None
    )
    assert failure.get("message") == failure.text
    assert "measured 212" in failure.text


def test_inconclusive_and_not_judged_are_skipped_with_their_reason() -> None:
    skipped = [case.find("skipped").get("message") for case in cases(factory.inconclusive())[1:]]
    assert skipped[0].startswith("INCONCLUSIVE: ")
    assert skipped[1].startswith("NOT_TESTED: ")


def test_hostile_labels_leave_the_xml_well_formed_and_names_unique() -> None:
    twice = factory.criterion("same\x00\ufffe]]>", "error_rate", "FAIL", label="<b>\ud800")
    names = [case.get("name") for case in cases(factory.statistics(criteria=[twice, twice]))]
    assert len(set(names)) == 2


def test_counts_are_those_of_the_cases() -> None:
    suite = ET.fromstring(junit_xml(factory.inconclusive()).encode()).find("testsuite")
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3",
        "failures": "0",
        "errors": "0",
        "skipped": "2",
    }


def test_the_xml_has_the_shape_that_readers_of_junit_files_agree_on() -> None:
    """Elements, attributes and order of the Apache Ant JUnit schema."""
    allowed = {
        "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
        "testsuite": {"name", "timestamp", "tests", "failures", "errors", "skipped", "time"},
        "testcase": {"classname", "name", "time"},
        "failure": {"type", "message"},
        "skipped": {"message"},
        "system-out": set(),
    }
    children = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}}
    outcomes = {"failure", "skipped", "system-out"}
    for statistics in (factory.statistics(), factory.failing(), factory.inconclusive(), factory.hostile()):
        root = ET.fromstring(junit_xml(statistics).encode())
        assert root.tag == "testsuites"
        for element in root.iter():
            assert set(element.keys()) == allowed[element.tag]
            inside = {child.tag for child in element}
            assert inside <= children.get(element.tag, outcomes if element.tag == "testcase" else set())
        for case in root.iter("testcase"):
            assert len(case) == 1
            assert (case[0].text or "").strip()
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", root[0].get("timestamp") or "")
        assert all((element.get("time") or "0").isdigit() for element in root.iter())


def test_names_stay_when_the_measured_values_change() -> None:
    changed = [c.model_copy(update={"observed": 9.0, "n": 1}) for c in factory.failing().criteria]
    names = [case.get("name") for case in cases(factory.statistics(criteria=changed))]
    assert names == [case.get("name") for case in cases(factory.failing())]
    assert len(set(names)) == len(names)
