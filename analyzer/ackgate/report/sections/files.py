"""Section 11: every file the page rests on, with size and SHA-256."""

from ackgate.model.evidence import EvidenceFile
from ackgate.report.display import Block, Cell, Note, Row, Section, Table, heads
from ackgate.report.numbers import number
from ackgate.report.source import Source
from ackgate.report.text import shown

_FILE_ROWS = 300


def files(source: Source) -> Section:
    """From the evidence where it is written, else the raw files alone as they were read."""
    t, evidence = source.t, source.evidence
    if evidence is not None:
        listed = evidence.files
    else:
        listed = tuple(
            EvidenceFile(path=raw.path, role="raw", sha256=raw.sha256, size_bytes=raw.size_bytes)
            for raw in source.statistics.sources
        )
    note = t("The page itself is listed in evidence.json; its evidence hash covers the files above.")
    if len(listed) > _FILE_ROWS:
        note += " " + t(
            "Showing {n} of {total}; evidence.json lists all.", n=_FILE_ROWS, total=number(len(listed))
        )
    columns = (
        *heads(t("File"), t("Role"), numeric_from=9),
        *heads(t("Size, bytes"), numeric_from=0),
        *heads("SHA-256"),
    )
    rows = tuple(_row(file, source) for file in listed[:_FILE_ROWS])
    blocks: list[Block] = [Table(t("Files"), columns, rows, note, name="files")]
    if evidence is None:
        blocks.append(Note(t("Evidence: not written, so this page is not bound to its files."), "warn"))
    return Section(11, "files", t("Files"), tuple(blocks))


def _row(file: EvidenceFile, source: Source) -> Row:
    t = source.t
    roles = {
        "raw": t("raw data"),
        "plan": t("test plan"),
        "workload": t("workload"),
        "criteria": t("criteria"),
        "run": t("run manifest"),
        "statistics": t("statistics"),
        "verdicts": t("verdicts"),
        "metadata": t("report data"),
        "other": t("other"),
        "page": t("page"),
        "signatures": t("signatures"),
    }
    return Row(
        (
            Cell(shown(file.path, 80), full=file.path),
            Cell(roles[file.role]),
            Cell(number(file.size_bytes), numeric=True),
            Cell(file.sha256, mono=True),
        )
    )
