"""Values of a plan as far as they are known before it runs: variables, properties with defaults."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ackgate.check.jmx_node import JmxPlan

_PROPERTY = re.compile(r"\$\{__(?:P|property)\(([^(){},]+)(?:,([^(){}]*))?(?:,([^(){}]*))?\)\}")
_VARIABLE = re.compile(r"\$\{([^{}()]+)\}")
_INTEGER = re.compile(r"^\s*-?\d+\s*$")


@dataclass(frozen=True)
class Resolver:
    """User-defined variables of a plan by name."""

    variables: Mapping[str, str]

    def text(self, value: str) -> str:
        """``value`` with known variables and property defaults filled; the rest stays as written."""
        for _ in range(5):  # a variable may refer to another one
            filled = _PROPERTY.sub(_default, value)
            filled = _VARIABLE.sub(lambda match: self.variables.get(match[1], match[0]), filled)
            if filled == value:
                break
            value = filled
        return value

    def number(self, value: str) -> float | None:
        """A number, or None where it is not known before the run."""
        try:
            return float(self.text(value))
        except ValueError:
            return None

    def integer(self, value: str) -> int | None:
        """A whole number, or None where it is not known before the run."""
        text = self.text(value)
        return int(text) if _INTEGER.match(text) else None


def _default(match: re.Match[str]) -> str:
    return match[2] if match[2] is not None else match[0]


def resolver_of(plan: JmxPlan) -> Resolver:
    """Resolver with the plan's user-defined variables."""
    variables: dict[str, str] = {}
    for node in plan.nodes:
        if node.short_class in ("TestPlan", "Arguments") and node.enabled:
            variables |= node.arguments
    return Resolver(variables)
