"""``ackgate report``: make the page of an analyzed folder again, in another language or as PDF."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from ackgate.cli.page import page_of, write_page
from ackgate.evidence import EvidenceError, collect_core, core_sha256, seal
from ackgate.evidence.folder import (
    EVIDENCE,
    METADATA,
    PAGE,
    read_evidence,
    read_manifest,
    read_metadata,
    read_signatures,
    read_statistics,
)
from ackgate.evidence.verification import check_hashes
from ackgate.model.evidence import Evidence, EvidenceCore
from ackgate.report.language import LANGUAGES
from ackgate.report.pdf import html_to_pdf


def report(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Analyzed folder with evidence.json.")],
    lang: Annotated[
        str | None,
        typer.Option(metavar="en|zh", help="Language; another than the sealed page's gets its own file."),
    ] = None,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Also write report.pdf (needs the extra named pdf).")
    ] = False,
    metadata: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take this metadata.yaml into the folder.")
    ] = None,
) -> None:
    """Make the page again after metadata.yaml was edited, or in another language, or as PDF.

    Only metadata.yaml may have changed since the folder was sealed, and nothing once somebody has signed.

    Example: ackgate report runs/one --metadata metadata.yaml --pdf
    """
    evidence = read_evidence(directory)
    language = lang or evidence.language
    if language not in LANGUAGES:
        raise EvidenceError(f"no language {language!r}: use {' or '.join(LANGUAGES)}")
    records = read_signatures(directory)
    core = _core_now(directory, evidence, metadata, signed=bool(records))
    if records and core_sha256(core) != evidence.core_sha256:
        raise EvidenceError(f"{directory} is signed: its report data cannot change any more")
    write_page(directory / PAGE, page_of(directory, core, records, evidence.language))
    seal(directory, core, evidence.language)
    typer.echo(f"Page: {directory / PAGE}")
    if language != evidence.language:
        other = directory / f"report.{language}.html"
        write_page(other, page_of(directory, core, records, language))
        typer.echo(f"Page: {other}")
    if pdf:
        html = page_of(directory, core, records, language, literal_colours=True)
        (directory / "report.pdf").write_bytes(html_to_pdf(html))
        typer.echo(f"PDF: {directory / 'report.pdf'}")


def _core_now(directory: Path, evidence: Evidence, metadata: Path | None, *, signed: bool) -> EvidenceCore:
    """The core with the metadata of today. Raises EvidenceError: anything else has changed."""
    options = evidence.core.options
    for difference in check_hashes(directory, evidence):
        if difference.path not in {options.metadata, METADATA, PAGE, EVIDENCE}:
            changed = f"{difference.path} differs from what was sealed: {difference.text}"
            raise EvidenceError(f"{changed}; run ackgate analyze again")
    if metadata is not None:
        read_metadata(metadata)
        if signed and _bytes_of(metadata) != _bytes_of(directory / METADATA):
            raise EvidenceError(f"{directory} is signed: its report data cannot change any more")
        if metadata.resolve() != (directory / METADATA).resolve():
            shutil.copyfile(metadata, directory / METADATA)
    if (directory / METADATA).is_file():
        options = options.model_copy(update={"metadata": METADATA})
    manifest = read_manifest(directory / (options.run_folder or ""))
    return collect_core(directory, read_statistics(directory), manifest, options)


def _bytes_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
