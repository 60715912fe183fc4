"""Deliveries owed per publish follow from the subscribers of the plan."""

from ackgate.plan import load_workload
from ackgate.plan.device_table import read_devices
from ackgate.plan.owed import stream_plans


def _streams(path, *overrides):
    workload = load_workload(path, list(overrides))
    return stream_plans(workload, read_devices(workload.devices, workload.load.devices))


def test_owes_a_shared_group_one_delivery(raw, write_workload):
    assert _streams(write_workload(raw))[0].owed_per_publish == 1


def test_owes_every_client_of_a_plain_group(raw, write_workload):
    assert (
        _streams(write_workload(raw), "subscribers.backend.topic_filter=device/+/#")[0].owed_per_publish == 2
    )


def test_owes_a_filter_on_a_column_to_the_devices_that_have_its_value(raw, write_workload):
    overrides = ("publish.telemetry.topic=r/${region}", "subscribers.backend.topic_filter=r/eu")
    assert _streams(write_workload(raw), *overrides)[0].owed_per_publish == 2 * 2 / 3


def test_counts_only_the_devices_that_take_part(raw, write_workload):
    overrides = (
        "publish.telemetry.topic=r/${region}",
        "subscribers.backend.topic_filter=r/us",
        "load.threads=2",
    )
    assert _streams(write_workload(raw), *overrides)[0].owed_per_publish == 0


def test_owes_one_delivery_to_a_subscriber_of_each_device(raw, write_workload):
    raw["subscribers"] = [
        {"name": "own", "per_device": True, "topic_filter": "device/${device_id}/telemetry"}
    ]
    assert _streams(write_workload(raw))[0].owed_per_publish == 1


def test_owes_what_a_group_expects(raw, write_workload):
    raw["devices"]["group_column"] = "region"
    raw["subscribers"] = [{"name": "eu", "count": 3, "topic_filter": "device/#", "expects": ["eu"]}]
    assert _streams(write_workload(raw))[0].owed_per_publish == 3 * 2 / 3


def test_sums_the_rate_over_devices(raw, write_workload):
    assert _streams(write_workload(raw))[0].intended_rate_per_s == 6


def test_shares_a_total_rate_between_devices(raw, write_workload):
    raw["publish"][0] |= {"rate": None, "total_rate": "60/min"}
    stream = _streams(write_workload(raw))[0]
    assert stream.intended_rate_per_s == 1
    assert stream.rate_per_device_per_s == 1 / 3


def test_averages_a_stepped_rate_over_time(raw, write_workload):
    raw["load"] = {
        "threads": 3,
        "steps": [{"length_s": 10, "total_rate": "10/s"}, {"length_s": 30, "total_rate": "30/s"}],
    }
    assert _streams(write_workload(raw))[0].intended_rate_per_s == 25
