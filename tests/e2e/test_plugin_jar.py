"""The plug-in jar lies in lib/ext beside other plug-ins: small, with its libraries moved out of their way."""

import re
import zipfile
from collections.abc import Iterator

import pytest

from ackgate.run import java_parts

_LIMIT_BYTES = 5 * 1024 * 1024
#: Classes of multi-release jars lie under META-INF/versions/N/.
_VERSIONED = re.compile(r"^META-INF/versions/\d+/")


@pytest.fixture(scope="module")
def jar() -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(java_parts.sampler_jar()) as opened:
        yield opened


def _classes(jar: zipfile.ZipFile) -> list[str]:
    return [_VERSIONED.sub("", name) for name in jar.namelist() if name.endswith(".class")]


def test_is_at_most_five_mebibytes() -> None:
    assert java_parts.sampler_jar().stat().st_size <= _LIMIT_BYTES


def test_holds_classes_in_our_own_package_only(jar: zipfile.ZipFile) -> None:
    classes = _classes(jar)
    assert "org/ackgate/jmeter/MqttPublishSampler.class" in classes
    assert [name for name in classes if not name.startswith("org/ackgate/")] == []


def test_carries_netty_and_hdrhistogram_under_other_names(jar: zipfile.ZipFile) -> None:
    classes = _classes(jar)
    assert "org/ackgate/shaded/netty/handler/codec/mqtt/MqttDecoder.class" in classes
    assert "org/ackgate/shaded/hdrhistogram/Histogram.class" in classes


def test_classes_of_ours_use_no_library_by_its_original_name(jar: zipfile.ZipFile) -> None:
    original = re.compile(rb"[(;L\x00](?:io/netty/|org/HdrHistogram/)")
    ours = [name for name in jar.namelist() if re.match(r"org/ackgate/(jmeter|session)/.*\.class$", name)]
    assert len(ours) > 100
    assert [name for name in ours if original.search(jar.read(name))] == []


def test_services_are_of_classes_inside(jar: zipfile.ZipFile) -> None:
    services = [name for name in jar.namelist() if name.startswith("META-INF/services/") and name[-1] != "/"]
    assert [name for name in services if not name.startswith("META-INF/services/org.ackgate.")] == []


def test_has_no_native_libraries(jar: zipfile.ZipFile) -> None:
    assert [name for name in jar.namelist() if name.endswith((".so", ".dll", ".jnilib", ".dylib"))] == []


def test_carries_licence_and_notice(jar: zipfile.ZipFile) -> None:
    assert b"Apache License" in jar.read("META-INF/LICENSE")
    notice = jar.read("META-INF/NOTICE").decode()
    assert "Netty" in notice
    assert "HdrHistogram" in notice
