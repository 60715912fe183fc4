"""AckGate: MQTT capacity tests on JMeter whose numbers can be signed.

In Python: ``ackgate.read_jtl(path)`` gives the rows of a result file as a pandas frame,
``ackgate.analyze(path)`` the object that stats.json holds.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ackgate.analysis.analyze import analyze
    from ackgate.analysis.measure import AnalyzeOptions
    from ackgate.analysis.rows import read_jtl

__all__ = ["AnalyzeOptions", "analyze", "read_jtl"]

_HOMES = {
    "AnalyzeOptions": "ackgate.analysis.measure",
    "analyze": "ackgate.analysis.analyze",
    "read_jtl": "ackgate.analysis.rows",
}


def __getattr__(name: str) -> object:
    """Load the analysis only when it is asked for: most commands never need pandas."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ackgate' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
