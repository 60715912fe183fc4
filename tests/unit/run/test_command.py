"""The JMeter command line."""

from pathlib import Path

import pytest

from ackgate.run.command import JMeterCommand, JMeterPaths, jmeter_command, result_properties
from ackgate.run.java_runtime import JavaRuntime
from ackgate.run.jmeter_home import JMeterHome


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> JMeterCommand:
    monkeypatch.delenv("HEAP", raising=False)
    monkeypatch.setenv("JVM_ARGS", "-Dmine=1")
    paths = JMeterPaths(
        plan=Path("/r/plan.jmx"),
        results=Path("/r/samples.jtl"),
        log=Path("/r/jmeter.log"),
        gc_log=Path("/r/gc.log"),
        property_files=(Path("/r/plan.properties"), Path("/tmp/secret.properties")),
    )
    home = JMeterHome(Path("/opt/jmeter"), "5.6.3", own=False)
    return jmeter_command(JavaRuntime(Path("/bin/java"), "17.0.1"), home, paths, 4711, {"b": "2", "a": "1"})


def test_both_stop_ports_are_the_one_we_send_to(command: JMeterCommand) -> None:
    assert "-Jjmeterengine.nongui.port=4711" in command.arguments
    assert "-Jjmeterengine.nongui.maxport=4711" in command.arguments


def test_time_convention_and_columns_are_set_on_the_client(command: JMeterCommand) -> None:
    assert "-Jsampleresult.timestamp.start=true" in command.arguments
    columns = next(a for a in command.arguments if a.startswith("-Jsample_variables="))
    assert columns.startswith("-Jsample_variables=mqtt_op,mqtt_qos,")
    assert columns.endswith(",mqtt_e2e_hdr")


def test_property_files_come_before_single_properties(command: JMeterCommand) -> None:
    files = [command.arguments[i + 1] for i, a in enumerate(command.arguments) if a == "-q"]
    assert files == ["/r/plan.properties", "/tmp/secret.properties"]
    assert command.arguments[-2:] == (
        next(a for a in command.arguments if a.startswith("-Jsample_variables")),
        "-Jsampleresult.timestamp.start=true",
    )


def test_jvm_args_are_honoured_as_in_jmeters_launcher(command: JMeterCommand) -> None:
    assert command.arguments.index("-Dmine=1") < command.arguments.index("-jar")
    assert command.environment["JMETER_HOME"] == "/opt/jmeter"


def test_properties_for_a_plain_jmeter_name_every_column() -> None:
    text = result_properties()
    assert "sampleresult.timestamp.start=true\n" in text
    assert "jmeter.save.saveservice.connect_time=true\n" in text
    assert "mqtt_send_delay_us" in text
