"""Writing one CSV row as bytes."""

import csv
import io
from collections.abc import Sequence


def csv_line(fields: Sequence[str], delimiter: str) -> bytes:
    """One row, every field quoted, without a line end."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="", quoting=csv.QUOTE_ALL).writerow(fields)
    return out.getvalue().encode("utf-8", "replace")
