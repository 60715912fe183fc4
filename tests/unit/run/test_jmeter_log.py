"""What JMeter's words tell."""

from ackgate.run.jmeter_log import failure_sentence, parse_started_ms


def test_start_of_the_test_is_read_from_the_output() -> None:
    output = "Created the tree\nStarting standalone test @ 2026 Nov 30 20:14:42 UTC (1796069682000)\n"
    assert parse_started_ms(output) == 1796069682000
    assert parse_started_ms("An error occurred") is None


def test_a_missing_plugin_is_named_with_the_remedy() -> None:
    log = "CannotResolveClassException: org.ackgate.jmeter.MqttConnectSampler"
    sentence = failure_sentence("Problem loading XML from:'/x/plan.jmx'", log)
    assert "AckGate's own plug-in" in sentence
    assert "org.ackgate.jmeter.MqttConnectSampler" in sentence
    assert "ackgate setup" in sentence


def test_a_foreign_plugin_is_not_called_ours() -> None:
    sentence = failure_sentence("", "CannotResolveClassException: net.xmeter.samplers.PubSampler")
    assert sentence.startswith("The plan needs a plug-in that this JMeter lacks (class net.xmeter")


def test_anything_else_is_quoted() -> None:
    assert failure_sentence("one\nOut of memory", "") == (
        "JMeter ended without a result file: one Out of memory."
    )


def test_a_plan_that_is_no_xml_is_said_to_be_unloadable() -> None:
    output = (
        "WARN StatusConsoleListener The use of package scanning to locate plugins is deprecated\n"
        "Error in NonGUIDriver com.thoughtworks.xstream.io.StreamException: \n"
        "An error occurred: Error in NonGUIDriver"
    )
    assert failure_sentence(output, "").startswith("JMeter could not load the plan;")
