"""A real JMeter loads what is planned, and its GUI shows every element and gives it back unchanged."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ackgate.plan import load_workload, write_plan
from ackgate.plan.import_xmeter import import_xmeter
from ackgate.plan.load_workload import validated
from ackgate.plan.matrix import expand_matrix
from ackgate.run.java_runtime import find_java
from ackgate.run.jmeter_home import JMeterHome, ready_jmeter
from e2e.ackgate_command import ROOT, WORKLOADS
from property.plan.workload_strategies import workloads

LOADER = ROOT / "tests" / "resources" / "jmeter" / "LoadPlans.java"
DRAWN = 40


@pytest.fixture(scope="module")
def jmeter() -> JMeterHome:
    return ready_jmeter(None)


def _verdicts(jmeter: JMeterHome, plans: Iterable[Path], *, gui: bool = False) -> dict[str, str]:
    """One JVM loads all plans; path -> "ok" or what is wrong."""
    libraries = os.pathsep.join(str(jmeter.path / folder / "*") for folder in ("lib", "lib/ext"))
    switch = "-Dplans.gui=true" if gui else "-Djava.awt.headless=true"
    display = [str(shutil.which("xvfb-run")), "-a"] if gui else []
    command = [
        *display,
        find_java().program,
        "-Xmx512m",
        switch,
        "-cp",
        libraries,
        LOADER,
        jmeter.path,
        *plans,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as loading:  # fmt: skip
        try:
            printed, complaints = loading.communicate(timeout=280)
        except BaseException:
            os.killpg(loading.pid, signal.SIGKILL)  # xvfb-run would leave its display and JMeter behind
            raise
    verdicts = dict(line.split("\t", 1) for line in printed.splitlines() if "\t" in line)
    assert verdicts, complaints
    return verdicts


def test_loads_the_plan_of_any_workload(jmeter, tmp_path):
    plans: list[Path] = []

    @settings(max_examples=DRAWN, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(workloads())
    def draw(raw):
        folder = tmp_path / f"plan-{len(plans)}"
        plans.append(write_plan(validated(raw, tmp_path / "w.yaml"), folder).plan_jmx)

    draw()
    assert len(plans) == DRAWN
    assert _verdicts(jmeter, plans) == {str(plan): "ok" for plan in plans}


def test_shows_every_element_of_the_ready_workloads_in_the_gui(jmeter, tmp_path):
    plans = []
    for path in sorted(WORKLOADS.glob("*.yaml")):
        cell = expand_matrix(load_workload(path))[0]
        plans.append(write_plan(cell.workload, tmp_path / path.stem).plan_jmx)
    assert len(plans) == 11
    assert _verdicts(jmeter, plans, gui=True) == {str(plan): "ok" for plan in plans}


def test_shows_imported_plans_in_the_gui(jmeter, tmp_path):
    plans = []
    for path in sorted((ROOT / "tests/resources/xmeter").glob("*.jmx")):
        plans.append(tmp_path / path.name)
        plans[-1].write_bytes(import_xmeter(path).jmx)
    assert len(plans) == 2
    assert _verdicts(jmeter, plans, gui=True) == {str(plan): "ok" for plan in plans}
