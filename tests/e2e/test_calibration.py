"""What this machine reaches is found with a real JMeter and a sink broker."""

import json
import re

from e2e.ackgate_command import ackgate

WORKLOAD = """
name: calibrated
broker: {url: tcp://127.0.0.1:1883}
devices: {count: 10}
load: {threads: 10, ramp_up_s: 2, duration_s: 3600, warm_up_s: 10}
publish: [{name: message, topic: "t/${device_id}", size_bytes: 64, qos: 1, rate: 1/s}]
"""


def test_says_a_rate_beyond_the_plan_that_this_machine_reaches(tmp_path):
    workload = tmp_path / "w.yaml"
    workload.write_text(WORKLOAD)
    done = ackgate("check", workload, "--calibrate", "--no-machine", "--format", "json", limit_s=120)
    findings = json.loads(done.stdout)["findings"]
    (found,) = [finding for finding in findings if finding["code"] in ("AG410", "AG411")]
    assert found["code"] == "AG411", done.stderr
    reached = re.search(r"reaches (?:at least )?(\d+) publishes/s", found["message"])
    assert reached is not None
    assert int(reached[1]) > 100
    assert "; 10 are planned" in found["message"]
