"""TLS to a broker whose certificate nobody vouches for."""

import subprocess
from pathlib import Path

import pytest

from e2e.ackgate_command import WORKLOADS, ackgate, settings
from e2e.jtl_rows import FinishedRun
from e2e.mosquitto import Mosquitto

_LOAD = settings(load__threads=2, load__ramp_up_s=1, load__warm_up_s=1, load__duration_s=5, load__drain_s=1)
_WORKLOAD = WORKLOADS / "iot-benchmark.yaml"


@pytest.fixture(scope="module")
def self_signed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Lines of Mosquitto's configuration that turn its listener to TLS."""
    folder = tmp_path_factory.mktemp("certificate")
    key, certificate = folder / "broker.key", folder / "broker.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=broker.test"],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return f"certfile {certificate}\nkeyfile {key}"


def test_an_unknown_certificate_is_refused_by_default(tmp_path: Path, self_signed: str) -> None:
    with Mosquitto(tmp_path, self_signed) as broker:
        done = ackgate("run", _WORKLOAD, "-o", tmp_path / "run", "--broker", _ssl(broker), *_LOAD)
    assert done.returncode in (0, 3), done.stderr
    connects = FinishedRun(tmp_path / "run").label("connect")
    assert {row["responseCode"] for row in connects} == {"TLS_UNTRUSTED"}


def test_verification_switched_off_shows_in_every_connect_and_on_the_page(
    tmp_path: Path, self_signed: str
) -> None:
    off = settings(broker__tls__verify="false")
    with Mosquitto(tmp_path, self_signed) as broker:
        done = ackgate("run", _WORKLOAD, "-o", tmp_path / "run", "--broker", _ssl(broker), *_LOAD, *off)
    assert done.returncode == 0, done.stderr
    run = FinishedRun(tmp_path / "run")
    connects = run.label("connect")
    assert len(connects) >= 2
    assert all(row["success"] == "true" for row in connects)
    assert all("TLS verification is off" in row["responseMessage"] for row in connects)
    assert run.manifest["tls_verified"] is False
    ackgate("analyze", run.folder)
    assert "on, verification switched off" in (run.folder / "report.html").read_text(encoding="utf-8")


def _ssl(broker: Mosquitto) -> str:
    return f"ssl://127.0.0.1:{broker.port}"
