"""JMeter result files in, counted cubes out, with every row accounted for."""

from ackgate.ingest.counting import count_jtl
from ackgate.ingest.options import (
    IngestError,
    IngestOptions,
    NoRowsError,
    NotAJtlError,
    UnreadableInputError,
)

__all__ = ["IngestError", "IngestOptions", "NoRowsError", "NotAJtlError", "UnreadableInputError", "count_jtl"]
