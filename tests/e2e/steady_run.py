"""The run of fifty devices, as seen from three sides: JTL, broker log, independent subscribers."""

import subprocess
from collections import Counter
from dataclasses import dataclass

from e2e.jtl_rows import FinishedRun

THREADS = 50
DURATION_S = 20


@dataclass(frozen=True)
class SteadyRun:
    """All that was recorded of it."""

    run: FinishedRun
    command: subprocess.CompletedProcess[str]
    broker_log: list[str]
    telemetry: Counter[str]
    heartbeat: Counter[str]

    def device_ids(self) -> set[str]:
        """Client identifiers of the devices that ran."""
        return {row["mqtt_client_id"] for row in self.run.label("connect")}
