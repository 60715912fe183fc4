"""Elements of a JMX: skeletons, their properties, and the hashTree that follows each element."""

import copy
from collections.abc import Mapping
from importlib import resources

from lxml import etree

Element = etree._Element
COMMENTS = "TestPlan.comments"


class Skeleton:
    """One file of jmx_templates; elements are taken from it by their test class."""

    def __init__(self, name: str) -> None:
        text = resources.files("ackgate.plan").joinpath("jmx_templates", name).read_bytes()
        self.root = parse_jmx(text)

    def element(self, test_class: str) -> Element:
        """The first element of that test class, in place."""
        found = next((e for e in self.root.iter() if _is_element(e, test_class)), None)
        if found is None:
            raise LookupError(f"the skeleton has no {test_class}")
        return found


def _is_element(element: Element, test_class: str) -> bool:
    """Whether it is an element of its own, not the loop inside a thread group."""
    return element.tag != "elementProp" and element.get("testclass", "").endswith(test_class)


def parse_jmx(text: bytes) -> Element:
    """Root element of a JMX. No entity is resolved and nothing is fetched. Raises etree.XMLSyntaxError."""
    parser = etree.XMLParser(remove_blank_text=True, resolve_entities=False, no_network=True, load_dtd=False)
    return etree.fromstring(text, parser)


def jmx_text(root: Element) -> bytes:
    """The JMX as bytes, indented by two; equal for equal trees."""
    etree.indent(root, "  ")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + etree.tostring(root, encoding="UTF-8") + b"\n"


def below(element: Element) -> Element:
    """The hashTree that holds what stands below an element."""
    tree = element.getnext()
    if tree is None or tree.tag != "hashTree":
        raise LookupError(f"{element.get('testname')} has no hashTree after it")
    return tree


def clone_into(parent: Element, element: Element, *, with_children: bool = True) -> Element:
    """Append a copy of an element and its hashTree (or an empty one) to ``parent``; the copy."""
    copied = copy.deepcopy(element)
    tree = copy.deepcopy(below(element)) if with_children else etree.Element("hashTree")
    parent.extend([copied, tree])
    return copied


def remove(element: Element) -> None:
    """Remove an element and its hashTree."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(below(element))
        parent.remove(element)


def set_name(element: Element, name: str, comment: str | None = None) -> None:
    """Set the name (the label of a sampler's rows) and, where given, the comment."""
    element.set("testname", name)
    if comment is not None:
        set_text(element, COMMENTS, comment)


def set_enabled(element: Element, enabled: bool) -> None:
    """Enable or disable an element; JMeter writes the attribute only when false."""
    if "enabled" in element.attrib:
        del element.attrib["enabled"]
    if not enabled:
        element.set("enabled", "false")


def property_of(element: Element, name: str) -> Element | None:
    """The property of that name, direct children only."""
    return next((child for child in element if child.get("name") == name), None)


def text_of(element: Element, name: str, default: str = "") -> str:
    """Text of a property, or ``default`` where it is absent or empty."""
    found = property_of(element, name)
    return default if found is None or found.text is None else found.text


def set_text(element: Element, name: str, value: str) -> None:
    """Set a property; a new one becomes a stringProp."""
    found = property_of(element, name)
    if found is None:
        found = etree.SubElement(element, "stringProp", name=name)
    found.text = value


def set_texts(element: Element, values: Mapping[str, str | None]) -> None:
    """Set the properties that have a value; None leaves the skeleton's own, or the element's default."""
    for name, value in values.items():
        if value is not None:
            set_text(element, name, value)
