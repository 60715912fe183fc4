"""stats.json -> the page a test lead puts a name under, and junit.xml."""

from ackgate.report.junit import junit_xml
from ackgate.report.render import render

__all__ = ["junit_xml", "render"]
