"""Reads any number of sources once and reduces them to counts."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from ackgate.ingest.batch import Block
from ackgate.ingest.byte_source import ByteSource
from ackgate.ingest.convention import Finding
from ackgate.ingest.csv_reader import CsvReader
from ackgate.ingest.duplicates import set_duplicates_apart
from ackgate.ingest.meter import Meter
from ackgate.ingest.options import IngestOptions, NoRowsError, NotAJtlError, Progress
from ackgate.ingest.parquet_reader import ParquetReader, is_parquet
from ackgate.ingest.read_ahead import one_ahead
from ackgate.ingest.rejects import RejectLog
from ackgate.ingest.results import CountedRun, SourceResult, cubes_of
from ackgate.ingest.source_counter import OnRows, SourceCounter
from ackgate.ingest.tally import Tally
from ackgate.ingest.timestamps import zone
from ackgate.ingest.xml_reader import XmlReader, is_xml
from ackgate.model.cubes import Cubes, SourceFile


def count_jtl(
    sources: Sequence[Path | BinaryIO],
    options: IngestOptions | None = None,
    progress: Progress | None = None,
    on_rows: OnRows | None = None,
) -> Cubes:
    """Count every row of ``sources`` (paths of result files, or open binary streams).

    ``progress(bytes done, bytes in all)`` is called from two seconds on, ``on_rows`` with each batch counted.
    A file given twice, or a copy of one, is counted once and named. Raises IngestError (NotAJtlError,
    NoRowsError, UnreadableInputError) with one sentence; no other error, whatever the bytes.
    """
    options = options or IngestOptions()
    if not sources:
        raise NoRowsError("no result file was given")
    meter = Meter(sources, progress)
    with RejectLog(options.rejects) as log:
        run = _Run(options, log, on_rows)
        distinct, duplicates = set_duplicates_apart(sources)
        results = [run.read(source, meter) for source in distinct]
        return cubes_of(CountedRun(run.tally, results, run.stretches), log, options, duplicates)


class _Run:
    """Sources read one after another into one tally."""

    def __init__(self, options: IngestOptions, log: RejectLog, on_rows: OnRows | None) -> None:
        self.tally = Tally(options)
        self.stretches: list[tuple[int, int]] = []  # global stretch number -> (source, number in source)
        self._options = options
        self._log = log
        self._on_rows = on_rows
        self._tz = zone(options.tz)
        self._sources = 0

    def read(self, given: Path | BinaryIO, meter: Meter) -> SourceResult:
        """Read one source whole."""
        source = ByteSource(given)
        number, self._sources = self._sources, self._sources + 1
        reader, blocks = self._open(given, source, meter)
        counter = SourceCounter(
            self.tally,
            self._options,
            self._stretch_ids(number),
            lambda reject: self._log.add(source.path, reject),
            self._on_rows,
        )
        if isinstance(reader, ParquetReader):
            counter.finding = Finding("start", "as converted")
        for block in blocks:
            for reject in block.rejects:
                self._log.add(source.path, reject)
            for section in block.sections:
                counter.add(section)
        counter.finish()
        return SourceResult(
            _facts(source, reader), reader.lines, counter, reader.odd_width_rows, source.damage
        )

    def _open(
        self, given: Path | BinaryIO, source: ByteSource, meter: Meter
    ) -> tuple[CsvReader | XmlReader | ParquetReader, Iterator[Block]]:
        """The reader for what the first bytes show, and its blocks."""
        texts = meter.watch(source, one_ahead(source.blocks(self._options.block_bytes)))
        try:
            first = next(texts, b"")
            if is_parquet(first):
                return _open_parquet(given, source, first, texts)
            if not first.strip(b"\0 \t\r\n") and not source.damage:
                raise NoRowsError(f"{source.path}: the file is empty")
            if is_xml(first):
                xml = XmlReader(source.path, first, self._tz)
                return xml, xml.read(first, texts)
            csv = CsvReader(source.path, first, self._tz, counts_only=self._on_rows is None)
            return csv, csv.read(first, texts, self._options.workers)
        except NoRowsError:
            source.close()
            raise
        except NotAJtlError as error:
            source.close()
            raise NotAJtlError(source.damage or str(error)) from None

    def _stretch_ids(self, source: int) -> Callable[[int], int]:
        known: dict[int, int] = {}

        def stretch_id(number: int) -> int:
            if number not in known:
                known[number] = len(self.stretches)
                self.stretches.append((source, number))
            return known[number]

        return stretch_id


def _open_parquet(
    given: Path | BinaryIO, source: ByteSource, first: bytes, rest: Iterator[bytes]
) -> tuple[ParquetReader, Iterator[Block]]:
    """Parquet is read by position: a path again, a stream from memory. Either way its bytes were hashed."""
    if isinstance(given, Path) and source.compression == "none":
        for _ in rest:
            pass
        reader = ParquetReader(source.path, given)
    else:
        reader = ParquetReader(source.path, io.BytesIO(b"".join((first, *rest))))
    return reader, reader.read()


def _facts(source: ByteSource, reader: CsvReader | XmlReader | ParquetReader) -> SourceFile:
    layout = reader.layout
    return SourceFile(
        path=source.path,
        size_bytes=source.size_bytes,
        sha256=source.sha256,
        format=reader.format,
        compression=source.compression,
        delimiter=layout.delimiter,
        columns=layout.columns,
        missing_columns=layout.missing,
    )
