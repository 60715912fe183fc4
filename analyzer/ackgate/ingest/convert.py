"""Lean copies of result files: the columns that are counted, analyzing to the same figures."""

from pathlib import Path
from typing import BinaryIO, TextIO

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from ackgate.ingest.batch import NESTED_SUB, NESTED_TOP
from ackgate.ingest.counting import count_jtl
from ackgate.ingest.options import IngestError, IngestOptions, Progress, UnreadableInputError
from ackgate.ingest.parquet_reader import NESTING, NEW_RUN
from ackgate.ingest.row_frame import row_frame
from ackgate.ingest.row_kinds import SUB_RESULT
from ackgate.ingest.source_counter import CountedRows
from ackgate.ingest.text_table import CODED_COLUMNS
from ackgate.model.cubes import RowAccount

_NAMES = {
    "start_ms": "timeStamp",
    "elapsed_ms": "elapsed",
    "label": "label",
    "code": "responseCode",
    "message": "responseMessage",
    "thread": "threadName",
    "data_type": "dataType",
    "success": "success",
    "all_threads": "allThreads",
    "sample_count": "SampleCount",
    "error_count": "ErrorCount",
    "host": "Hostname",
    "operation": "mqtt_op",
    "e2e_hdr": "mqtt_e2e_hdr",
}
_ALWAYS = ("timeStamp", "elapsed", "label", NESTING, NEW_RUN)


def convert(
    source: Path | BinaryIO,
    target: Path,
    options: IngestOptions | None = None,
    progress: Progress | None = None,
) -> RowAccount:
    """Write ``source`` as a lean ``target``: Parquet for ``*.parquet``, else CSV. Returns the row account.

    Times are written as sample starts in epoch ms. Messages are kept only on rows whose kind or count they
    state; quarantined rows are left out. Raises IngestError for bad input or an unwritable target.
    """
    partial = target.with_name(target.name + ".partial")
    try:
        csv = target.suffix != ".parquet"
        writer = _CsvWriter(partial) if csv else _ParquetWriter(partial)
        try:
            cubes = count_jtl(
                [source], options, progress, on_rows=lambda rows: writer.write(_lean(rows, csv=csv))
            )
        finally:
            writer.close()
        partial.replace(target)
    except OSError as error:
        raise UnreadableInputError(f"{target}: can't be written ({error.strerror})") from error
    finally:
        partial.unlink(missing_ok=True)
    return cubes.account


def _lean(rows: CountedRows, *, csv: bool) -> pd.DataFrame:
    frame = row_frame(rows)
    summed = frame["sample_count"].fillna(1) != 1
    frame["start_ms"] = np.where(summed, frame["end_ms"], frame["start_ms"])
    said = rows.messages
    telling = said.transaction | (said.received >= 0) | said.xmeter_connect | (said.negative_latencies > 0)
    frame["message"] = frame["message"].astype("str").where(telling, "")
    frame["success"] = np.where(frame["success"], "true", "false")
    frame[NESTING] = np.where(rows.kind == SUB_RESULT, NESTED_SUB, NESTED_TOP)
    frame[NEW_RUN] = np.arange(len(frame)) == (0 if rows.new_run else -1)
    frame = frame.drop(columns=["line", "end_ms", "kind", "segment"]).rename(columns=_column)
    if csv and rows.batch.nesting is not None:  # CSV can't say how XML rows nest
        frame = frame[frame[NESTING] != NESTED_SUB]
    names = [name for name in rows.batch.columns if name in frame.columns]
    return frame[list(dict.fromkeys((*names, *_ALWAYS)))]


def _column(name: str) -> str:
    return _NAMES.get(name, name if name.startswith("ackgate_") else f"mqtt_{name}")


class _CsvWriter:
    """JMeter's CSV; a header line stands wherever a run begins, as it did in the source."""

    def __init__(self, path: Path) -> None:
        self._stream: TextIO = path.open("w", newline="", encoding="utf-8", errors="backslashreplace")
        self._columns: list[str] = []

    def write(self, frame: pd.DataFrame) -> None:
        """Append rows."""
        header = not self._columns or bool(frame[NEW_RUN].iloc[0])
        frame = frame.drop(columns=[NESTING, NEW_RUN])
        if header:
            self._columns = list(frame.columns)
        frame.reindex(columns=self._columns).to_csv(
            self._stream, index=False, header=header, lineterminator="\n"
        )

    def close(self) -> None:
        """Finish the file."""
        self._stream.close()


class _ParquetWriter:
    """Columns as in the first rows; Raises IngestError when later rows have more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: pq.ParquetWriter | None = None
        self._schema: pa.Schema | None = None

    def write(self, frame: pd.DataFrame) -> None:
        """Append rows as one row group."""
        if self._schema is None or self._writer is None:
            self._schema = pa.schema([(name, _type(name)) for name in frame.columns])
            self._writer = pq.ParquetWriter(self._path, self._schema, compression="zstd")
        more = [name for name in frame.columns if name not in self._schema.names]
        if more:
            raise IngestError(f"column {more[0]} begins in the middle of the file: convert to .csv instead")
        frame = frame.reindex(columns=self._schema.names)
        self._writer.write_table(pa.Table.from_pandas(frame, self._schema, preserve_index=False))

    def close(self) -> None:
        """Finish the file."""
        if self._writer is not None:
            self._writer.close()


def _type(name: str) -> pa.DataType:
    if name in CODED_COLUMNS or name == "mqtt_e2e_hdr":
        return pa.string()
    return pa.bool_() if name == NEW_RUN else pa.int64()
