"""Small result files for tests, with readers that return what matters."""

import io

from ackgate.ingest import IngestOptions, count_jtl
from ackgate.model.cubes import Cubes

HEADER = (
    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
    "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect"
)
START_MS = 1_700_000_000_000


def row(
    number: int = 0, *, time: object = None, elapsed: object = 10, label: str = "PUB", thread: str = "TG 1-1",
    message: str = "OK", success: str = "true",
) -> str:  # fmt: skip
    """One row in JMeter's default columns, ``number`` x 10 ms after the start."""
    time = START_MS + 10 * number if time is None else time
    return f"{time},{elapsed},{label},200,{message},{thread},text,{success},,10,10,1,1,null,{elapsed},0,0"


def rows(count: int, first: int = 0) -> list[str]:
    """Plain rows."""
    return [row(n) for n in range(first, first + count)]


def text(*lines: str, header: str | None = HEADER, end: str = "\n") -> bytes:
    """A file of these lines."""
    return "".join(line + end for line in ([header] if header else []) + list(lines)).encode()


def counted(data: bytes, **options: object) -> Cubes:
    """Count the bytes of one file."""
    return count_jtl([io.BytesIO(data)], IngestOptions(**options))  # type: ignore[arg-type]


def elapsed_counts(cubes: Cubes) -> dict[int, int]:
    """elapsed_ms -> samples, successful or not."""
    values = cubes.values[cubes.values["quantity"] == "elapsed_ms"]
    return {int(k): int(n) for k, n in values.groupby("value")["count"].sum().items()}


def labels(cubes: Cubes) -> set[str]:
    """Labels of outcomes."""
    return set(cubes.outcomes["label"])
