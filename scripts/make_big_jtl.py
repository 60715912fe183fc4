"""Write a big result file in JMeter's 17 default columns: three labels, 500 threads, one hour.

Example: python scripts/make_big_jtl.py 10000000 /tmp/big.jtl   (about 1.3 GB)
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from ackgate.ingest.columns import DEFAULT_COLUMNS

START_MS = 1_700_000_000_000
HOUR_MS = 3_600_000
THREADS = 500
CHUNK_ROWS = 250_000
LABELS = np.array(["connect", "heartbeat", "telemetry"])
LABEL_SHARES = (0.02, 0.08, 0.90)
ERROR_SHARE = 0.001


def chunk(first: int, rows: int, total: int, rng: np.random.Generator) -> pd.DataFrame:
    """Rows ``first`` to ``first + rows`` of ``total``: ends evenly over the hour, log-normal times."""
    elapsed = np.minimum(rng.lognormal(3.0, 0.6, rows).astype(np.int64) + 1, 30_000)
    ends = START_MS + (np.arange(first, first + rows) * HOUR_MS) // total
    failed = rng.random(rows) < ERROR_SHARE
    return pd.DataFrame(
        {
            "timeStamp": ends - elapsed,
            "elapsed": elapsed,
            "label": LABELS[rng.choice(len(LABELS), rows, p=LABEL_SHARES)],
            "responseCode": np.where(failed, "TIMEOUT_PUBACK", "200"),
            "responseMessage": np.where(failed, "no PUBACK within 5000 ms", "OK"),
            "threadName": np.char.add("MQTT devices 1-", rng.integers(1, THREADS + 1, rows).astype(str)),
            "dataType": "text",
            "success": np.where(failed, "false", "true"),
            "failureMessage": "",
            "bytes": 4,
            "sentBytes": 284,
            "grpThreads": THREADS,
            "allThreads": THREADS,
            "URL": "tcp://broker.example:1883/telemetry",
            "Latency": elapsed,
            "IdleTime": 0,
            "Connect": 0,
        },
        columns=list(DEFAULT_COLUMNS),
    )


def write(path: Path, rows: int, seed: int = 1) -> None:
    """Write ``rows`` rows; equal seeds give equal files."""
    rng = np.random.default_rng(seed)
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(",".join(DEFAULT_COLUMNS) + "\n")
        for first in range(0, rows, CHUNK_ROWS):
            chunk(first, min(CHUNK_ROWS, rows - first), rows, rng).to_csv(stream, header=False, index=False)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=int)
    parser.add_argument("path", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write(given.path, given.rows, given.seed)
    sys.stdout.write(f"{given.path}: {given.rows} rows, {given.path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
