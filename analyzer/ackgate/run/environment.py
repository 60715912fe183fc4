"""Facts about the load generator and the versions in force; what can't be known stays None."""

import importlib.metadata
import platform
import resource
import socket
import zipfile
from pathlib import Path

import psutil

from ackgate.model.manifest import HostFacts, Versions
from ackgate.run.java_runtime import JavaRuntime
from ackgate.run.jmeter_home import JMeterHome


def host_facts() -> HostFacts:
    """This machine."""
    return HostFacts(
        hostname=socket.gethostname(),
        os=platform.platform(),
        cpu_model=_cpu_model(),
        cpu_count=psutil.cpu_count(),
        memory_bytes=psutil.virtual_memory().total,
        file_descriptor_limit=resource.getrlimit(resource.RLIMIT_NOFILE)[0],
    )


def versions(java: JavaRuntime, home: JMeterHome, broker: str | None = None) -> Versions:
    """Versions of everything that takes part."""
    return Versions(
        ackgate=importlib.metadata.version("ackgate"),
        python=platform.python_version(),
        java=java.version,
        jmeter=home.version,
        sampler=_manifest_value(home.plugin, "Implementation-Version"),
        broker=broker,
    )


def _cpu_model() -> str | None:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or None
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or None)


def _manifest_value(jar: Path, name: str) -> str | None:
    try:
        with zipfile.ZipFile(jar) as archive:
            text = archive.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
    except (OSError, KeyError, zipfile.BadZipFile):
        return None
    fields = (line.partition(":") for line in text.splitlines())
    return next((value.strip() for key, _, value in fields if key == name), None)
