"""What a page is made from, handed to every section."""

from dataclasses import dataclass

from ackgate.model.evidence import EvidenceSummary
from ackgate.model.manifest import RunManifest
from ackgate.model.metadata import Metadata
from ackgate.model.statistics import Statistics
from ackgate.model.sweep import SweepRow
from ackgate.report.language import Translator


@dataclass(frozen=True)
class Source:
    """The inputs of a page. ``literal_colours``: for PDF, which knows no CSS variables inside SVG."""

    statistics: Statistics
    manifest: RunManifest | None
    metadata: Metadata
    evidence: EvidenceSummary | None
    t: Translator
    sweep: tuple[SweepRow, ...] = ()
    literal_colours: bool = False

    def no_plan(self) -> str:
        """Why a figure that needs the plan is missing."""
        return self.t("not known: this JTL came without a run folder, so the plan is not known")
