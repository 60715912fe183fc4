"""A JMX that somebody else wrote, read safely."""

from pathlib import Path

from lxml import etree

from ackgate.plan.jmx_element import Element
from ackgate.plan.workload_error import WorkloadError


def read_jmx_root(path: Path) -> Element:
    """Root of the JMX in ``path``; nothing outside it is read, and blank text, which may be a value, is kept.

    Raises WorkloadError when the file is missing or no JMX, or declares entities, which no JMX does.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(path.read_bytes(), parser)
    except OSError as error:
        raise WorkloadError(f"{path}: {error.strerror or error}") from error
    except etree.XMLSyntaxError as error:
        raise WorkloadError(f"{path}: not a JMX: {error.msg}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise WorkloadError(f"{path}: not a JMX: it has a DOCTYPE")
    if root.tag != "jmeterTestPlan":
        raise WorkloadError(f"{path}: not a JMX: its root is <{root.tag}>, expected <jmeterTestPlan>")
    return root
