"""Result files and what lies beside them to Statistics."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from ackgate.analysis.inputs import find_inputs
from ackgate.analysis.measure import AnalyzeOptions, measure
from ackgate.model.statistics import Statistics
from ackgate.stats import evaluate


def analyze(
    path: str | Path | Sequence[str | Path],
    options: AnalyzeOptions | None = None,
    standard_input: BinaryIO | None = None,
) -> Statistics:
    """Analyze a run folder, one or several JTLs, a folder of JTLs, or ``"-"``: the object stats.json holds.

    Nothing is written. Raises AnalysisError and IngestError with one sentence.
    """
    given = [path] if isinstance(path, (str, Path)) else list(path)
    inputs = find_inputs([str(one) for one in given], standard_input)
    chosen = options or AnalyzeOptions()
    return evaluate(measure(inputs, chosen), chosen.percentile_method)
