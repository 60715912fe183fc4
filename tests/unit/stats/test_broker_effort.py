"""CPU and memory of the broker's process over the right window."""

from dataclasses import replace

import pandas as pd

from ackgate.model.delivery import BrokerEffort
from ackgate.stats.broker_effort import broker_effort
from ackgate.stats.timeline import Timeline

START_MS = 1_700_000_000_000
WHOLE = Timeline(START_MS, START_MS + 5_000, 5.0, 1_000, None, None, False, False, "no plan")
STEADY = replace(WHOLE, steady_start_ms=START_MS + 1_000, steady_end_ms=START_MS + 4_000)
SAMPLES = pd.DataFrame(
    {
        "time_ms": [START_MS + second * 1_000 for second in (1, 2, 3, 4, 5)],
        "broker_cpu_percent": [90.0, 10.0, 20.0, 30.0, 80.0],
        "broker_rss_bytes": [9.0, 2.0, 4.0, 3.0, 8.0],
    }
)


def test_samples_that_reach_out_of_the_steady_window_are_left_out() -> None:
    assert broker_effort(SAMPLES, STEADY) == BrokerEffort(
        n=3, window="steady", cpu_mean_percent=20.0, cpu_max_percent=30.0, rss_max_bytes=4
    )


def test_without_a_steady_window_the_whole_run_counts() -> None:
    assert broker_effort(SAMPLES, WHOLE) == BrokerEffort(
        n=5, window="whole", cpu_mean_percent=46.0, cpu_max_percent=90.0, rss_max_bytes=9
    )


def test_without_samples_it_is_not_known() -> None:
    assert broker_effort(None, STEADY) is None
    assert broker_effort(SAMPLES.assign(broker_cpu_percent=float("nan")), STEADY) is None
