"""The command line of one JMeter run. Secrets never stand on it."""

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ackgate.run.java_runtime import JavaRuntime
from ackgate.run.jmeter_home import JMeterHome

#: JTL columns of ours, in file order (docs/contracts.md).
SAMPLE_VARIABLES = (
    "mqtt_op",
    "mqtt_qos",
    "mqtt_client_id",
    "mqtt_connection",
    "mqtt_phase",
    "mqtt_tcp_us",
    "mqtt_tls_us",
    "mqtt_connack_us",
    "mqtt_ping_us",
    "mqtt_ack_us",
    "mqtt_pubrec_us",
    "mqtt_pubcomp_us",
    "mqtt_send_delay_us",
    "mqtt_received",
    "mqtt_lost",
    "mqtt_duplicate",
    "mqtt_reordered",
    "mqtt_e2e_hdr",
)
#: What a JTL needs so that ``analyze`` can give every figure; a plan's own properties may say the same.
RESULT_PROPERTIES: Mapping[str, str] = {
    "sampleresult.timestamp.start": "true",
    "sample_variables": ",".join(SAMPLE_VARIABLES),
    "jmeter.save.saveservice.output_format": "csv",
    "jmeter.save.saveservice.timestamp_format": "ms",
    "jmeter.save.saveservice.print_field_names": "true",
    "jmeter.save.saveservice.default_delimiter": ",",
    "jmeter.save.saveservice.time": "true",
    "jmeter.save.saveservice.latency": "true",
    "jmeter.save.saveservice.connect_time": "true",
    "jmeter.save.saveservice.label": "true",
    "jmeter.save.saveservice.response_code": "true",
    "jmeter.save.saveservice.response_message": "true",
    "jmeter.save.saveservice.successful": "true",
    "jmeter.save.saveservice.thread_name": "true",
    "jmeter.save.saveservice.data_type": "true",
    "jmeter.save.saveservice.thread_counts": "true",
    "jmeter.save.saveservice.bytes": "true",
    "jmeter.save.saveservice.sent_bytes": "true",
    "jmeter.save.saveservice.hostname": "true",
    "jmeter.save.saveservice.sample_count": "true",
    "jmeter.save.saveservice.response_data": "false",
    "jmeter.save.saveservice.samplerData": "false",
}
_HEAP = "-Xms512m -Xmx2g -XX:MaxMetaspaceSize=256m"
_COLLECTOR = ("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100", "-XX:G1ReservePercent=20")


@dataclass(frozen=True)
class JMeterPaths:
    """The files one JMeter process reads and writes."""

    plan: Path
    results: Path
    log: Path
    gc_log: Path
    property_files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class JMeterCommand:
    """Arguments and environment of the child."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


def jmeter_command(
    java: JavaRuntime,
    home: JMeterHome,
    paths: JMeterPaths,
    stop_port: int,
    properties: Mapping[str, str],
) -> JMeterCommand:
    """Non-GUI JMeter that listens for ``Shutdown`` on ``stop_port``.

    ``HEAP`` and ``JVM_ARGS`` are honoured as in JMeter's own launcher. ``properties`` win over ours.
    """
    listen = {"jmeterengine.nongui.port": str(stop_port), "jmeterengine.nongui.maxport": str(stop_port)}
    merged = {**RESULT_PROPERTIES, **listen, **properties}
    files = [argument for path in paths.property_files for argument in ("-q", str(path))]
    return JMeterCommand(
        arguments=(
            str(java.program),
            *shlex.split(os.environ.get("HEAP", _HEAP)),
            *_COLLECTOR,
            f"-Xlog:gc:file={paths.gc_log}:timemillis:filecount=0",
            "-Djava.awt.headless=true",
            *shlex.split(os.environ.get("JVM_ARGS", "")),
            "-jar",
            str(home.launcher),
            "-n",
            *("-t", str(paths.plan), "-l", str(paths.results), "-j", str(paths.log)),
            *files,
            *(f"-J{name}={value}" for name, value in sorted(merged.items())),
        ),
        environment={**os.environ, "JMETER_HOME": str(home.path)},
    )
