"""Statistics -> the report as one HTML file."""

from collections.abc import Sequence

from ackgate.model.evidence import EvidenceSummary
from ackgate.model.manifest import RunManifest
from ackgate.model.metadata import Metadata
from ackgate.model.statistics import Statistics
from ackgate.model.sweep import SweepRow
from ackgate.report.display import Report
from ackgate.report.language import translator
from ackgate.report.page import page
from ackgate.report.sections import sections
from ackgate.report.sections.first_page import first_page
from ackgate.report.source import Source


def render(  # noqa: PLR0913
    statistics: Statistics,
    manifest: RunManifest | None,
    metadata: Metadata,
    evidence: EvidenceSummary | None,
    language: str = "en",
    *,
    sweep: Sequence[SweepRow] = (),
    literal_colours: bool = False,
) -> str:
    """The page. The same inputs give the same bytes on every machine.

    Args:
        statistics: stats.json.
        manifest: run.json; None for a JTL that came alone.
        metadata: metadata.yaml, or an empty record.
        evidence: what the page is bound to; None where no evidence is written.
        language: ``en`` or ``zh``; another raises ValueError.
        sweep: the runs of a matrix, for its payload-size table.
        literal_colours: the form for PDF: light colours written out, no script.
    """
    source = Source(
        statistics=statistics,
        manifest=manifest,
        metadata=metadata,
        evidence=evidence,
        t=translator(language),
        sweep=tuple(sweep),
        literal_colours=literal_colours,
    )
    return page(Report(first_page(source), sections(source)), source.t, literal_colours=literal_colours)
