"""The rows of result files as a pandas frame."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from ackgate.analysis.inputs import find_inputs
from ackgate.ingest import IngestOptions, read_frame


def read_jtl(path: str | Path | Sequence[str | Path], options: IngestOptions | None = None) -> pd.DataFrame:
    """Every readable row of a JTL, several, a folder of them, a run folder or ``"-"``, in file order.

    Columns and dtypes are those of :func:`ackgate.ingest.read_frame`. Memory grows with the rows. Raises
    AnalysisError and IngestError with one sentence.
    """
    given = [path] if isinstance(path, (str, Path)) else list(path)
    return read_frame(find_inputs([str(one) for one in given]).sources, options)
