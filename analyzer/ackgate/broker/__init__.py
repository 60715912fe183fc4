"""The only MQTT client in Python: probing a broker, reading its counters."""
