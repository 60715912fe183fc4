"""JMeter home, command line, process and environment facts."""
