"""A finding: what is wrong where, why it matters, and what mends it."""

from typing import Literal

from pydantic import Field

from ackgate.model.distribution import FrozenModel

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Finding(FrozenModel):
    """One finding of ``ackgate check``. ``code`` is stable; docs/check.md lists them all."""

    code: str = Field(pattern=r"^AG\d{3}$")
    severity: Severity
    place: str
    message: str
    why: str
    remedy: str
    command: str | None = Field(
        default=None, description="mends it on Linux when run by you; never run by us"
    )
