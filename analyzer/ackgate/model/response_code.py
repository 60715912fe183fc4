"""Response codes of a JTL row and the class each belongs to (docs/contracts.md, JTL columns)."""

import re
from typing import Literal, get_args

OutcomeClass = Literal["ok", "rejected", "timeout", "network", "tls", "connection_lost", "client", "harness"]
OUTCOME_CLASSES: tuple[OutcomeClass, ...] = get_args(OutcomeClass)

_REJECTED = re.compile(r"^(CONNACK|SUBACK|UNSUBACK|PUBACK|PUBREC|PUBCOMP|DISCONNECT)_0x[0-9a-fA-F]{2}$")
_EXACT: dict[str, OutcomeClass] = {
    "CONNECTION_LOST": "connection_lost",
    "NOT_CONNECTED": "connection_lost",
    "PROTOCOL_ERROR": "rejected",
    "INVALID_INPUT": "client",
}
_PREFIX: tuple[tuple[str, OutcomeClass], ...] = (
    ("TIMEOUT_", "timeout"),
    ("NETWORK_", "network"),
    ("TLS_", "tls"),
    ("Non HTTP response code", "network"),
)


def outcome_class(code: str, *, success: bool) -> OutcomeClass:
    """Class of one row: ``ok`` when successful whatever its code; ``rejected`` for a failed unknown code."""
    if success:
        return "ok"
    if code in _EXACT:
        return _EXACT[code]
    if _REJECTED.match(code):
        return "rejected"
    return next((name for prefix, name in _PREFIX if code.startswith(prefix)), "rejected")
