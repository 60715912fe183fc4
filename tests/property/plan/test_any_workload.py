"""Any workload that validates yields a well-formed plan; any edit that breaks a rule is refused or found."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from ackgate.check.inspect import check_workload
from ackgate.check.jmx_node import JmxPlan, plan_of
from ackgate.model.workload import Workload
from ackgate.plan import PlanFiles, WorkloadError, load_workload, write_plan
from ackgate.plan.load_workload import validated
from ackgate.plan.topic_match import Subscriptions
from ackgate.plan.workload_error import allowed_keys
from property.plan.workload_strategies import LETTERS, filters, topics, workloads


@contextmanager
def _planned(raw: dict[str, object]) -> Iterator[tuple[Workload, PlanFiles, JmxPlan]]:
    with tempfile.TemporaryDirectory() as folder:
        workload = validated(raw, Path(folder) / "w.yaml")
        files = write_plan(workload, Path(folder) / "plan")
        yield workload, files, plan_of(etree.parse(str(files.plan_jmx)).getroot(), files.folder)


@settings(max_examples=60, deadline=None)
@given(workloads())
def test_plans_well_formed_trees(raw):
    with _planned(raw) as (_, files, _plan):
        root = etree.parse(str(files.plan_jmx)).getroot()
    for tree in root.iter("hashTree"):
        tags = [child.tag == "hashTree" for child in tree]
        assert tags == [False, True] * (len(tags) // 2)


@settings(max_examples=40, deadline=None)
@given(workloads())
def test_keeps_the_promises_of_every_plan(raw):
    with _planned(raw) as (workload, _, plan):
        groups = list(plan.thread_groups())
        assert all(group.text("LoopController.loops") == "1" for group in groups)
        devices = [group for group in groups if group.name.startswith("devices")]
        assert sum(int(g.text("ThreadGroup.num_threads")) for g in devices) == workload.load.peak_threads
        names = [node.name for node in plan.nodes if node.short_class == "MqttPublishSampler"]
        assert set(names) == {stream.name for stream in workload.publish}


@settings(max_examples=30, deadline=None)
@given(workloads())
def test_plans_the_same_bytes_again_from_the_plans_own_workload(raw):
    with _planned(raw) as (_, files, _plan), tempfile.TemporaryDirectory() as folder:
        again = write_plan(load_workload(files.workload_yaml), Path(folder) / "plan")
        assert again.plan_jmx.read_bytes() == files.plan_jmx.read_bytes()


@settings(max_examples=30, deadline=None)
@given(workloads())
def test_checks_every_workload_without_an_unknown_element(raw):
    with _planned(raw) as (workload, _, _plan):
        codes = {finding.code for finding in check_workload(workload)}
    assert not codes & {
        "AG101",
        "AG102",
        "AG103",
        "AG104",
        "AG201",
        "AG203",
        "AG215",
        "AG307",
        "AG901",
        "AG902",
    }


def _places(raw: object, place: tuple[int | str, ...] = ()) -> Iterator[tuple[int | str, ...]]:
    """Every mapping of the raw workload whose keys are fixed."""
    if isinstance(raw, dict) and (not place or allowed_keys(place)):
        yield place
    entries = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in entries:
        yield from _places(value, (*place, key))


@settings(max_examples=60, deadline=None)
@given(workloads(), st.data(), st.text(LETTERS, min_size=14, max_size=20))
def test_refuses_an_unknown_key_anywhere_and_names_it(raw, data, key):
    place = data.draw(st.sampled_from(list(_places(raw))))
    node: object = raw
    for part in place:
        node = node[part]  # type: ignore[index]
    node[key] = 1  # type: ignore[index]
    with pytest.raises(WorkloadError, match=rf"{key}: unknown key"):
        validated(raw, Path("w.yaml"))


@settings(max_examples=60, deadline=None)
@given(
    workloads().filter(lambda raw: raw["publish"]),
    st.sampled_from(
        [
            ("topic", "a/+"), ("topic", "a/#"), ("topic", ""), ("qos", 3), ("rate", "fast"), ("rate", "0/s"),
            ("ack_timeout_ms", 0), ("stamp", "clock"), ("name", ""), ("retain", "perhaps"),
        ]
    ),
)  # fmt: skip
def test_refuses_a_stream_with_a_value_that_is_not_allowed(raw, edit):
    raw["publish"][0][edit[0]] = edit[1]
    with pytest.raises(WorkloadError, match="publish"):
        validated(raw, Path("w.yaml"))


def _naive_match(topic_filter: str, topic: str) -> bool:
    """MQTT 5.0 section 4.7, written down level by level."""
    if topic_filter.startswith("$share/"):
        topic_filter = topic_filter.split("/", 2)[2]
    wanted, given_levels = topic_filter.split("/"), topic.split("/")
    for index, level in enumerate(wanted):
        if level == "#":
            return True
        if index >= len(given_levels) or level not in ("+", given_levels[index]):
            return False
    return len(wanted) == len(given_levels)


@settings(max_examples=300, deadline=None)
@given(st.lists(filters, max_size=6, unique=True), topics)
def test_matches_topics_as_a_level_by_level_reading_does(topic_filters, topic):
    subscriptions = Subscriptions()
    for topic_filter in topic_filters:
        subscriptions.add(topic_filter, 1)
    assert subscriptions.matching(topic) == sum(_naive_match(f, topic) for f in topic_filters)
