"""Reads any number of sources once and reduces them to counts."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from ackgate.ingest.byte_source import ByteSource
from ackgate.ingest.csv_reader import CsvReader
from ackgate.ingest.options import IngestOptions, NoRowsError, NotAJtlError, Progress
from ackgate.ingest.rejects import RejectLog
from ackgate.ingest.results import SourceResult, cubes_of
from ackgate.ingest.source_counter import SourceCounter
from ackgate.ingest.tally import Tally
from ackgate.ingest.timestamps import zone
from ackgate.ingest.xml_reader import XmlReader, is_xml
from ackgate.model.cubes import Cubes, SourceFile

_PROGRESS_AFTER_S = 2.0
_PROGRESS_EVERY_S = 0.5


def count_jtl(
    sources: Sequence[Path | BinaryIO], options: IngestOptions | None = None, progress: Progress | None = None
) -> Cubes:
    """Count every row of ``sources`` (paths of result files, or open binary streams).

    ``progress(bytes done, bytes in all)`` is called from two seconds on. Raises IngestError (NotAJtlError,
    NoRowsError, UnreadableInputError) with one sentence; no other error, whatever the bytes.
    """
    options = options or IngestOptions()
    if not sources:
        raise NoRowsError("no result file was given")
    meter = _Meter(sources, progress)
    with RejectLog(options.rejects) as log:
        run = _Run(options, log)
        results = [run.read(source, meter) for source in sources]
        return cubes_of(run.tally, results, run.stretches, log, options)


class _Meter:
    """Calls ``progress`` now and then."""

    def __init__(self, sources: Sequence[Path | BinaryIO], progress: Progress | None) -> None:
        files = [s for s in sources if isinstance(s, Path) and s.is_file()]
        self._total = sum(s.stat().st_size for s in files) if len(files) == len(sources) else 0
        self._progress = progress
        self._done = 0
        self._next = time.monotonic() + _PROGRESS_AFTER_S

    def watch(self, source: ByteSource, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Pass blocks through, reporting the bytes read."""
        for block in blocks:
            if self._progress is not None and time.monotonic() >= self._next:
                self._progress(self._done + source.size_bytes, self._total)
                self._next = time.monotonic() + _PROGRESS_EVERY_S
            yield block
        self._done += source.size_bytes


class _Run:
    """Sources read one after another into one tally."""

    def __init__(self, options: IngestOptions, log: RejectLog) -> None:
        self.tally = Tally(options)
        self.stretches: list[tuple[int, int]] = []  # global stretch number -> (source, number in source)
        self._options = options
        self._log = log
        self._tz = zone(options.tz)
        self._sources = 0

    def read(self, given: Path | BinaryIO, meter: _Meter) -> SourceResult:
        """Read one source whole."""
        source = ByteSource(given)
        number, self._sources = self._sources, self._sources + 1
        blocks = meter.watch(source, source.blocks(self._options.block_bytes))
        try:
            first = next(blocks, b"")
            if not first.strip(b"\0 \t\r\n") and not source.damage:
                raise NoRowsError(f"{source.path}: the file is empty")
            reader: CsvReader | XmlReader = (
                XmlReader(source.path, first, self._tz)
                if is_xml(first)
                else CsvReader(source.path, first, self._tz)
            )
        except NotAJtlError as error:
            raise NotAJtlError(source.damage or str(error)) from None
        counter = SourceCounter(
            self.tally, self._options, self._stretch_ids(number), lambda r: self._log.add(source.path, r)
        )
        for block in reader.read(first, blocks):
            for reject in block.rejects:
                self._log.add(source.path, reject)
            for section in block.sections:
                counter.add(section)
        counter.finish()
        return SourceResult(
            _facts(source, reader), reader.lines, counter, reader.odd_width_rows, source.damage
        )

    def _stretch_ids(self, source: int) -> Callable[[int], int]:
        known: dict[int, int] = {}

        def stretch_id(number: int) -> int:
            if number not in known:
                known[number] = len(self.stretches)
                self.stretches.append((source, number))
            return known[number]

        return stretch_id


def _facts(source: ByteSource, reader: CsvReader | XmlReader) -> SourceFile:
    layout = reader.layout
    return SourceFile(
        path=source.path, size_bytes=source.size_bytes, sha256=source.sha256,
        format="csv" if isinstance(reader, CsvReader) else "xml", compression=source.compression,
        delimiter=layout.delimiter, columns=layout.columns, missing_columns=layout.missing,
    )  # fmt: skip
