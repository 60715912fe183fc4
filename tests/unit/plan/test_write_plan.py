"""A plan keeps the promises of its workload."""

import pytest
from lxml import etree

from ackgate.check.jmx_node import JmxPlan, plan_of
from ackgate.plan import PlanFiles, WorkloadError, load_workload, write_plan


def _write(path, out, *overrides) -> PlanFiles:
    return write_plan(load_workload(path, list(overrides)), out)


def _read(files: PlanFiles) -> JmxPlan:
    return plan_of(etree.parse(str(files.plan_jmx)).getroot(), files.folder)


@pytest.fixture
def planned(raw, write_workload, tmp_path):
    """Write the small workload, changed by overrides, and read the plan back."""

    def plan(*overrides, content=None) -> JmxPlan:
        return _read(_write(write_workload(content or raw), tmp_path / "plan", *overrides))

    return plan


def _one(plan, short_class, name=None):
    found = [n for n in plan.nodes if n.short_class == short_class and name in (None, n.name)]
    assert len(found) == 1
    return found[0]


def test_refuses_a_folder_that_is_not_empty(raw, write_workload, tmp_path):
    path = write_workload(raw)
    _write(path, tmp_path / "plan")
    with pytest.raises(WorkloadError, match="is not empty"):
        _write(path, tmp_path / "plan")


def test_writes_equal_bytes_for_equal_workloads(raw, write_workload, tmp_path):
    path = write_workload(raw)
    first, second = _write(path, tmp_path / "one"), _write(path, tmp_path / "two")
    for file in first.folder.rglob("*"):
        assert (
            file.is_dir()
            or file.read_bytes() == (second.folder / file.relative_to(first.folder)).read_bytes()
        )


def test_plans_the_same_again_from_its_own_folder(raw, write_workload, tmp_path):
    (tmp_path / "p.json").write_text('{"id": "${device_id}"}', encoding="utf-8")
    raw["publish"][0] |= {"size_bytes": None, "payload": "p.json"}
    first = _write(write_workload(raw), tmp_path / "one", "load.threads=2")
    again = _write(first.workload_yaml, tmp_path / "two")
    assert again.plan_jmx.read_bytes() == first.plan_jmx.read_bytes()
    assert again.workload_yaml.read_bytes() == first.workload_yaml.read_bytes()


def test_tells_payload_files_of_equal_names_apart(raw, write_workload, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p.json").write_text(folder, encoding="utf-8")
    stream = {"topic": "t", "rate": "1/s"}
    raw["publish"] = [{"name": name, "payload": f"{name}/p.json", **stream} for name in ("a", "b")]
    files = _write(write_workload(raw), tmp_path / "plan")
    contents = [file.read_text() for file in files.data_files if file.parent.name == "payloads"]
    assert sorted(contents) == ["a", "b"]


def test_gives_the_thread_group_one_iteration(planned):
    group = _one(planned(), "ThreadGroup", "devices")
    assert group.text("LoopController.loops") == "1"
    assert group.text("LoopController.continue_forever") == "false"


def test_stops_a_thread_at_the_end_of_the_devices_file(planned):
    data = _one(planned(), "CSVDataSet")
    assert (data.text("recycle"), data.text("stopThread")) == ("false", "true")
    assert data.text("variableNames") == "device_id,region"


def test_starts_subscribers_first_and_lets_them_outlive_the_devices_by_the_drain(planned):
    plan = planned("load.drain_s=7")
    devices, backend = _one(plan, "ThreadGroup", "devices"), _one(plan, "ThreadGroup", "backend")
    ends_s = [
        int(group.text("ThreadGroup.delay")) + int(group.text("ThreadGroup.duration"))
        for group in (devices, backend)
    ]
    assert ends_s == [20, 27]
    assert int(backend.text("ThreadGroup.delay")) < int(devices.text("ThreadGroup.delay"))


def test_keeps_view_results_tree_at_hand_but_disabled(planned):
    tree = next(node for node in planned().nodes if node.gui_class == "ViewResultsFullVisualizer")
    assert not tree.enabled


def test_enables_the_backend_listener_only_when_asked(raw, planned):
    assert not _one(planned(), "BackendListener").enabled


def test_fills_the_backend_listener(raw, planned):
    raw["backend_listener"] = {"influxdb_url": "http://localhost:8086/write?db=jmeter"}
    listener = _one(planned(), "BackendListener")
    assert listener.enabled
    assert listener.arguments["influxdbUrl"] == "http://localhost:8086/write?db=jmeter"


def test_takes_the_password_from_a_property(raw, planned):
    raw["broker"]["username"] = "device"
    assert (
        _one(planned(), "MqttConnectSampler", "connect").text("connect.password")
        == "${__P(ackgate.password)}"
    )


def test_holds_the_streams_until_all_devices_are_ready(planned):
    streams = _one(planned(), "MqttStreamsController")
    assert streams.text("streams.barrier_threads") == "3"
    assert float(streams.text("streams.barrier_limit_s")) >= 1


def test_starts_streams_at_once_without_a_barrier(planned):
    assert (
        _one(planned("load.barrier_limit_s=0"), "MqttStreamsController").text("streams.barrier_threads")
        == "0"
    )


def test_gives_each_step_of_rates_streams_of_its_own(raw, planned):
    steps = [{"length_s": 10, "total_rate": "30/s"}, {"length_s": 30, "total_rate": "60/s"}]
    raw["load"] = {"threads": 3, "ramp_up_s": 1, "steps": steps}
    plan = planned()
    rates = [n.text("publish.rate") for n in plan.nodes if n.short_class == "MqttPublishSampler"]
    lengths_s = [n.text("streams.duration_s") for n in plan.nodes if n.short_class == "MqttStreamsController"]
    assert rates == ["10/s", "20/s"]
    assert lengths_s == ["7", ""]


def test_gives_each_step_of_threads_the_threads_it_adds(raw, planned):
    raw["load"] = {"ramp_up_s": 1, "steps": [{"length_s": 10, "threads": 1}, {"length_s": 10, "threads": 3}]}
    groups = [node for node in planned().thread_groups() if node.name.startswith("devices")]
    assert [group.text("ThreadGroup.num_threads") for group in groups] == ["1", "2"]
    assert [group.text("ThreadGroup.delay") for group in groups] == ["2", "12"]


def test_ends_streams_after_their_iterations(raw, planned):
    raw["load"] = {"threads": 3, "iterations": 7}
    assert _one(planned(), "MqttStreamsController").text("streams.duration_s") == "3.5"


def test_gives_many_connections_a_file_of_identifiers_and_their_rates_together(raw, planned):
    raw["load"] |= {"threads": 1, "connections_per_thread": 3}
    plan = planned()
    connect = _one(plan, "MqttConnectSampler", "connect")
    assert (connect.text("connections"), connect.text("connect.client_id_file")) == ("3", "client_ids.csv")
    assert (plan.folder / "client_ids.csv").read_text() == "client_id\nd1\nd2\nd3\n"
    publish = _one(plan, "MqttPublishSampler")
    assert publish.text("publish.topic") == "device/{client_id}/telemetry"
    assert publish.text("publish.rate") == "6/s"
    assert not [node for node in plan.nodes if node.short_class == "CSVDataSet"]


def test_writes_the_devices_of_a_pattern(raw, planned):
    raw["devices"] = {"count": 5, "pattern": "x-{index:03}"}
    assert (planned().folder / "devices.csv").read_text() == "device_id\nx-001\nx-002\nx-003\n"


def test_counts_the_start_of_several_injectors_from_one_clock(raw, planned):
    plan = planned("load.start_at=2030-01-31T12:00:00Z")
    group = _one(plan, "ThreadGroup", "devices")
    assert group.text("ThreadGroup.delay") == "${__longSum(1896091202,-${__time(/1000)})}"


def test_lets_subscribers_be_there_before_the_common_start(planned):
    backend = _one(planned("load.start_at=2030-01-31T12:00:00Z"), "ThreadGroup", "backend")
    assert backend.text("ThreadGroup.delay") == "0"
    assert backend.text("ThreadGroup.duration") == "${__longSum(1896091230,-${__time(/1000)})}"


def test_keeps_devices_that_publish_nothing_connected(raw, planned):
    raw["publish"], raw["subscribers"] = [], []
    assert _one(planned(), "TestAction").parent.short_class == "LoopController"


def test_holds_silent_clients_in_one_thread(raw, planned):
    raw["idle"] = [{"name": "dummy", "count": 500}]
    connect = _one(planned(), "MqttConnectSampler", "connect dummy")
    assert connect.text("connections") == "500"
    assert connect.text("connect.client_id").endswith("-{n}")


def test_refuses_text_that_no_xml_can_hold(raw, write_workload, tmp_path):
    raw["title"] = "bell\x07"
    with pytest.raises(WorkloadError, match="can't stand in a JMX"):
        _write(write_workload(raw), tmp_path / "plan")


def test_names_the_result_columns_for_a_plain_jmeter(raw, write_workload, tmp_path):
    lines = _write(write_workload(raw), tmp_path / "plan").plan_properties.read_text().splitlines()
    assert "sampleresult.timestamp.start=true" in lines
    assert "jmeter.save.saveservice.hostname=true" in lines
    assert "jmeter.save.saveservice.response_data=false" in lines
    assert "ackgate.warm_up_s=5" in lines  # head start 2 s, ramp-up 1 s, warm-up 2 s
    assert any(line.startswith("sample_variables=mqtt_op,mqtt_qos,") for line in lines)
