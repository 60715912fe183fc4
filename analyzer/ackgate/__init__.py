"""AckGate: MQTT capacity tests on JMeter whose numbers can be signed."""
