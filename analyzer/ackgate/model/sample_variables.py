"""JMeter variables that MQTT elements set and a JTL keeps as columns (docs/contracts.md)."""

#: In file order; JMeter's ``sample_variables`` is these joined by commas.
SAMPLE_VARIABLES = (
    "mqtt_op",
    "mqtt_qos",
    "mqtt_client_id",
    "mqtt_connection",
    "mqtt_phase",
    "mqtt_tcp_us",
    "mqtt_tls_us",
    "mqtt_connack_us",
    "mqtt_ping_us",
    "mqtt_ack_us",
    "mqtt_pubrec_us",
    "mqtt_pubcomp_us",
    "mqtt_send_delay_us",
    "mqtt_received",
    "mqtt_lost",
    "mqtt_duplicate",
    "mqtt_reordered",
    "mqtt_e2e_hdr",
)
