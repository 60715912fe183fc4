"""The fast CSV reader: one typed columnar parse of a block that holds nothing odd, or None."""

from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.csv as pa_csv  # type: ignore[import-untyped]

from ackgate.ingest.batch import Block, Int64s, LineCount, Section
from ackgate.ingest.columns import Layout
from ackgate.ingest.lines import index_lines
from ackgate.ingest.text_table import (
    CODED_COLUMNS,
    CODED_TYPE,
    MAX_ELAPSED_MS,
    NUMBER_COLUMNS,
    to_batch,
)
from ackgate.ingest.timestamps import NO_TIME, epoch_to_ms, texts_to_ms

_CHUNK_BYTES = 1 << 20


def read_fast(data: bytes, layout: Layout, tz: ZoneInfo, *, counts_only: bool = False) -> Block | None:
    """Read a block in which every line is a good row of ``layout``'s width; None at anything else.

    Line numbers count from 0: blocks are read side by side, before it is known how many lines stand before.
    What it accepts, the careful reader reads to the same rows.

    ``counts_only``: leave out what no count needs.
    """
    if not _is_plain(data, layout):
        return None
    try:
        table = _typed_table(data, layout, counts_only=counts_only)
    except pa.ArrowInvalid:
        return None
    lines = table.num_rows
    if lines == 0 or table.column("elapsed").null_count:
        return None
    time_ms = _times(table.column("timeStamp"), tz)
    elapsed_ms = table.column("elapsed").to_numpy()
    if not _is_sound(table, time_ms, elapsed_ms):
        return None
    numbers = np.arange(lines, dtype=np.int64)
    batch = to_batch(table, numbers, time_ms, elapsed_ms)
    return Block((Section(batch),), LineCount(physical=lines, rows=lines))


def _times(column: pa.ChunkedArray, tz: ZoneInfo) -> Int64s:
    if pa.types.is_string(column.type):
        texts: pd.Series[str] = column.to_pandas().astype(object)
        return texts_to_ms(texts, tz)
    return epoch_to_ms(column.fill_null(NO_TIME).to_numpy())


def _is_sound(table: pa.Table, time_ms: Int64s, elapsed_ms: Int64s) -> bool:
    if time_ms.min() == NO_TIME or elapsed_ms.min() < 0 or elapsed_ms.max() > MAX_ELAPSED_MS:
        return False
    return "success" not in table.column_names or not table.column("success").null_count


def _is_plain(data: bytes, layout: Layout) -> bool:
    if b"\0" in data:
        return False
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        return False
    return b'"' not in data or bool(index_lines(data, layout.delimiter).tidy.all())


def _typed_table(data: bytes, layout: Layout, *, counts_only: bool) -> pa.Table:
    wanted = {name: CODED_TYPE for name in CODED_COLUMNS if name in layout.columns}
    if "success" in wanted:
        wanted["success"] = pa.bool_()
    if counts_only and not any(name.startswith("mqtt_") for name in layout.columns):
        wanted.pop("dataType", None)  # it tells our sampler's rows, whose columns are absent
    wanted |= {name: pa.int64() for name in ("elapsed", *NUMBER_COLUMNS) if name in layout.columns}
    wanted["timeStamp"] = pa.string() if layout.formatted_time else pa.int64()
    if "mqtt_e2e_hdr" in layout.columns:
        wanted["mqtt_e2e_hdr"] = pa.string()
    return pa_csv.read_csv(
        pa.BufferReader(data),
        read_options=pa_csv.ReadOptions(
            column_names=list(layout.columns), use_threads=False, block_size=max(len(data), _CHUNK_BYTES)
        ),
        parse_options=pa_csv.ParseOptions(delimiter=layout.delimiter, ignore_empty_lines=False),
        convert_options=pa_csv.ConvertOptions(
            include_columns=list(wanted),
            column_types=wanted,
            null_values=[""],
            strings_can_be_null=False,
            true_values=["true"],
            false_values=["false"],
        ),
    )
