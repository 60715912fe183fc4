"""The command line of one JMeter run. Secrets never stand on it."""

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ackgate.model.sample_variables import SAMPLE_VARIABLES
from ackgate.run.java_runtime import JavaRuntime
from ackgate.run.jmeter_home import JMeterHome

#: Said on the command line too: a client's own properties must not decide what time or columns mean.
_MEANING: Mapping[str, str] = {
    "sampleresult.timestamp.start": "true",
    "sample_variables": ",".join(SAMPLE_VARIABLES),
}
#: What a JTL needs so that ``analyze`` can give every figure; plans of ours bring their own.
RESULT_PROPERTIES: Mapping[str, str] = {
    **_MEANING,
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


def result_properties() -> str:
    """Text of a properties file that gives any plan's JTL the columns we need."""
    head = "# What a JTL needs so that `ackgate analyze` can give every figure: jmeter -q THIS_FILE\n"
    return head + "".join(f"{name}={value}\n" for name, value in RESULT_PROPERTIES.items())


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
    merged = {**_MEANING, **listen, **properties}
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
