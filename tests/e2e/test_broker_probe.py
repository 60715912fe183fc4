"""The probe says of a real broker what it is and does."""

from ackgate.broker.counters import BrokerLogin
from ackgate.broker.probe import probe_broker
from e2e.ackgate_command import WORKLOADS, ackgate
from e2e.mosquitto import Mosquitto, free_tcp_port


def test_reads_the_limits_of_mosquitto(tmp_path):
    with Mosquitto(tmp_path, "max_packet_size 5000\nmax_inflight_messages 7") as broker:
        facts = probe_broker(BrokerLogin(broker.url))
    assert (facts.problem, facts.refused, facts.mqtt_version) == (None, None, "5")
    assert (facts.receive_maximum, facts.maximum_packet_size_bytes, facts.maximum_qos) == (7, 5000, 2)
    assert facts.takes_over is True
    assert 0 < facts.round_trip_ms < 1000
    assert facts.version is not None
    assert facts.version.startswith("mosquitto version 2.")


def test_names_a_refusal(tmp_path):
    (tmp_path / "passwords").write_text("")
    with Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {tmp_path / 'passwords'}") as broker:
        facts = probe_broker(BrokerLogin(broker.url))
    assert facts.refused == "Not authorized"


def test_names_a_port_nobody_listens_on():
    facts = probe_broker(BrokerLogin(f"tcp://127.0.0.1:{free_tcp_port()}"))
    assert facts.problem is not None
    assert facts.problem.endswith("Connection refused")


def test_ends_with_one_when_the_broker_is_unreachable():
    url = f"tcp://127.0.0.1:{free_tcp_port()}"
    done = ackgate("check", WORKLOADS / "iot-benchmark.yaml", "--no-machine", "--broker", url)
    assert done.returncode == 1
    assert f"error AG501  {url}" in done.stdout


def test_ends_with_zero_on_a_broker_that_can_carry_the_plan(mosquitto):
    done = ackgate("check", WORKLOADS / "iot-benchmark.yaml", "--no-machine", "--broker", mosquitto.url)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "AG508" in done.stdout
