"""Run a plan with JMeter and leave a run folder: the only place that starts other programs."""
