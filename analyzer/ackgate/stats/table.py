"""The value cube with text columns as integer codes: millions of rows are filtered in milliseconds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

from ackgate.stats.counts import Counts, GroupedCounts, IntArray

Mask = npt.NDArray[np.bool_]
#: The one quantity that is counted by time slice; the others carry their segment's start.
TIMED_QUANTITY = "elapsed_ms"


@dataclass(frozen=True)
class Codes:
    """A text column: ``codes`` of shape (rows,) into ``names``."""

    codes: IntArray
    names: tuple[str, ...]

    @classmethod
    def of(cls, column: pd.Series) -> "Codes":
        """Encode; names are in order of first appearance or of the category."""
        if isinstance(column.dtype, pd.CategoricalDtype):
            codes, names = column.cat.codes.to_numpy(), column.cat.categories
        else:
            codes, names = pd.factorize(column)
        texts = tuple(str(name) for name in names)
        numbers = np.asarray(codes, dtype=np.int64)
        if (numbers < 0).any():  # a missing text counts as empty
            return cls(np.where(numbers < 0, len(texts), numbers), (*texts, ""))
        return cls(numbers, texts)

    def are(self, wanted: Iterable[str] | Callable[[str], bool]) -> Mask:
        """Rows whose name is among ``wanted``, or for which the function holds."""
        names = wanted if callable(wanted) else set(wanted).__contains__
        return np.array([bool(names(name)) for name in self.names] or [False], dtype=bool)[self.codes]

    def take(self, rows: IntArray) -> "Codes":
        """The same names over the rows of these numbers."""
        return Codes(self.codes.take(rows), self.names)


@dataclass(frozen=True)
class ValueTable:
    """Rows of one quantity; columns as :data:`ackgate.model.cubes.VALUE_COLUMNS`, each of shape (rows,).

    ``has_slices`` is False where ``slice_start_ms`` says no more than the segment.
    """

    label: Codes
    operation: Codes
    code: Codes
    phase: Codes
    connection: Codes
    host: Codes
    segment: IntArray
    success: Mask
    slice_start_ms: IntArray
    value: IntArray
    count: IntArray
    has_slices: bool = True

    def where(self, mask: Mask) -> "ValueTable":
        """The rows that ``mask`` (rows,) keeps."""
        if mask.all():
            return self
        rows = np.flatnonzero(mask)
        return ValueTable(
            self.label.take(rows),
            self.operation.take(rows),
            self.code.take(rows),
            self.phase.take(rows),
            self.connection.take(rows),
            self.host.take(rows),
            self.segment.take(rows),
            self.success.take(rows),
            self.slice_start_ms.take(rows),
            self.value.take(rows),
            self.count.take(rows),
            self.has_slices,
        )

    def operations(self, *names: str) -> "ValueTable":
        """Rows of the named operations."""
        return self.where(self.operation.are(names))

    def labelled(self, label: str | None) -> "ValueTable":
        """Rows of one label; all rows for None."""
        return self if label is None else self.where(self.label.are((label,)))

    @cached_property
    def good(self) -> "ValueTable":
        """Successful rows."""
        return self.where(self.success)

    @property
    def labels(self) -> frozenset[str]:
        """Labels that occur in these rows."""
        return frozenset(self.label.names[code] for code in np.flatnonzero(np.bincount(self.label.codes)))

    @property
    def n(self) -> int:
        """Samples."""
        return int(self.count.sum())

    @property
    def failed(self) -> int:
        """Failed samples."""
        return int(self.count[~self.success].sum())

    @cached_property
    def counts(self) -> Counts:
        """All values merged."""
        return Counts.of(self.value, self.count)

    def by(self, groups: npt.ArrayLike) -> GroupedCounts:
        """Values grouped by codes of shape (rows,)."""
        return GroupedCounts.of(groups, self.value, self.count)


def tables_by_quantity(values: pd.DataFrame) -> dict[str, ValueTable]:
    """Split the value cube by quantity; every quantity in the frame is a key."""
    quantity = Codes.of(values["quantity"])
    whole = ValueTable(
        Codes.of(values["label"]),
        Codes.of(values["operation"]),
        Codes.of(values["code"]),
        Codes.of(values["phase"]),
        Codes.of(values["connection"]),
        Codes.of(values["host"]),
        values["segment"].to_numpy(dtype=np.int64),
        values["success"].to_numpy(dtype=bool),
        values["slice_start_ms"].to_numpy(dtype=np.int64),
        values["value"].to_numpy(dtype=np.int64),
        values["count"].to_numpy(dtype=np.int64),
    )
    return {
        name: replace(whole.where(quantity.codes == code), has_slices=name == TIMED_QUANTITY)
        for code, name in enumerate(quantity.names)
    }


def empty_table() -> ValueTable:
    """A table without rows, for a quantity the data does not carry."""
    none, nothing = Codes(np.zeros(0, dtype=np.int64), ()), np.zeros(0, dtype=np.int64)
    return ValueTable(
        none, none, none, none, none, none, nothing, nothing.astype(bool), nothing, nothing, nothing
    )
