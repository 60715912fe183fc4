"""A JMeter that lacks a plug-in, one of the user's own, and a broker that asks for a password."""

import re
import subprocess
from pathlib import Path

from e2e.ackgate_command import WORKLOADS, ackgate, settings
from e2e.jtl_rows import FinishedRun
from e2e.mosquitto import Mosquitto


def _planned(folder: Path) -> Path:
    done = ackgate("plan", WORKLOADS / "iot-benchmark.yaml", "-o", folder, *settings(load__threads=1))
    assert done.returncode == 0, done.stderr
    return folder / "plan.jmx"


def test_a_plan_whose_plug_in_is_missing_is_named_with_the_class(tmp_path: Path) -> None:
    plan = tmp_path / "foreign.jmx"
    text = _planned(tmp_path / "plan").read_text(encoding="utf-8")
    plan.write_text(text.replace("org.ackgate.jmeter.MqttPublishSampler", "com.example.PubSampler"))
    done = ackgate("run", plan, "-o", tmp_path / "run")
    assert done.returncode == 3
    assert "needs a plug-in that this JMeter lacks (class com.example.PubSampler)" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run" / "samples.jtl").exists()
    assert FinishedRun(tmp_path / "run").manifest["jmeter_exit_code"] == 1


def test_a_password_reaches_the_broker_and_nothing_that_is_kept(tmp_path: Path) -> None:
    secret = "correct horse=#xylophone"
    users = tmp_path / "users"
    users.write_text(f"device:{secret}\n")
    _hash_passwords(users)
    more = f"password_file {users}"
    load = settings(
        broker__username="device",
        load__threads=3,
        load__ramp_up_s=1,
        load__warm_up_s=1,
        load__duration_s=6,
        load__drain_s=1,
    )
    with Mosquitto(tmp_path, more, anonymous=False) as broker:
        arguments = ("run", WORKLOADS / "iot-benchmark.yaml", "-o", tmp_path / "run", *load)
        done = ackgate(*arguments, "--broker", broker.url, ACKGATE_PASSWORD=secret)
    assert done.returncode == 0, done.stderr
    run = FinishedRun(tmp_path / "run")
    assert {row["success"] for row in run.label("connect")} == {"true"}
    assert len(run.label("telemetry")) >= 6
    assert (run.folder / "broker.csv").is_file()
    kept = [path for path in run.folder.rglob("*") if path.is_file()]
    assert len(kept) > 8
    assert not [path.name for path in kept if re.search(rb"xylophone", path.read_bytes())]


def _hash_passwords(users: Path) -> None:
    subprocess.run(["mosquitto_passwd", "-U", str(users)], check=True)


def test_a_jmeter_of_ones_own_gets_one_jar_and_runs(tmp_path: Path, mosquitto: Mosquitto) -> None:
    home = _copy_of_jmeter(tmp_path / "jmeter")
    before = {path.relative_to(home) for path in home.rglob("*")}
    load = settings(
        load__threads=1, load__ramp_up_s=0, load__warm_up_s=1, load__duration_s=5, load__drain_s=1
    )
    arguments = ("run", WORKLOADS / "iot-benchmark.yaml", "-o", tmp_path / "run", *load)
    done = ackgate(*arguments, "--broker", mosquitto.url, "--jmeter-home", home)
    assert done.returncode == 0, done.stderr
    added = {path.relative_to(home) for path in home.rglob("*")} - before
    assert added == {Path("lib", "ext", "ackgate-sampler.jar")}
    assert len(FinishedRun(tmp_path / "run").label("telemetry")) >= 3


def _copy_of_jmeter(target: Path) -> Path:
    """A JMeter without our jar, as a user has it: the assembled one, linked file by file."""
    done = ackgate("setup")
    assert done.returncode == 0, done.stderr
    match = re.search(r"^JMeter .*\((/.*)\)$", done.stdout, re.MULTILINE)
    assert match is not None
    source = Path(match[1])
    for path in source.rglob("*"):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        elif path.name != "ackgate-sampler.jar":
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.hardlink_to(path)
    return target
