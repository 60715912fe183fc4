"""Write a big result file in JMeter's 17 default columns: three labels, 500 threads, one hour.

Rows are put together as byte columns of fixed width, whose filling is then left out: a million rows a second.

Example: python scripts/make_big_jtl.py 10000000 /tmp/big.jtl   (about 1.2 GB)
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ackgate.ingest.columns import DEFAULT_COLUMNS

START_MS = 1_700_000_000_000
HOUR_MS = 3_600_000
THREADS = 500
CHUNK_ROWS = 100_000
LABELS = ("connect", "heartbeat", "telemetry")
LABEL_SHARES = (0.02, 0.08, 0.90)
ERROR_SHARE = 0.001
LONGEST_MS = 30_000
TIME_DIGITS = len(str(START_MS))

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]


def texts(values: list[str]) -> Bytes:
    """A row of bytes for each value, filled up with zeros."""
    column = np.array([value.encode("ascii") for value in values])
    return column.view(np.uint8).reshape(len(values), column.dtype.itemsize)


#: From elapsed to the fields made of it alone, and so on: every field but the time is one of few texts.
ELAPSED = texts([f",{n}," for n in range(LONGEST_MS + 1)])
LABEL = texts([f"{label}," for label in LABELS])
RESULT = texts(["200,OK,MQTT devices 1-", "TIMEOUT_PUBACK,no PUBACK within 5000 ms,MQTT devices 1-"])
THREAD = texts([f"{n},text," for n in range(THREADS + 1)])
SUCCESS = texts(
    [f"{word},,4,284,{THREADS},{THREADS},tcp://broker.example:1883/telemetry" for word in ("true", "false")]
)
LATENCY = texts([f",{n},0,0\n" for n in range(LONGEST_MS + 1)])


def digits(values: Int64s, width: int) -> Bytes:
    """Decimal digits of numbers that all have ``width`` of them."""
    result = np.empty((len(values), width), dtype=np.uint8)
    for place in range(width - 1, -1, -1):
        values, result[:, place] = np.divmod(values, 10)
    return result + np.uint8(ord("0"))


def chunk(first: int, rows: int, total: int, rng: np.random.Generator) -> bytes:
    """Rows ``first`` to ``first + rows`` of ``total``: ends evenly over the hour, log-normal times."""
    elapsed = np.minimum(np.exp(rng.normal(3.0, 0.6, rows)).astype(np.int64) + 1, LONGEST_MS)
    ends = START_MS + (np.arange(first, first + rows) * HOUR_MS) // total
    failed = (rng.random(rows) < ERROR_SHARE).astype(np.int64)
    label = np.searchsorted(np.cumsum(LABEL_SHARES)[:-1], rng.random(rows), side="right")
    columns = (
        digits(ends - elapsed, TIME_DIGITS),
        ELAPSED[elapsed],
        LABEL[label],
        RESULT[failed],
        THREAD[rng.integers(1, THREADS + 1, rows)],
        SUCCESS[failed],
        LATENCY[elapsed],
    )
    filled = np.concatenate(columns, axis=1).ravel()
    return filled[filled != 0].tobytes()


def write(path: Path, rows: int, seed: int = 1) -> None:
    """Write ``rows`` rows; equal seeds give equal files."""
    rng = np.random.default_rng(seed)
    with path.open("wb") as stream:
        stream.write(",".join(DEFAULT_COLUMNS).encode("ascii") + b"\n")
        for first in range(0, rows, CHUNK_ROWS):
            stream.write(chunk(first, min(CHUNK_ROWS, rows - first), rows, rng))


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
