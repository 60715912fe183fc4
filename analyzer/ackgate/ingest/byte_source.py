"""Bytes of one input: opened, hashed, decompressed by content, and cut into blocks at line ends."""

import bz2
import codecs
import gzip
import hashlib
import io
import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

import zstandard

from ackgate.ingest.options import UnreadableInputError

Compression = Literal["none", "gzip", "bz2", "xz", "zstd"]

_MAGIC: tuple[tuple[bytes, Compression], ...] = (
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_READ_BYTES = 1 << 20
_LONGEST_LINE_BYTES = 1 << 20
_ZSTD_INPUT_BYTES = 1 << 14
_DAMAGED = (EOFError, OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError, ValueError)


class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


class _HashedStream(io.RawIOBase):
    """Passes bytes through, counting and hashing them."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._hash = hashlib.sha256()
        self.size_bytes = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = self._fill(buffer)
        self._hash.update(buffer[:size])
        self.size_bytes += size
        return size

    def _fill(self, buffer: memoryview) -> int:
        if isinstance(self._stream, io.RawIOBase | io.BufferedIOBase):
            return self._stream.readinto(buffer) or 0
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def hexdigest(self) -> str:
        return self._hash.hexdigest()


class ByteSource:
    """One input file or stream. Iterate ``blocks()`` once, then read ``sha256`` and ``size_bytes``.

    Raises UnreadableInputError where a path can't be opened. Damaged compression ends the data early and
    leaves a sentence in ``damage``.
    """

    def __init__(self, source: Path | BinaryIO) -> None:
        self.path = str(source) if isinstance(source, Path) else getattr(source, "name", "-")
        self.path = "-" if self.path in (0, "<stdin>") else str(self.path)
        self.total_bytes = source.stat().st_size if isinstance(source, Path) and source.is_file() else 0
        self._owned = isinstance(source, Path)
        try:
            opened = source.open("rb", buffering=0) if isinstance(source, Path) else source
            self._stream: BinaryIO = opened
            self._hashed = _HashedStream(self._stream)
            self._raw = io.BufferedReader(self._hashed, _READ_BYTES)
            start = self._raw.peek(8)[:8]
        except OSError as error:
            raise UnreadableInputError(f"{self.path}: can't be read ({error.strerror})") from error
        self.compression: Compression = next(
            (kind for magic, kind in _MAGIC if start.startswith(magic)), "none"
        )
        self.damage: str | None = None

    @property
    def size_bytes(self) -> int:
        """Bytes read so far, as stored."""
        return self._hashed.size_bytes

    @property
    def sha256(self) -> str:
        """Lower-case hex of the bytes as stored; valid once ``blocks()`` is exhausted."""
        return self._hashed.hexdigest()

    def blocks(self, block_bytes: int) -> Iterator[bytes]:
        """Decompressed UTF-8 in blocks of about ``block_bytes``, each but the last cut after a line feed."""
        rest = b""
        for chunk in self._text_chunks(block_bytes):
            cut = chunk.rfind(b"\n") + 1
            if not cut and len(rest) < max(block_bytes, _LONGEST_LINE_BYTES):
                rest += chunk
                continue
            yield b"".join((rest, memoryview(chunk)[:cut]))
            rest = chunk[cut:]
        if rest:
            yield rest
        self._drain()

    def _text_chunks(self, size: int) -> Iterator[bytes]:
        chunks = self._chunks(size)
        first = next(chunks, b"")
        encoding = _UTF16.get(first[:2])
        if encoding is None:
            yield first.removeprefix(codecs.BOM_UTF8)
            yield from chunks
            return
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        yield decoder.decode(first).encode()
        for chunk in chunks:
            yield decoder.decode(chunk).encode()

    def _chunks(self, size: int) -> Iterator[bytes]:
        if self.compression == "none":
            yield from iter(lambda: self._raw.read(size), b"")
            return
        stream = self._decompressed()
        while True:
            parts: list[bytes] = []
            filled = 0
            try:
                while filled < size and (part := stream.read(min(_READ_BYTES, size - filled))):
                    parts.append(part)
                    filled += len(part)
            except _DAMAGED as error:
                self.damage = f"{self.path}: the {self.compression} data is damaged or cut ({error})"
            if parts:
                yield b"".join(parts)
            if self.damage or filled < size:
                return

    def _decompressed(self) -> _Readable:
        if self.compression == "gzip":
            return _ReadOne(gzip.GzipFile(fileobj=self._raw))
        if self.compression == "bz2":
            return _ReadOne(bz2.BZ2File(self._raw))
        if self.compression == "xz":
            return _ReadOne(lzma.LZMAFile(self._raw))
        if self.compression == "zstd":
            return _ZstdFrames(self._raw)
        return self._raw

    def head(self, size: int) -> bytes:
        """The first decompressed bytes, for a look at the content; ``blocks()`` can't be used afterwards."""
        return next(self._text_chunks(size), b"")

    def close(self) -> None:
        """Close what was opened here."""
        if self._owned:
            self._stream.close()

    def _drain(self) -> None:
        while self._raw.read(_READ_BYTES):
            pass
        self.close()


class _ReadOne:
    """Reads what one step of decompression gives, so that a later error loses nothing gained before."""

    def __init__(self, stream: gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile) -> None:
        self._stream = stream

    def read(self, size: int = -1, /) -> bytes:
        return self._stream.read1(size)


class _ZstdFrames:
    """Frame after frame; raises EOFError where the last one is cut, which the library's reader lets pass."""

    def __init__(self, raw: _Readable) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._fed = False

    def read(self, size: int = -1, /) -> bytes:
        """The output of at least one input chunk; empty at the end."""
        out = b""
        while not out:
            chunk = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame, self._fed = zstandard.ZstdDecompressor().decompressobj(), False
            chunk = chunk or self._raw.read(_ZSTD_INPUT_BYTES)
            if not chunk:
                if self._fed:
                    raise EOFError("the last frame is incomplete")
                return b""
            self._fed = True
            out = self._frame.decompress(chunk)
        return out
