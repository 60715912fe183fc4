"""Lean Parquet files, as ``ackgate convert`` writes them: JMeter's names, starts in epoch ms."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Literal

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from ackgate.ingest.batch import Block, LineCount, Section
from ackgate.ingest.columns import REQUIRED_COLUMNS, Layout
from ackgate.ingest.options import NotAJtlError
from ackgate.ingest.text_table import CODED_COLUMNS, to_batch
from ackgate.ingest.timestamps import YEAR_2000_MS, YEAR_2100_MS

MAGIC = b"PAR1"
#: columns besides JMeter's own: nesting as in batch.py, whether a run begins at this row
NESTING, NEW_RUN = "ackgate_nesting", "ackgate_new_run"
_BATCH_ROWS = 1 << 17


def is_parquet(head: bytes) -> bool:
    """Whether the bytes begin like a Parquet file."""
    return head.startswith(MAGIC)


class ParquetReader:
    """Reads one lean file. Raises NotAJtlError where it is no such file."""

    format: Literal["parquet"] = "parquet"

    def __init__(self, path: str, source: Path | BinaryIO) -> None:
        self.path = path
        self.lines = LineCount()
        self.odd_width_rows = 0
        opened = str(source) if isinstance(source, Path) else source
        try:
            names = pq.ParquetFile(opened).schema_arrow.names
            texts = [name for name in CODED_COLUMNS if name in names]
            self._file = pq.ParquetFile(opened, read_dictionary=texts)
        except (pa.ArrowException, OSError) as error:
            raise NotAJtlError(f"{path}: a damaged Parquet file ({str(error).splitlines()[0]})") from error
        if not {*REQUIRED_COLUMNS, NESTING, NEW_RUN} <= set(names):
            raise NotAJtlError(f"{path}: Parquet, but not written by ackgate convert")
        self.layout = Layout(tuple(n for n in names if n not in (NESTING, NEW_RUN)), "")

    def read(self) -> Iterator[Block]:
        """Blocks of rows in file order; each row counts as one line."""
        try:
            for record_batch in self._file.iter_batches(_BATCH_ROWS):
                yield self._block(pa.Table.from_batches([record_batch]))
        except (pa.ArrowException, OSError) as error:
            raise NotAJtlError(
                f"{self.path}: a damaged Parquet file ({str(error).splitlines()[0]})"
            ) from error

    def _block(self, table: pa.Table) -> Block:
        rows = table.num_rows
        time_ms, elapsed_ms = (table.column(n).to_numpy().astype(np.int64) for n in ("timeStamp", "elapsed"))
        if rows and (time_ms.min() < YEAR_2000_MS or time_ms.max() >= YEAR_2100_MS or elapsed_ms.min() < 0):
            raise NotAJtlError(f"{self.path}: a damaged Parquet file (time or elapsed out of range)")
        begins = np.flatnonzero(table.column(NEW_RUN).to_numpy()).tolist()
        edges = sorted({0, rows, *begins})
        nesting = table.column(NESTING).to_numpy().astype(np.int32)
        sections = []
        for first, last in pairwise(edges):
            part = table.slice(first, last - first)
            line = np.arange(first, last, dtype=np.int64) + self.lines.rows + 1
            batch = to_batch(part, line, time_ms[first:last], elapsed_ms[first:last])
            batch = replace(batch, nesting=nesting[first:last])
            sections.append(Section(batch, new_header=first in begins))
        self.lines += LineCount(physical=rows, rows=rows)
        return Block(tuple(sections), LineCount())
