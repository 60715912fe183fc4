"""Canonical bytes (RFC 8785) and SHA-256 of records and files."""

import hashlib
from pathlib import Path

import rfc8785
from pydantic import BaseModel

_CHUNK_BYTES = 1 << 20


def canonical(record: BaseModel) -> bytes:
    """RFC 8785 canonical JSON of a record, without a line end."""
    return rfc8785.dumps(record.model_dump(mode="json"))


def sha256_of(data: bytes) -> str:
    """Lower-case hex."""
    return hashlib.sha256(data).hexdigest()


def sha256_of_file(path: Path) -> str:
    """Lower-case hex, read in pieces. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_CHUNK_BYTES):
            digest.update(piece)
    return digest.hexdigest()
