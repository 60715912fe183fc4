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
from ackgate.model.evidence import Evidence
from ackgate.model.sweep import SweepRow
from ackgate.report.language import LANGUAGES
from ackgate.report.pdf import html_to_pdf


def report(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Analyzed folder with evidence.json.")],
    lang: Annotated[
        str,
        typer.Option(
            metavar="en|zh", help="Language; another than the sealed page's goes to a file of its own."
        ),
    ] = "",
    pdf: Annotated[bool, typer.Option("--pdf", help="Also write report.pdf (extra: ackgate[pdf]).")] = False,
    metadata: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Take this metadata.yaml into the folder.", show_default=False),
    ] = None,
    sweep: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder of a matrix: add the table of its runs.", show_default=False
        ),
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
    if metadata is not None:
        shutil.copyfile(metadata, directory / METADATA)
    evidence = _sealed_again(directory, evidence)
    rows = sweep_rows(sweep) if sweep is not None else ()
    if language != evidence.language or rows:
        name = (
            "report" + (f".{language}" if language != evidence.language else "") + (".sweep" if rows else "")
        )
        html = page_of(directory, evidence.core, read_signatures(directory), language, sweep=rows)
        write_page(directory / f"{name}.html", html)
        typer.echo(f"Page: {directory / name}.html")
    if pdf:
        _write_pdf(directory, evidence, language, rows)


def _sealed_again(directory: Path, evidence: Evidence) -> Evidence:
    """The page of the sealed language, and the seal, brought up to an edited metadata.yaml."""
    changed = {difference.path: difference.text for difference in check_hashes(directory, evidence)}
    for path, text in changed.items():
        if path not in {METADATA, PAGE, EVIDENCE}:
            raise EvidenceError(f"{path} differs from what was sealed: {text}; run ackgate analyze again")
    read_metadata(directory)
    core = collect_core(
        directory, read_statistics(directory), read_manifest(directory), evidence.core.options
    )
    records = read_signatures(directory)
    if records and core_sha256(core) != evidence.core_sha256:
        raise EvidenceError(f"{directory / METADATA} was changed after {len(records)} signatures: restore it")
    write_page(directory / PAGE, page_of(directory, core, records, evidence.language))
    typer.echo(f"Page: {directory / PAGE}")
    return seal(directory, core, evidence.language)


def _write_pdf(directory: Path, evidence: Evidence, language: str, rows: tuple[SweepRow, ...]) -> None:
    records = read_signatures(directory)
    html = page_of(directory, evidence.core, records, language, sweep=rows, literal_colours=True)
    (directory / "report.pdf").write_bytes(html_to_pdf(html))
    typer.echo(f"PDF: {directory / 'report.pdf'}")


def sweep_rows(directory: Path) -> tuple[SweepRow, ...]:
    """The analyzed runs below ``directory``. Raises EvidenceError: there is none."""
    found: list[SweepRow] = []
    for folder in sorted(path.parent for path in directory.glob("*/stats.json")):
        manifest, statistics = read_manifest(folder), read_statistics(folder)
        sizes = {stream.payload_bytes for stream in manifest.streams} if manifest else set()
        found.append(
            SweepRow(
                parameters=manifest.cell if manifest and manifest.cell else {"run": folder.name},
                payload_bytes=sizes.pop() if len(sizes) == 1 else None,
                statistics=statistics,
            )
        )
    if not found:
        raise EvidenceError(f"no analyzed run below {directory}: run ackgate analyze on each first")
    return tuple(found)
