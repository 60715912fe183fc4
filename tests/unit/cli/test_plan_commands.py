"""plan, check, workload, data and import as people call them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ackgate.cli.main import app
from ackgate.plan import WorkloadError

ROOT = Path(__file__).parents[3]
BENCHMARK = str(ROOT / "data/workloads/iot-benchmark.yaml")


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_plans_with_settings(tmp_path):
    result = _run("plan", BENCHMARK, "-o", tmp_path / "plan", "--set", "load.threads=500")
    assert result.exit_code == 0
    assert "telemetry: 500 publishes/s at QoS 1, 1 deliveries owed for each" in result.stdout
    assert (tmp_path / "plan" / "plan.jmx").is_file()


def test_plans_each_cell_of_a_matrix_in_a_folder_of_its_own(tmp_path):
    result = _run("plan", ROOT / "data/workloads/payload-sweep.yaml", "-o", tmp_path)
    assert result.exit_code == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"size-bytes-16", "size-bytes-1024", "size-bytes-10240", "size-bytes-102400"}


def test_checks_a_clean_workload_with_exit_0():
    result = _run("check", BENCHMARK, "--no-machine")
    assert (result.exit_code, result.stdout) == (0, "0 errors, 0 warnings, 0 infos\n")


def test_checks_with_exit_1_where_an_error_is_found():
    result = _run("check", BENCHMARK, "--no-machine", "--format", "json", "--set", "load.threads=6000")
    assert result.exit_code == 1
    assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == ["AG106"]


def test_checks_every_cell_of_a_matrix_and_says_each_finding_once():
    result = _run(
        "check", ROOT / "data/workloads/payload-sweep.yaml", "--no-machine", "--set", "load.warm_up_s=0"
    )
    assert result.stdout.count("AG207") == 1


def test_refuses_settings_for_a_jmx(tmp_path):
    with pytest.raises(WorkloadError, match="leave --set out"):
        raise _run("check", tmp_path / "plan.jmx", "--set", "load.threads=1").exception


def test_lists_and_prints_ready_workloads():
    assert "connect-storm\n  A thousand devices" in _run("workload", "show").stdout
    assert _run("workload", "show", "soak").stdout == (ROOT / "data/workloads/soak.yaml").read_text()


def test_shows_a_file_with_settings_and_defaults():
    stdout = _run("workload", "show", BENCHMARK, "--set", "load.threads=7").stdout
    assert "threads: 7\n" in stdout
    assert "keep_alive_s: 120\n" in stdout
    assert "ack_timeout_ms: 5000\n" in stdout


def test_starts_a_workload_and_says_what_comes_next(tmp_path):
    result = _run("workload", "new", tmp_path / "mine.yaml")
    assert result.exit_code == 0
    assert f"Next: ackgate data devices -o {tmp_path / 'device_ids.csv'}" in result.stdout
    assert _run("data", "devices", "-o", tmp_path / "device_ids.csv").exit_code == 0
    assert _run("check", tmp_path / "mine.yaml", "--no-machine").exit_code == 0


def test_prints_the_published_schema():
    assert _run("workload", "schema").stdout == (ROOT / "docs/workload.schema.json").read_text()


def test_makes_the_same_devices_file_twice_but_replaces_no_other(tmp_path):
    out = tmp_path / "d.csv"
    assert _run("data", "devices", "-o", out, "--count", 10).exit_code == 0
    assert _run("data", "devices", "-o", out, "--count", 10).exit_code == 0
    with pytest.raises(WorkloadError, match="exists and differs"):
        raise _run("data", "devices", "-o", out, "--count", 11).exception
    assert len(out.read_text().splitlines()) == 11


def test_imports_a_tbmq_configuration_that_checks(tmp_path):
    result = _run("import", "tbmq", ROOT / "tests/resources/tbmq/config.json", "-o", tmp_path / "w")
    assert result.exit_code == 0
    assert "Note: maxConcurrentOperations 2 has no equal" in result.stdout
    assert _run("check", tmp_path / "w" / "config.yaml", "--no-machine").exit_code == 0


def test_imports_an_xmeter_plan_that_checks_without_error(tmp_path):
    result = _run(
        "import", "xmeter", ROOT / "tests/resources/xmeter/pubsub-2.x.jmx", "-o", tmp_path / "new.jmx"
    )
    assert result.exit_code == 0
    assert "Changed: 'Pub publish': PubSampler became MQTT Publish" in result.stdout
    assert "No equal: 'Pub connect': 2 attempts" in result.stdout
    assert _run("check", tmp_path / "new.jmx", "--no-machine").exit_code == 0


@pytest.mark.parametrize(
    "command",
    ["plan", "check", "workload new", "workload show", "workload schema", "data devices", "import tbmq"],
)
def test_shows_an_example_in_its_help(command):
    result = _run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Example: ackgate" in result.stdout
