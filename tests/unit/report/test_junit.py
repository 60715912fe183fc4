"""junit.xml as CI servers read it."""

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
