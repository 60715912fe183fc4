"""--set changes one value of a workload before it is validated."""

import pytest

from ackgate.plan.overrides import parse_override, with_overrides
from ackgate.plan.workload_error import WorkloadError


def test_reads_the_value_as_yaml():
    assert parse_override("load.threads=500") == ("load.threads", 500)
    assert parse_override("publish.t.rate=1/s") == ("publish.t.rate", "1/s")


def test_refuses_a_setting_without_value():
    with pytest.raises(WorkloadError, match="expected KEY=VALUE"):
        parse_override("load.threads")


def test_finds_list_entries_by_name_and_by_number(raw):
    changed = with_overrides(raw, [("publish.telemetry.qos", 2), ("subscribers.0.count", 7)])
    assert changed["publish"][0]["qos"] == 2
    assert changed["subscribers"][0]["count"] == 7


def test_leaves_the_original_alone(raw):
    with_overrides(raw, [("load.threads", 9)])
    assert raw["load"]["threads"] == 3


def test_names_the_entries_when_there_is_none_of_that_name(raw):
    with pytest.raises(WorkloadError, match=r"no entry telemetri; did you mean telemetry\?"):
        with_overrides(raw, [("publish.telemetri.qos", 1)])


def test_makes_a_section_that_is_absent(raw):
    assert with_overrides(raw, [("broker.reconnect.attempts", 0)])["broker"]["reconnect"] == {"attempts": 0}


def test_refuses_to_step_into_a_plain_value(raw):
    with pytest.raises(WorkloadError, match="plain value"):
        with_overrides(raw, [("name.x.y", 1)])
