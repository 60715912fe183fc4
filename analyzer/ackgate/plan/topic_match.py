"""How many subscriptions match a topic name (MQTT 5.0 sections 4.7 and 4.8.2)."""

from dataclasses import dataclass, field

from ackgate.model.workload_topic import share_of


@dataclass
class _Level:
    """One topic level: subscriptions that end here, and the levels below."""

    ending: float = 0
    below: dict[str, "_Level"] = field(default_factory=dict)


class Subscriptions:
    """Topic filters with the number of subscriptions each stands for; a shared filter counts once."""

    def __init__(self) -> None:
        self._root = _Level()
        self._shared: set[str] = set()

    def add(self, topic_filter: str, count: int) -> None:
        """Add ``count`` subscriptions of one filter; a shared one counts once whatever its members."""
        share, rest = share_of(topic_filter)
        if count < 1 or topic_filter in self._shared:
            return
        if share is not None:
            self._shared.add(topic_filter)
        level = self._root
        for name in rest.split("/"):
            level = level.below.setdefault(name, _Level())
        level.ending += 1 if share is not None else count

    def matching(self, topic: str) -> float:
        """Subscriptions whose filter matches the topic name."""
        return _matching(self._root, topic.split("/"), 0)


def _matching(level: _Level, names: list[str], depth: int) -> float:
    below = level.below
    # A filter that starts with a wildcard doesn't match topics that start with $ (MQTT 5.0 section 4.7.2).
    # ${variables} that are still to be filled are no such topics.
    wildcard = depth > 0 or not names[0].startswith("$") or names[0].startswith("${")
    tail = below.get("#")
    total = tail.ending if tail is not None and wildcard else 0.0
    if depth == len(names):
        return total + level.ending
    exact = below.get(names[depth])
    if exact is not None and names[depth] not in ("+", "#"):
        total += _matching(exact, names, depth + 1)
    plus = below.get("+")
    if plus is not None and wildcard:
        total += _matching(plus, names, depth + 1)
    return total
