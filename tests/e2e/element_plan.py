"""A JMeter plan of thread groups with our elements, written as plain text."""

from collections.abc import Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="plan" enabled="true"/><hashTree>
"""
_TAIL = "</hashTree></hashTree></jmeterTestPlan>\n"
_GROUP = """<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname={name} enabled="true">
<stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel"
 testclass="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp>
<stringProp name="LoopController.loops">{loops}</stringProp></elementProp>
<stringProp name="ThreadGroup.num_threads">{threads}</stringProp>
<stringProp name="ThreadGroup.ramp_time">{ramp_s}</stringProp>
<boolProp name="ThreadGroup.scheduler">true</boolProp>
<stringProp name="ThreadGroup.duration">60</stringProp>
<stringProp name="ThreadGroup.delay">{delay_s}</stringProp>
</ThreadGroup><hashTree>
"""


@dataclass(frozen=True)
class Element:
    """One of our samplers: ``kind`` is Connect, Publish, Subscribe, Receive, Unsubscribe or Disconnect."""

    kind: str
    label: str
    properties: Mapping[str, str]

    def xml(self) -> str:
        """The element with its empty hash tree."""
        tag = f"org.ackgate.jmeter.Mqtt{self.kind}Sampler"
        panel = f"org.ackgate.jmeter.gui.Mqtt{self.kind}SamplerGui"
        values = "".join(
            f"<stringProp name={quoteattr(name)}>{escape(value)}</stringProp>"
            for name, value in self.properties.items()
        )
        attributes = f'guiclass="{panel}" testclass="{tag}" testname={quoteattr(self.label)} enabled="true"'
        return f"<{tag} {attributes}>{values}</{tag}><hashTree/>\n"


@dataclass(frozen=True)
class Group:
    """A thread group that goes ``loops`` times through its elements."""

    name: str
    elements: tuple[Element, ...]
    threads: int = 1
    loops: int = 1
    ramp_s: int = 0
    delay_s: int = 0

    def xml(self) -> str:
        """The group with its elements."""
        head = _GROUP.format(
            name=quoteattr(self.name),
            loops=self.loops,
            threads=self.threads,
            ramp_s=self.ramp_s,
            delay_s=self.delay_s,
        )
        return head + "".join(element.xml() for element in self.elements) + "</hashTree>\n"


def plan_of(*groups: Group) -> str:
    """The whole plan."""
    return _HEAD + "".join(group.xml() for group in groups) + _TAIL
