"""Which files of a folder are result files: told by content, among the usual name endings."""

from pathlib import Path

from ackgate.ingest.byte_source import ByteSource
from ackgate.ingest.csv_reader import find_layout
from ackgate.ingest.options import IngestError, NotAJtlError
from ackgate.ingest.parquet_reader import is_parquet
from ackgate.ingest.xml_reader import is_result_xml, is_xml

_ENDINGS = (".jtl", ".csv", ".xml", ".txt", ".log", ".parquet")
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_HEAD_BYTES = 1 << 16


def find_jtls(folder: Path) -> tuple[Path, ...]:
    """Result files under ``folder``, sorted by path; in a run folder (run.json) its samples.jtl alone.

    Raises NotAJtlError when there are none.
    """
    raw = folder / "samples.jtl"
    if (folder / "run.json").is_file() and raw.is_file():
        return (raw,)
    found = tuple(path for path in sorted(folder.rglob("*")) if _named_like_one(path) and is_jtl(path))
    if not found:
        raise NotAJtlError(
            f"{folder}: no JMeter result file found in this folder (*.jtl, *.csv, *.xml, *.gz, ...)"
        )
    return found


def is_jtl(path: Path) -> bool:
    """Whether the first bytes of ``path`` are those of a result file."""
    source: ByteSource | None = None
    try:
        source = ByteSource(path)
        head = source.head(_HEAD_BYTES)
        if is_xml(head):
            return is_result_xml(head)
        if not is_parquet(head):
            find_layout(str(path), head)
    except IngestError:
        return False
    finally:
        if source is not None:
            source.close()
    return True


def _named_like_one(path: Path) -> bool:
    name = path.with_suffix("") if path.suffix.lower() in _COMPRESSED else path
    return path.is_file() and name.suffix.lower() in _ENDINGS
