"""Section 9: departures from the plan, found by the tool and typed by people."""

from ackgate.report.display import Block, Cell, Note, Row, Section, Table, heads
from ackgate.report.reasons import reason_words
from ackgate.report.source import Source
from ackgate.report.text import shown


def deviations(source: Source) -> Section:
    """Both lists; an empty one is said to be empty."""
    t, found, typed = source.t, source.statistics.deviations, source.metadata.deviations
    blocks: list[Block] = []
    if found:
        rows = tuple(
            Row((Cell(shown(deviation.id, 40)), Cell(shown(reason_words(deviation.text, t), 500))))
            for deviation in found
        )
        blocks.append(Table(t("Found by the tool"), heads(t("ID"), t("Deviation"), numeric_from=9), rows))
    elif source.manifest is None:
        blocks.append(Note(t("Found by the tool: {why}.", why=source.no_plan()), "warn"))
    else:
        blocks.append(Note(t("Found by the tool: none.")))
    if typed:
        typed_rows = tuple(
            Row(
                (
                    Cell(shown(deviation.text, 500)),
                    Cell(shown(deviation.impact or t("open"), 300)),
                    Cell(shown(deviation.accepted_by or t("open"), 80)),
                )
            )
            for deviation in typed
        )
        columns = heads(t("Deviation"), t("Impact"), t("Accepted by"), numeric_from=9)
        blocks.append(Table(t("Typed by people"), columns, typed_rows))
    else:
        blocks.append(Note(t("Typed by people: open (metadata.yaml names none).")))
    return Section(9, "deviations", t("Deviations from the plan"), tuple(blocks))
