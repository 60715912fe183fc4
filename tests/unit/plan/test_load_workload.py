"""A workload that can't be used is refused in one sentence that says what to change."""

from pathlib import Path

import pytest

from ackgate.plan import WorkloadError, load_workload


def _refusal(path: Path, *overrides: str) -> str:
    with pytest.raises(WorkloadError) as caught:
        load_workload(path, list(overrides))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_names_a_missing_file(tmp_path):
    assert _refusal(tmp_path / "none.yaml").endswith("none.yaml: no such file")


def test_names_the_line_of_broken_yaml(tmp_path):
    path = tmp_path / "w.yaml"
    path.write_text("name: x\nbroker: {url: [\n", encoding="utf-8")
    assert "not valid YAML in line 3" in _refusal(path)


def test_refuses_a_key_given_twice(tmp_path):
    path = tmp_path / "w.yaml"
    path.write_text("name: x\nname: y\n", encoding="utf-8")
    assert "the key name is given twice" in _refusal(path)


def test_names_an_unknown_key_with_its_path_and_the_nearest(raw, write_workload):
    raw["load"]["tread"] = 3
    message = _refusal(write_workload(raw))
    assert "load.tread: unknown key; did you mean threads? allowed here: threads," in message


def test_names_an_unknown_key_inside_a_stream_by_the_streams_name(raw, write_workload):
    raw["publish"][0]["topik"] = "x"
    assert "publish.telemetry.topik: unknown key; did you mean topic?" in _refusal(write_workload(raw))


def test_names_a_missing_key(raw, write_workload):
    del raw["broker"]["url"]
    assert "broker.url: missing" in _refusal(write_workload(raw))


def test_names_value_and_allowed_range(raw, write_workload):
    message = _refusal(write_workload(raw), "load.threads=-5")
    assert "load.threads: -5 can't be used; allowed is greater than or equal to 0" in message


def test_counts_the_further_findings(raw, write_workload):
    raw["load"]["a"] = raw["load"]["b"] = 1
    assert _refusal(write_workload(raw)).endswith("(and 1 more)")


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("load.ramp_up_s=30", "leaves nothing of the duration (20 s)"),
        ("load.warm_up_s=17", "the subscribers' head start (2 s)"),
        ("load.threads=4", "has 3 devices, fewer than the 4 connections"),
        ("publish.telemetry.rate=5", "rate: 5 can't be used"),
        ("publish.telemetry.rate=0/s", "a rate reads like '5/s'"),
        ("publish.telemetry.qos=3", "publish.telemetry.qos: 3 can't be used"),
        ("publish.telemetry.topic=a/+/b", "a topic name holds no wildcard"),
        ("publish.telemetry.topic=a/${device_idd}", "did you mean device_id? (columns: device_id, region)"),
        ("publish.telemetry.payload_text=x", "exactly one of payload,"),
        ("publish.telemetry.content_type=text", "content_type needs broker.version: 5"),
        ("subscribers.backend.topic_filter=a/#/b", "# stands alone in the last level"),
        ("broker.url=http://x", "a broker URL reads like tcp://host:1883"),
        ("broker.url=tcp://u:p@x", "holds no user or password"),
        ("broker.password=secret", "a password never stands in a workload"),
        ("broker.session_expiry_s=10", "session_expiry_s needs version: 5"),
        ("broker.tls.verify=false", "tls needs an ssl:// or wss:// url"),
        ("devices.client_id=device", "has no column 'device'; did you mean device_id?"),
        ("devices.file=none.csv", "devices.file:"),
        ("load.iterations=5", "a load ends by duration_s or by iterations"),
    ],
)
def test_refuses(raw, write_workload, override, expected):
    assert expected in _refusal(write_workload(raw), override)


def test_names_both_lines_of_a_duplicate_client_id(raw, write_workload):
    path = write_workload(raw, "device_id\nd1\nd2\nd1\n")
    assert "lines 2 and 4 have the same device_id 'd1'" in _refusal(path)


def test_names_the_line_of_a_blank_client_id(raw, write_workload):
    assert "line 3 has a blank region" in _refusal(
        write_workload(raw, "device_id,region\nd1,eu\nd2,\nd3,us\n"), "devices.client_id=region"
    )


def test_refuses_devices_that_are_not_utf8(raw, write_workload, tmp_path):
    path = write_workload(raw)
    (tmp_path / "devices.csv").write_bytes(b"device_id\nd\xe4\n")
    assert "devices.csv is not UTF-8 (byte 11)" in _refusal(path)


def test_makes_paths_absolute_from_the_workload_file(raw, write_workload, tmp_path, monkeypatch):
    path = write_workload(raw)
    monkeypatch.chdir("/")
    assert load_workload(path).devices.file == tmp_path / "devices.csv"


def test_accepts_a_version_written_as_a_number(raw, write_workload):
    assert load_workload(write_workload(raw), ["broker.version=5"]).broker.version == "5"


def test_refuses_a_common_start_that_is_over(raw, write_workload):
    message = _refusal(write_workload(raw), "load.start_at=2020-01-01T00:00:00Z")
    assert "load.start_at: 2020-01-01T00:00:00+00:00 is " in message
    assert "no device would start" in message


def test_refuses_a_common_start_of_a_matrix(raw, write_workload):
    raw["matrix"] = {"parameters": {"qos": {"set": ["publish.telemetry.qos"], "values": [0, 1]}}}
    message = _refusal(write_workload(raw), "load.start_at=2099-01-01T00:00:00Z")
    assert "load.start_at and matrix do not go together" in message


@pytest.mark.parametrize(
    ("setting", "advice"),
    [
        ("load.threads=true", "load.threads: true can't be used; allowed is a number"),
        ("load.ramp_up_s=no", "load.ramp_up_s: false can't be used; allowed is a number"),
        ("broker.clean_start=1", "broker.clean_start: 1 can't be used; allowed is true or false"),
        ("publish.telemetry.retain=0", "publish.telemetry.retain: 0 can't be used; allowed is true or false"),
        ("publish.telemetry.rate=5", "5 can't be used; a rate reads like '5/s'"),
        (
            "devices.client_id={id}",
            "a mapping (put quotes around a text that begins with { or [) can't be used",
        ),
        ("load.threads=[1]", "load.threads: a list can't be used; allowed is a valid integer"),
    ],
)
def test_refuses_a_value_of_another_type(raw, write_workload, setting, advice):
    assert advice in _refusal(write_workload(raw), setting)


def test_never_repeats_a_password(raw, write_workload):
    message = _refusal(write_workload(raw), "broker.password=geheim")
    assert "geheim" not in message
    assert "broker.password: the value can't be used" in message
