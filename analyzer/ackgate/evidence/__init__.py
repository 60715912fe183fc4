"""Hashes, signatures and their verification.

After stats.json and junit.xml are written: ``core = collect_core(...)``, render the page with
``summarise(core)``, write it, and ``seal(directory, core)``.
"""

from ackgate.evidence.collect import collect_core, core_sha256, summarise
from ackgate.evidence.failure import EvidenceError
from ackgate.evidence.folder import find_metadata, read_metadata
from ackgate.evidence.seal import seal

__all__ = [
    "EvidenceError",
    "collect_core",
    "core_sha256",
    "find_metadata",
    "read_metadata",
    "seal",
    "summarise",
]
