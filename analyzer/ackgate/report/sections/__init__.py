"""One module for each part of the page: from Statistics to worded blocks."""

from collections.abc import Callable

from ackgate.report.display import Section
from ackgate.report.sections.acknowledgements import acknowledgements
from ackgate.report.sections.clients import clients
from ackgate.report.sections.connections import connections
from ackgate.report.sections.data_quality import data_quality
from ackgate.report.sections.delivery import delivery
from ackgate.report.sections.deviations import deviations
from ackgate.report.sections.environment import environment
from ackgate.report.sections.errors import errors
from ackgate.report.sections.files import files
from ackgate.report.sections.load import load
from ackgate.report.sections.record import record
from ackgate.report.source import Source

_PARTS: tuple[Callable[[Source], Section], ...] = (
    connections,
    acknowledgements,
    delivery,
    clients,
    load,
    errors,
    data_quality,
    deviations,
    environment,
    files,
    record,
)


def sections(source: Source) -> tuple[Section, ...]:
    """Sections 2 to 12, each always present; the first page is section 1."""
    return tuple(part(source) for part in _PARTS)
