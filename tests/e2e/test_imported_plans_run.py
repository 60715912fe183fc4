"""Plans made for XMeter's plug-in run with our elements."""

from collections import Counter

from ackgate.run.jmeter_home import ready_jmeter
from e2e.ackgate_command import ROOT, ackgate
from e2e.jtl_rows import FinishedRun

PLANS = ROOT / "tests" / "resources" / "xmeter"


def _run(name, tmp_path, mosquitto) -> FinishedRun:
    """Import, aim the plan's own variable at the broker, run."""
    converted = tmp_path / name
    done = ackgate("import", "xmeter", PLANS / name, "-o", converted)
    assert done.returncode == 0, done.stderr
    text = converted.read_text(encoding="utf-8")
    converted.write_text(text.replace("${__P(port,1883)}", str(mosquitto.port)), encoding="utf-8")
    ready_jmeter(None)
    done = ackgate(
        "run", converted, "-o", tmp_path / "run", "--broker", mosquitto.url, ACKGATE_PASSWORD="any"
    )
    assert done.returncode == 0, done.stderr
    return FinishedRun(tmp_path / "run")


def test_publishes_and_receives_with_an_imported_2_x_plan(tmp_path, mosquitto):
    run = _run("pubsub-2.x.jmx", tmp_path, mosquitto)
    published = [row for row in run.label("Pub publish") if row["success"] == "true"]
    assert len(run.label("Pub connect")) == 3
    assert len(published) > 10
    assert all(int(row["mqtt_ack_us"]) > 0 for row in published)
    received = sum(int(row["mqtt_received"] or 0) for row in run.label("Sub receive"))
    assert received > 0
    assert len(run.label("Sub receive subscribe")) == 2  # once per thread, although it stands in the loop


def test_holds_the_connections_of_an_imported_1_x_plan(tmp_path, mosquitto):
    run = _run("connections-1.x.jmx", tmp_path, mosquitto)
    outcomes = Counter((row["label"], row["success"]) for row in run.rows)
    assert outcomes["Many connect", "true"] == 20
    assert outcomes["Many connect subscribe", "true"] == 20
    assert outcomes["Old publish connect", "true"] == 2
    assert outcomes["Old publish", "true"] >= 2
    assert outcomes["Old receive", "true"] >= 2
    (random_publish,) = run.label("Random publish")
    assert int(random_publish["mqtt_pubcomp_us"]) > 0
