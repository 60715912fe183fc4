"""Pure functions from counted cubes to statistics and verdicts."""
