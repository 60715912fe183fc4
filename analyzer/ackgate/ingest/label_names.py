"""Which labels a result names, and what is said of those it counts together."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ackgate.ingest.batch import Bools, Int64s
from ackgate.ingest.counts import CodeTable
from ackgate.ingest.tally import MAX_LABELS_HELD, OTHER_LABELS, Group, Tally

_LONGEST_SHOWN = 100


@dataclass(frozen=True)
class LabelNames:
    """``names[name_of_code[code]]`` is what a label code is called; ``merged``: labels without a name."""

    name_of_code: Int64s
    names: tuple[str, ...]
    merged: int
    notes: tuple[str, ...] = ()


def label_names(tally: Tally, groups: tuple[Group, ...], used: Bools, most: int) -> LabelNames:
    """Names for the ``most`` labels with the most used rows; the others share "(other labels)"."""
    rows: Counter[int] = Counter()
    for number, group in enumerate(groups):
        if used[number]:
            rows[group.label] += tally.totals[number].rows
    texts, late = tally.labels.texts, tally.labels.overflowed
    if len(rows) <= most and not late:
        return LabelNames(np.arange(len(texts), dtype=np.int64), tuple(texts), 0)
    other = tally.labels.code(OTHER_LABELS)
    named = [label for label, _ in rows.most_common() if label != other][:most]
    order = sorted({*named, other})
    place = {label: n for n, label in enumerate(order)}
    codes = np.array([place.get(n, place[other]) for n in range(len(texts))], dtype=np.int64)
    merged = len(rows.keys() - {other} - set(named)) + len(late)
    notes = (_late_note(late, min(rows[label] for label in named)),) if late and named else ()
    return LabelNames(codes, tuple(texts[n] for n in order), merged, notes)


def _late_note(late: dict[str, int], fewest: int) -> str:
    """``late``: rows of each label that came when all places were taken; ``fewest``: of the rarest named."""
    text, most = max(late.items(), key=lambda one: one[1])
    above = sum(rows > fewest for rows in late.values())
    least = "At least " if len(late) >= CodeTable.MOST_TOLD_APART else ""
    said = (
        f"{least}{len(late)} labels first stand after the first {MAX_LABELS_HELD} and are counted among the "
        f"other labels, whatever their number of rows ({sum(late.values())} in all)"
    )
    if not above:
        return f"{said}; none has more rows than a label shown by its name."
    return (
        f"{said}; {above} of them have more rows than the rarest label shown by its name, "
        f"{text[:_LONGEST_SHOWN]!r} the most ({most})."
    )
