"""JMeter result files in, counted cubes out, with every row accounted for."""

from ackgate.ingest.convert import convert
from ackgate.ingest.counting import count_jtl
from ackgate.ingest.dashboard import read_dashboard_statistics
from ackgate.ingest.find import find_jtls, is_jtl
from ackgate.ingest.options import (
    IngestError,
    IngestOptions,
    NoRowsError,
    NotAJtlError,
    UnreadableInputError,
)
from ackgate.ingest.row_frame import read_frame
from ackgate.ingest.run_folder import RunFolderFiles, read_run_folder

__all__ = [
    "IngestError",
    "IngestOptions",
    "NoRowsError",
    "NotAJtlError",
    "RunFolderFiles",
    "UnreadableInputError",
    "convert",
    "count_jtl",
    "find_jtls",
    "is_jtl",
    "read_dashboard_statistics",
    "read_frame",
    "read_run_folder",
]
