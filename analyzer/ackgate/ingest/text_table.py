"""Rows as text -> a Batch: one columnar parse, then each typed column checked."""

from zoneinfo import ZoneInfo

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.csv as pa_csv  # type: ignore[import-untyped]

from ackgate.ingest.batch import ABSENT, Batch, Bools, Coded, Int64s, MqttColumns
from ackgate.ingest.columns import MQTT_COUNTS, MQTT_TIMES, Layout
from ackgate.ingest.timestamps import NO_TIME, texts_to_ms

CODED_TYPE = pa.dictionary(pa.int32(), pa.binary())
#: elapsed of more than 30 days is taken for damage
MAX_ELAPSED_MS = 30 * 86_400_000
CODED_COLUMNS = (
    "label",
    "responseCode",
    "responseMessage",
    "threadName",
    "Hostname",
    "dataType",
    "success",
    "mqtt_op",
    "mqtt_phase",
    "mqtt_client_id",
)
NUMBER_COLUMNS = (
    "allThreads",
    "SampleCount",
    "ErrorCount",
    "mqtt_qos",
    "mqtt_connection",
    *MQTT_TIMES,
    *MQTT_COUNTS,
)


def read_rows(
    rows: list[bytes], layout: Layout, lines: Int64s, tz: ZoneInfo, known_reasons: list[str]
) -> tuple[Batch, dict[int, str]]:
    """The readable rows, and for each other row (by position) why it is quarantined.

    ``rows``: well-formed CSV of ``layout``'s width, except where ``known_reasons`` already names a fault.
    """
    good = np.array([not reason for reason in known_reasons], dtype=bool)
    table = _text_table([row for row, ok in zip(rows, good, strict=True) if ok], layout)
    positions = np.flatnonzero(good)
    time_ms, elapsed_ms, faults = _checked(table, tz)
    reasons = {n: reason for n, reason in enumerate(known_reasons) if reason}
    for row in np.flatnonzero(faults != "").tolist():
        reasons[int(positions[row])] = str(faults[row])
    keep = faults == ""
    table = table.filter(pa.array(keep))
    return to_batch(table, lines[positions[keep]], time_ms[keep], elapsed_ms[keep]), reasons


def to_batch(table: pa.Table, lines: Int64s, time_ms: Int64s, elapsed_ms: Int64s) -> Batch:
    """Columns of a checked table; absent columns are filled with their neutral value."""
    rows = table.num_rows
    return Batch(
        line=lines,
        time_ms=time_ms,
        elapsed_ms=elapsed_ms,
        label=coded(table, "label"),
        code=coded(table, "responseCode"),
        message=coded(table, "responseMessage"),
        thread=coded(table, "threadName"),
        host=coded(table, "Hostname"),
        data_type=coded(table, "dataType"),
        success=_success(table, rows),
        all_threads=numbers(table, "allThreads"),
        sample_count=numbers(table, "SampleCount") if "SampleCount" in table.column_names else None,
        error_count=numbers(table, "ErrorCount") if "ErrorCount" in table.column_names else None,
        mqtt=_mqtt(table) if "mqtt_op" in table.column_names else None,
        columns=tuple(table.column_names),
    )


def coded(table: pa.Table, name: str) -> Coded:
    """A dictionary column; constant "" where absent."""
    if name not in table.column_names or table.num_rows == 0:
        return Coded.constant("", table.num_rows)
    array = table.column(name).combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0)
    texts = tuple(_texts(array.dictionary))
    return Coded(array.indices.to_numpy(zero_copy_only=False).astype(np.int32, copy=False), texts)


def _texts(values: pa.Array) -> list[str]:
    try:
        texts: list[str] = values.cast(pa.string()).to_numpy(zero_copy_only=False).tolist()
    except pa.ArrowInvalid:  # not UTF-8
        return [value.decode("utf-8", "backslashreplace") for value in values.to_pylist()]
    return texts


def numbers(table: pa.Table, name: str) -> Int64s:
    """An integer column, from integers or texts; ABSENT where empty or not an integer."""
    if name not in table.column_names:
        return np.full(table.num_rows, ABSENT, dtype=np.int64)
    column = table.column(name)
    if pa.types.is_string(column.type):
        column = _integers(column)
    if column.null_count:
        column = pc.fill_null(column, ABSENT)
    result: Int64s = column.to_numpy().astype(np.int64, copy=False)
    return result


def _text_table(rows: list[bytes], layout: Layout) -> pa.Table:
    wanted = {name: CODED_TYPE for name in CODED_COLUMNS if name in layout.columns}
    texts = {n: pa.string() for n in ("timeStamp", "elapsed", *NUMBER_COLUMNS) if n in layout.columns}
    if "mqtt_e2e_hdr" in layout.columns:
        texts["mqtt_e2e_hdr"] = pa.string()
    types = wanted | texts
    if not rows:
        return pa.schema(list(types.items())).empty_table()
    table = pa_csv.read_csv(
        pa.BufferReader(b"\n".join(rows) + b"\n"),
        read_options=pa_csv.ReadOptions(
            column_names=list(layout.columns), use_threads=False, block_size=64 << 20
        ),
        parse_options=pa_csv.ParseOptions(delimiter=layout.delimiter, newlines_in_values=True),
        convert_options=pa_csv.ConvertOptions(
            include_columns=list(types), column_types=types, null_values=[], strings_can_be_null=False
        ),
    )
    if table.num_rows != len(rows):
        raise AssertionError(f"{len(rows)} rows went in and {table.num_rows} came out")
    return table


def _checked(table: pa.Table, tz: ZoneInfo) -> tuple[Int64s, Int64s, npt.NDArray[np.object_]]:
    faults = np.full(table.num_rows, "", dtype=object)
    texts: pd.Series[str] = table.column("timeStamp").to_pandas().astype(object)
    time_ms = texts_to_ms(texts, tz)
    elapsed_ms = numbers(table, "elapsed")
    if "success" in table.column_names:
        success = coded(table, "success")
        valid = np.array([t.strip().lower() in ("true", "false") for t in success.texts], dtype=bool)
        if len(success.codes):
            faults[~valid[success.codes]] = "success is neither true nor false"
    faults[elapsed_ms > MAX_ELAPSED_MS] = "elapsed above 30 days"
    faults[elapsed_ms < 0] = "elapsed is negative"
    faults[elapsed_ms == ABSENT] = "elapsed is not a whole number"
    unreadable = time_ms == NO_TIME
    if unreadable.any():
        digits = texts.str.strip().str.fullmatch(r"-?\d+|.*:.*").to_numpy(dtype=bool)
        faults[unreadable] = np.where(digits[unreadable], "time outside 2000 to 2100", "time can't be read")
    return time_ms, elapsed_ms, faults


def _integers(column: pa.ChunkedArray) -> pa.ChunkedArray:
    trimmed = pc.utf8_trim_whitespace(column)
    whole = pc.match_substring_regex(trimmed, r"^-?\d{1,18}$")
    return pc.cast(pc.if_else(whole, trimmed, str(ABSENT)), pa.int64())


def _success(table: pa.Table, rows: int) -> Bools:
    if "success" not in table.column_names or rows == 0:
        return np.ones(rows, dtype=bool)
    if pa.types.is_boolean(table.schema.field("success").type):
        known: Bools = table.column("success").to_numpy()
        return known
    success = coded(table, "success")
    true: Bools = np.array([text.strip().lower() == "true" for text in success.texts], dtype=bool)
    return true[success.codes]


def _mqtt(table: pa.Table) -> MqttColumns:
    histograms: dict[int, str] = {}
    if "mqtt_e2e_hdr" in table.column_names:
        column = table.column("mqtt_e2e_hdr")
        filled = pc.indices_nonzero(pc.greater(pc.binary_length(column), 8)).to_pylist()
        histograms = dict(zip(filled, column.take(pa.array(filled, pa.int64())).to_pylist(), strict=True))
    return MqttColumns(
        operation=coded(table, "mqtt_op"),
        phase=coded(table, "mqtt_phase"),
        client_id=coded(table, "mqtt_client_id"),
        connection=numbers(table, "mqtt_connection"),
        qos=numbers(table, "mqtt_qos"),
        times_us={n[5:]: numbers(table, n) for n in MQTT_TIMES},
        counts={n[5:]: numbers(table, n) for n in MQTT_COUNTS},
        histograms=histograms,
    )
