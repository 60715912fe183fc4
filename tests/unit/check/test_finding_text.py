"""Findings are printed for people and for programs."""

import json
from pathlib import Path

import pytest

from ackgate.check import rules
from ackgate.check.finding_text import findings_json, findings_text

FINDINGS = [
    rules.CLIENT_ID_BLANK.finding("devices.file", "line 3 is blank", "fill it"),
    rules.CLOCK.finding(
        "this machine", "not synchronised", "start a time service", "sudo timedatectl set-ntp true"
    ),
]
CHECK_PAGE = Path(__file__).parents[3] / "docs" / "check.md"


def test_prints_code_place_reason_remedy_and_command():
    text = findings_text(FINDINGS)
    assert "error AG104  devices.file\n  line 3 is blank\n  why: " in text
    assert "  remedy: fill it\n" in text
    assert "  run: sudo timedatectl set-ntp true\n" in text
    assert text.endswith("1 error, 1 warning, 0 infos")


def test_prints_json_with_counts():
    document = json.loads(findings_json(FINDINGS))
    assert (document["errors"], document["warnings"], document["infos"]) == (1, 1, 0)
    assert document["findings"][0]["code"] == "AG104"


def test_gives_every_rule_a_code_of_its_own():
    codes = [rule.code for rule in rules.RULES]
    assert len(set(codes)) == len(codes) > 40


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.code)
def test_documents_every_rule(rule):
    assert f"| {rule.code} | {rule.severity} | {rule.title} |" in CHECK_PAGE.read_text(encoding="utf-8")
