"""plan.properties: the JMeter properties a plan needs, for ``jmeter -n -q plan.properties``."""

from ackgate.model.sample_variables import SAMPLE_VARIABLES
from ackgate.model.workload import Workload

_SAVED = (
    "time",
    "label",
    "response_code",
    "response_message",
    "thread_name",
    "data_type",
    "successful",
    "assertion_results_failure_message",
    "bytes",
    "sent_bytes",
    "thread_counts",
    "latency",
    "connect_time",
    "hostname",
)
_NOT_SAVED = (
    "response_data",
    "response_data.on_error",
    "samplerData",
    "requestHeaders",
    "responseHeaders",
    "url",
    "subresults",
    "sample_count",
    "idle_time",
    "encoding",
    "filename",
)


def plan_properties(workload: Workload) -> str:
    """Text of plan.properties; equal for equal workloads."""
    load = workload.load
    steady_from_s = workload.lead_s + load.ramp_up_s + load.warm_up_s
    lines = [
        f"# JMeter properties of the plan {workload.name}:",
        "# jmeter -n -t plan.jmx -q plan.properties -l samples.jtl",
        "",
        "# Result columns of the MQTT elements",
        f"sample_variables={','.join(SAMPLE_VARIABLES)}",
        "# timeStamp is the start of a sample",
        "sampleresult.timestamp.start=true",
        "",
        "# Result file: CSV, the columns an analysis needs, no response data",
        "jmeter.save.saveservice.output_format=csv",
        "jmeter.save.saveservice.print_field_names=true",
        "jmeter.save.saveservice.timestamp_format=ms",
        "jmeter.save.saveservice.default_delimiter=,",
        *(f"jmeter.save.saveservice.{name}=true" for name in _SAVED),
        *(f"jmeter.save.saveservice.{name}=false" for name in _NOT_SAVED),
        "jmeter.save.saveservice.assertion_results=none",
        "",
        "# Seconds after test start: rows before the first are warm_up, rows from the second on drain",
        f"ackgate.warm_up_s={steady_from_s:g}",
        *([f"ackgate.steady_end_s={workload.length_s:g}"] if load.iterations is None else []),
        "",
        "# Summary lines in the log",
        "summariser.name=summary",
        "summariser.interval=10",
        "summariser.log=true",
        "summariser.out=true",
        "",
    ]
    return "\n".join(lines)
