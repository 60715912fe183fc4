"""evidence.json and signatures.jsonl: what a page is bound to, and who decided what about it.

The page carries the hash of the evidence *core* (raw files, plan, statistics, verdicts). The page itself is
listed in evidence.json beside the core, so no hash has to contain itself.
"""

import datetime as dt
from typing import Literal

from pydantic import Field

from ackgate.model.criteria import Verdict
from ackgate.model.distribution import FrozenModel
from ackgate.model.statistics import Rows

FileRole = Literal[
    "raw",
    "plan",
    "workload",
    "criteria",
    "run",
    "statistics",
    "verdicts",
    "metadata",
    "other",
    "page",
    "signatures",
]
Decision = Literal["accept", "conditional", "reject"]


class EvidenceFile(FrozenModel):
    """A file by its path relative to the evidence folder, with SHA-256 (lower-case hex) and size."""

    path: str
    role: FileRole
    sha256: str
    size_bytes: int


class AnalysisOptions(FrozenModel):
    """How the raw files were read: what a second analysis must repeat. None: the default.

    Paths are relative to the evidence folder and may lead out of it.
    """

    time_zone: str | None = None
    timestamp: Literal["start", "end"] | None = None
    samples: Literal["parent", "all"] | None = None
    percentile_method: Literal["jmeter"] | None = None
    criteria: str | None = None
    dashboard: str | None = None
    metadata: str | None = None
    run_folder: str | None = Field(default=None, description="the run folder, where it is another one")
    raw: tuple[str, ...] = Field(default=(), description="result files that came without a run folder")
    sweep: tuple[str, ...] = Field(default=(), description="analyzed folders of the sweep's other runs")


class VerdictEntry(FrozenModel):
    """One criterion and what came of it."""

    id: str
    verdict: Verdict


class EvidenceCore(FrozenModel):
    """Everything a page is computed from. Hashed as RFC 8785 canonical JSON."""

    schema_version: Literal[1] = 1
    run_id: str | None
    versions: dict[str, str | None]
    seed: str | None = Field(description="decimal text, since a seed may exceed 2^53")
    command: tuple[str, ...]
    options: AnalysisOptions
    files: tuple[EvidenceFile, ...]
    rows: Rows
    verdicts: tuple[VerdictEntry, ...]
    verdict: Verdict


class Evidence(FrozenModel):
    """The whole of evidence.json: the core, its hash, and what was made from it (page, signatures)."""

    schema_version: Literal[1] = 1
    core: EvidenceCore
    core_sha256: str
    language: str = "en"
    made: tuple[EvidenceFile, ...] = ()


class Condition(FrozenModel):
    """Something that must be done for a conditional acceptance to hold."""

    text: str
    owner: str | None = None
    due: dt.date | None = None


class DecisionStatement(FrozenModel):
    """What a person signs. ``page_sha256``: the page as it stood when the decision was taken."""

    schema_version: Literal[1] = 1
    sequence: int
    role: str
    name: str
    decision: Decision
    conditions: tuple[Condition, ...] = ()
    reason: str | None = None
    tool_verdict: Verdict
    claimed_time: str = Field(description="ISO 8601 UTC as claimed by the signer's clock; nobody attests it")
    core_sha256: str
    page_sha256: str
    previous_sha256: str | None = Field(description="hash of the record before, None for the first")

    @property
    def overrides(self) -> bool:
        """True where a person accepts what the tool failed."""
        return self.tool_verdict == "FAIL" and self.decision != "reject"


class SignatureRecord(FrozenModel):
    """One line of signatures.jsonl. ``signature``: base64 (Ed25519) or the armoured text of ssh-keygen."""

    statement: DecisionStatement
    scheme: Literal["ed25519", "ssh"]
    public_key: str
    signature: str


class EvidenceSummary(FrozenModel):
    """What the page shows of the evidence."""

    core_sha256: str
    files: tuple[EvidenceFile, ...]
    signatures: tuple[SignatureRecord, ...] = ()
