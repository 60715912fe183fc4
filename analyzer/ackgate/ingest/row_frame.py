"""Counted rows as pandas frames with fixed dtypes."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pandas as pd

from ackgate.ingest.batch import ABSENT, Coded, Int64s
from ackgate.ingest.counting import count_jtl
from ackgate.ingest.options import IngestOptions, Progress
from ackgate.ingest.source_counter import CountedRows

KINDS = ("sample", "transaction", "sub_result")


def read_frame(
    sources: Sequence[Path | BinaryIO], options: IngestOptions | None = None, progress: Progress | None = None
) -> pd.DataFrame:
    """Every readable row of ``sources`` in file order, quarantined ones left out. Memory grows with the rows.

    Columns and dtypes: ``line`` int64 (1-based), ``start_ms``, ``end_ms`` (epoch ms), ``elapsed_ms`` int64;
    ``kind`` category (sample, transaction, sub_result); ``segment`` int64 (run within its file);
    ``label``, ``code``, ``message``, ``thread``, ``host``, ``data_type`` category of str; ``success`` bool;
    ``all_threads``, ``sample_count``, ``error_count`` Int64 (missing where absent). With MQTT columns also
    ``operation``, ``phase``, ``client_id`` category, ``connection``, ``qos``, the ``*_us`` times and
    ``received``, ``lost``, ``duplicate``, ``reordered`` Int64, ``e2e_hdr`` str. Labels such as NA or 007
    stay as written. Raises IngestError as :func:`count_jtl` does.
    """
    parts: list[pd.DataFrame] = []
    count_jtl(sources, options, progress, on_rows=lambda rows: parts.append(row_frame(rows)))
    return pd.concat(_same_categories(parts), ignore_index=True) if parts else pd.DataFrame()


def row_frame(rows: CountedRows) -> pd.DataFrame:
    """One batch with the columns of :func:`read_frame`."""
    batch = rows.batch
    columns: dict[str, object] = {
        "line": batch.line,
        "start_ms": rows.start_ms,
        "end_ms": rows.end_ms,
        "elapsed_ms": batch.elapsed_ms,
        "kind": pd.Categorical.from_codes(rows.kind.astype(np.int8), pd.Index(KINDS)),
        "segment": rows.stretch,
        "label": _category(batch.label),
        "code": _category(batch.code),
        "message": _category(batch.message),
        "thread": _category(batch.thread),
        "host": _category(batch.host),
        "data_type": _category(batch.data_type),
        "success": batch.success,
        "all_threads": _nullable(batch.all_threads),
        "sample_count": _nullable(batch.sample_count, len(batch)),
        "error_count": _nullable(batch.error_count, len(batch)),
    }
    return pd.DataFrame(columns | _mqtt_columns(rows))


def _mqtt_columns(rows: CountedRows) -> dict[str, object]:
    mqtt = rows.batch.mqtt
    if mqtt is None:
        return {}
    histograms = np.full(len(rows.batch), "", dtype=object)
    for row, text in mqtt.histograms.items():
        histograms[row] = text
    return {
        "operation": _category(mqtt.operation),
        "phase": _category(mqtt.phase),
        "client_id": _category(mqtt.client_id),
        "connection": _nullable(mqtt.connection),
        "qos": _nullable(mqtt.qos),
        **{name: _nullable(column) for name, column in (mqtt.times_us | mqtt.counts).items()},
        "e2e_hdr": pd.Series(histograms, dtype="str"),
    }


def _category(column: Coded) -> pd.Categorical:
    texts = pd.Index(column.texts, dtype="str")
    codes, unique = pd.factorize(texts)  # two byte strings may read as the same text
    return pd.Categorical.from_codes(codes.astype(np.int32)[column.codes], categories=unique)


def _nullable(column: Int64s | None, rows: int = 0) -> pd.api.extensions.ExtensionArray:
    values = np.full(rows, ABSENT, dtype=np.int64) if column is None else column
    return pd.arrays.IntegerArray(values, values == ABSENT)


def _same_categories(parts: list[pd.DataFrame]) -> list[pd.DataFrame]:
    """Give each category column the same categories in all parts, so that concatenation keeps the dtype."""
    names = [n for n in parts[0].columns if isinstance(parts[0][n].dtype, pd.CategoricalDtype)]
    for name in names:
        having = [part for part in parts if name in part.columns]
        texts = pd.Index(
            list(dict.fromkeys(t for part in having for t in part[name].cat.categories)), dtype="str"
        )
        for part in having:
            part[name] = part[name].cat.set_categories(texts)
    return parts
