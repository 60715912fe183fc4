"""Tests that run real programs: JMeter, brokers, a browser."""
