"""Workload to JMX and data files; imports of foreign plans."""
