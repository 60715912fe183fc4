"""A matrix expands to cells with stable names."""

import pytest

from ackgate.plan import WorkloadError, load_workload
from ackgate.plan.matrix import expand_matrix


@pytest.fixture
def matrix(raw):
    raw["matrix"] = {
        "parameters": {
            "qos": {"set": ["publish.telemetry.qos", "subscribers.backend.qos"], "values": [0, 1]},
            "rate": {"set": ["publish.telemetry.rate"], "values": ["1/s", "5/s"]},
        },
        "notes": [{"when": {"rate": "5/s", "qos": 1}, "note": "needs a large machine"}],
    }
    return raw


def _cells(path, *overrides):
    return expand_matrix(load_workload(path, list(overrides)))


def test_names_cells_by_axis_and_value_with_the_first_axis_slowest(matrix, write_workload):
    names = [cell.name for cell in _cells(write_workload(matrix))]
    assert names == ["qos-0_rate-1-s", "qos-0_rate-5-s", "qos-1_rate-1-s", "qos-1_rate-5-s"]


def test_sets_every_path_of_an_axis(matrix, write_workload):
    cell = _cells(write_workload(matrix))[2]
    assert cell.params == {"qos": "1", "rate": "1/s"}
    assert cell.workload.publish[0].qos == 1
    assert cell.workload.subscribers[0].qos == 1


def test_puts_the_remark_on_the_cells_it_is_for(matrix, write_workload):
    assert [cell.workload.note for cell in _cells(write_workload(matrix))] == [
        None,
        None,
        None,
        "needs a large machine",
    ]


def test_makes_settings_that_belong_to_a_value(matrix, write_workload):
    matrix["matrix"]["parameters"]["rate"]["also"] = {"5/s": {"load.duration_s": 60}}
    assert [cell.workload.load.duration_s for cell in _cells(write_workload(matrix))] == [20, 60, 20, 60]


def test_keeps_overrides_in_every_cell(matrix, write_workload):
    assert {cell.workload.load.threads for cell in _cells(write_workload(matrix), "load.threads=2")} == {2}


def test_names_the_cell_that_is_no_workload(matrix, write_workload):
    matrix["matrix"]["parameters"]["rate"]["values"] = ["1/s", "fast"]
    with pytest.raises(WorkloadError, match=r"cell qos-0_rate-fast: .*rate: 'fast' can't be used"):
        _cells(write_workload(matrix))


def test_refuses_two_cells_of_one_name(matrix, write_workload):
    matrix["matrix"]["parameters"]["rate"]["values"] = ["1/s", "1 /s"]
    with pytest.raises(WorkloadError, match="two cells have the name"):
        _cells(write_workload(matrix))


def test_refuses_a_remark_on_an_axis_that_is_not_there(matrix, write_workload):
    matrix["matrix"]["notes"][0]["when"] = {"speed": 1}
    with pytest.raises(WorkloadError, match="there is no axis speed"):
        _cells(write_workload(matrix))


def test_is_one_cell_without_a_matrix(raw, write_workload):
    assert [cell.name for cell in _cells(write_workload(raw))] == ["small"]
