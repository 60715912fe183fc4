"""A JMX as a tree of elements with their properties, parents and effective state."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lxml import etree

from ackgate.plan.jmx_file import read_jmx_root

_Element = etree._Element
_THREAD_GROUPS = ("ThreadGroup", "SetupThreadGroup", "PostThreadGroup", "OpenModelThreadGroup")


@dataclass
class Node:
    """One element. ``enabled`` is false when it or anything above it is disabled."""

    test_class: str
    name: str
    enabled: bool
    properties: dict[str, str]
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    arguments: dict[str, str] = field(default_factory=dict)
    gui_class: str = ""

    @property
    def short_class(self) -> str:
        """Class without its package."""
        return self.test_class.rpartition(".")[2]

    @property
    def place(self) -> str:
        """Names from the thread group (or test plan) down, as the GUI's tree shows them."""
        names = [self.name or self.short_class]
        names += [
            node.name or node.short_class for node in self.ancestors() if node.short_class != "TestPlan"
        ]
        return " > ".join(reversed(names))

    def ancestors(self) -> Iterator["Node"]:
        """From the parent up to the test plan."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def descendants(self) -> Iterator["Node"]:
        """Everything below, in the order of the plan."""
        for child in self.children:
            yield child
            yield from child.descendants()

    def thread_group(self) -> "Node | None":
        """The thread group around (or being) this element."""
        return next((node for node in (self, *self.ancestors()) if node.short_class in _THREAD_GROUPS), None)

    def in_scope(self, short_class: str) -> "Node | None":
        """The nearest enabled element of a class whose JMeter scope covers this one: a sibling of it or of
        something above it."""
        found = (holder.first_enabled.get(short_class) for holder in self.ancestors())
        return next((child for child in found if child is not None), None)

    @cached_property
    def first_enabled(self) -> dict[str, "Node"]:
        """The first enabled child of each class; asked only once the tree is complete."""
        return {child.short_class: child for child in reversed(self.children) if child.enabled}

    def text(self, name: str, default: str = "") -> str:
        """A property's text, or ``default`` where absent or empty."""
        return self.properties.get(name) or default

    def flag(self, name: str) -> bool:
        """A boolean property; false where absent."""
        return self.properties.get(name, "").strip().lower() == "true"


@dataclass(frozen=True)
class JmxPlan:
    """All elements of a plan in order, and the folder its relative paths count from."""

    nodes: tuple[Node, ...]
    folder: Path

    def enabled(self, *short_classes: str) -> Iterator[Node]:
        """Enabled elements of these classes."""
        return (node for node in self.nodes if node.enabled and node.short_class in short_classes)

    def thread_groups(self) -> Iterator[Node]:
        """Enabled thread groups."""
        return self.enabled(*_THREAD_GROUPS)


def read_jmx(path: Path) -> JmxPlan:
    """The plan in a file. Raises WorkloadError when it is missing or no JMX."""
    return plan_of(read_jmx_root(path), path.resolve().parent)


def plan_of(root: _Element, folder: Path) -> JmxPlan:
    """The plan of a parsed JMX."""
    nodes: list[Node] = []
    pending: list[tuple[_Element, Node | None]] = [(root, None)]
    while pending:
        tree, parent = pending.pop()
        last: Node | None = None
        below: list[tuple[_Element, Node | None]] = []
        for element in tree:
            if element.tag == "hashTree":
                below.append((element, last if last is not None else parent))
            elif isinstance(element.tag, str):
                last = _node(element, parent)
                nodes.append(last)
        pending.extend(reversed(below))
    return JmxPlan(tuple(nodes), folder)


def _node(element: _Element, parent: Node | None) -> Node:
    enabled = element.get("enabled", "true") != "false" and (parent is None or parent.enabled)
    test_class = element.get("testclass") or str(element.tag)
    node = Node(test_class, element.get("testname", ""), enabled, _properties(element), parent)
    node.arguments.update(_arguments(element))
    node.gui_class = element.get("guiclass", "").rpartition(".")[2]
    if parent is not None:
        parent.children.append(node)
    return node


def _properties(element: _Element) -> dict[str, str]:
    """Named properties at any depth; the fields of a saveConfig as ``saveConfig.<field>``."""
    properties: dict[str, str] = {}
    for prop in element.iterdescendants():
        name = prop.get("name")
        if name is not None and len(prop) == 0:
            properties.setdefault(name, prop.text or "")
        elif prop.get("class") == "SampleSaveConfiguration":
            properties.update({f"saveConfig.{child.tag}": child.text or "" for child in prop})
    return properties


def _arguments(element: _Element) -> dict[str, str]:
    """Name -> value of the user-defined variables an element holds."""
    found: dict[str, str] = {}
    for argument in element.iterfind(".//elementProp[@elementType='Argument']"):
        value = next((p.text or "" for p in argument if p.get("name") == "Argument.value"), "")
        found[argument.get("name", "")] = value
    return found
