"""Folder and evidence -> page: the one place where report and evidence meet outside of analysis."""

from pathlib import Path

from ackgate.evidence import summarise
from ackgate.evidence.folder import read_manifest, read_metadata, read_statistics, read_sweep_row
from ackgate.model.evidence import EvidenceCore, SignatureRecord
from ackgate.model.statistics import Statistics
from ackgate.report import render


def page_of(
    directory: Path,
    core: EvidenceCore,
    signatures: tuple[SignatureRecord, ...],
    language: str,
    statistics: Statistics | None = None,
    *,
    literal_colours: bool = False,
) -> str:
    """The page of a folder with these signatures. Raises EvidenceError: a record is unreadable.

    ``statistics``: in place of those of stats.json.
    """
    options = core.options
    return render(
        statistics or read_statistics(directory),
        read_manifest(directory / (options.run_folder or "")),
        read_metadata(None if options.metadata is None else directory / options.metadata),
        summarise(core, signatures),
        language,
        sweep=[read_sweep_row(directory / folder) for folder in options.sweep],
        literal_colours=literal_colours,
    )


def write_page(path: Path, html: str) -> None:
    """UTF-8 with line feeds on every system, since its bytes are hashed."""
    path.write_text(html, encoding="utf-8", newline="\n")
