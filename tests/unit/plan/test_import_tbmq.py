"""The configuration of TBMQ's test agent becomes a workload."""

import json
from pathlib import Path

import pytest

from ackgate.plan import WorkloadError, load_workload, write_plan
from ackgate.plan.import_tbmq import import_tbmq

CONFIG = Path(__file__).parents[2] / "resources" / "tbmq" / "config.json"


@pytest.fixture
def config():
    return json.loads(CONFIG.read_text(encoding="utf-8"))


@pytest.fixture
def imported(config, tmp_path):
    """Import a changed configuration and load the workload it becomes."""

    def load():
        path = tmp_path / "config.json"
        path.write_text(json.dumps(config), encoding="utf-8")
        result = import_tbmq(path, "tcp://127.0.0.1:1883")
        for name, content in result.files.items():
            (tmp_path / name).write_text(content, encoding="utf-8")
        return load_workload(tmp_path / "config.yaml"), result

    return load


def test_gives_every_publisher_its_client_id_topic_and_group(imported):
    _, result = imported()
    assert result.files["publishers.csv"].splitlines() == [
        "client_id,topic,group",
        "test_pub_client_1_0,city/a/0,1",
        "test_pub_client_1_1,city/a/1,1",
        "test_pub_client_1_2,city/a/2,1",
        "pub_b_0,city/b/0,2",
        "pub_b_1,city/b/1,2",
    ]


def test_takes_over_rate_times_and_quality_of_service(imported):
    workload, _ = imported()
    assert workload.load.threads == 5
    assert workload.load.drain_s == 5
    assert workload.length_s - workload.lead_s - workload.load.ramp_up_s == 20
    assert (workload.publish[0].rate, workload.publish[0].qos) == ("4/s", 1)
    assert workload.load.ramp_up_s == 3  # 5 connects, 2 under way at once
    assert workload.idle[0].count == 10


def test_owes_each_group_what_it_expects(imported, tmp_path):
    workload, _ = imported()
    stream = write_plan(workload, tmp_path / "plan").streams[0]
    # 3 of 5 publishers reach 2 subscribers and the application, the other 2 the application alone.
    assert stream.owed_per_publish == (3 * (2 + 1) + 2 * 1) / 5


def test_keeps_the_session_of_a_persistent_subscriber(imported):
    workload, _ = imported()
    assert [group.clean_start for group in workload.subscribers] == [True, False, True]
    assert workload.subscribers[1].client_id == "app_${__intSum(${__threadNum},-1)}"


def test_allows_groups_of_zero(imported, tmp_path):
    workload, _ = imported()
    jmx = write_plan(workload, tmp_path / "plan").plan_jmx.read_text(encoding="utf-8")
    assert 'testname="subscribers-3"' not in jmx


def test_fills_the_payload_up_to_the_smallest_size(imported):
    _, result = imported()
    payload = result.files["telemetry.json"]
    assert len(payload) == 200
    assert set(json.loads(payload)) == {"lat", "long", "speed", "padding"}


def test_sends_random_bytes_without_telemetry_keys(config, imported):
    config["telemetryKeys"], config["minPayloadSize"] = [], 1
    workload, result = imported()
    assert workload.publish[0].size_bytes == 32
    assert any("32 bytes instead of 1" in note for note in result.notes)


def test_refuses_an_id_named_twice(config, imported):
    config["publisherGroups"][1]["id"] = 1
    with pytest.raises(WorkloadError, match="publisherGroups: id 1 is given twice"):
        imported()


def test_refuses_an_expected_group_that_is_missing(config, imported):
    config["subscriberGroups"][0]["expectedPublisherGroups"] = [7]
    with pytest.raises(WorkloadError, match="1 expects publisher group 7, which is absent"):
        imported()


def test_names_keys_it_does_not_know(config, imported):
    config["newKnob"] = 1
    assert "newKnob has no equal and was left out" in imported()[1].notes


def test_says_where_filter_and_expectation_differ(config, imported):
    config["subscriberGroups"][0]["expectedPublisherGroups"] = [1, 2]
    assert any("its filter city/a/+ matches [1]" in note for note in imported()[1].notes)


def test_imports_a_configuration_without_publishers(config, imported):
    config["publisherGroups"], config["subscriberGroups"] = [], []
    workload, _ = imported()
    assert workload.load.threads == 0


@pytest.mark.parametrize("content", ["{", "[]", '{"secondsToRun": 1}'])
def test_refuses_what_is_no_configuration(tmp_path, content):
    path = tmp_path / "config.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(WorkloadError, match=r"config\.json: "):
        import_tbmq(path, "tcp://127.0.0.1:1883")
