"""The mqtt_* columns: trusted on our rows only, counted in their cubes."""

from collections.abc import Mapping

import pandas as pd
import pytest
from hdrh.histogram import HdrHistogram

from ackgate.model import cubes as model
from ackgate.model.cubes import Cubes
from ackgate.model.sample_variables import SAMPLE_VARIABLES
from unit.ingest.jtl_texts import HEADER, counted, row, rows, text

QUOTED = ",".join(f'"{name}"' for name in SAMPLE_VARIABLES)


def mqtt_row(number: int, variables: Mapping[str, object], *, data_type: str = "mqtt", **plain: str) -> str:
    line = row(number, **plain).replace(",text,", f",{data_type},")  # type: ignore[arg-type]
    return line + "," + ",".join(str(variables.get(name[5:], "")) for name in SAMPLE_VARIABLES)


def publish(number: int, ack_us: int, **more: object) -> str:
    known = {"op": "publish", "qos": 1, "client_id": f"d{number % 3}", "connection": 1, "phase": "steady"}
    return mqtt_row(number, known | {"ack_us": ack_us} | more)


def counted_mqtt(*lines: str) -> Cubes:
    return counted(text(*lines, header=f"{HEADER},{QUOTED}"))


def total(cubes: Cubes, quantity: str) -> int:
    return int(cubes.values[cubes.values["quantity"] == quantity]["count"].sum())


def test_stale_variables_on_other_rows_are_not_trusted() -> None:
    stale = mqtt_row(1, {"op": "publish", "ack_us": 99, "phase": "steady", "connection": 1}, data_type="text")
    cubes = counted_mqtt(publish(0, 1_000), stale)
    assert total(cubes, "ack_us") == 1
    other = cubes.outcomes[cubes.outcomes["operation"] == ""]
    assert other["count"].tolist() == [1]


def test_a_removed_variable_that_prints_null_is_empty() -> None:
    stale = mqtt_row(1, {"op": "null", "ack_us": "null", "qos": "null"}, data_type="text")
    assert total(counted_mqtt(publish(0, 1_000), stale), "ack_us") == 1


def test_attributes_are_dimensions_of_the_value_cube() -> None:
    cubes = counted_mqtt(publish(0, 700), publish(1, 800, connection=2, phase="warm_up"))
    ack = cubes.values[cubes.values["quantity"] == "ack_us"].sort_values("value")
    assert ack["connection"].tolist() == ["first", "reconnected"]
    assert ack["phase"].tolist() == ["steady", "warm_up"]
    assert ack["operation"].tolist() == ["publish", "publish"]
    assert ack["value"].tolist() == [700, 800]
    assert ack["slice_start_ms"].tolist() == [cubes.segments[0].start_ms] * 2


def test_microseconds_are_within_a_thousandth() -> None:
    for value in (2_047, 2_048, 65_537, 1_234_567, 4_000_000_000):
        cubes = counted_mqtt(publish(0, value))
        counted_value = cubes.values[cubes.values["quantity"] == "ack_us"]["value"].iloc[0]
        assert counted_value == pytest.approx(value, rel=0.0005)


def test_response_time_is_send_delay_plus_acknowledge_time() -> None:
    cubes = counted_mqtt(publish(0, 500, send_delay_us=200), publish(1, 600))
    response = cubes.values[cubes.values["quantity"] == "response_us"]
    assert response["value"].tolist() == [700]


def receive(number: int, **more: object) -> str:
    return mqtt_row(number, {"op": "receive", **more}, label="RECV")


def test_received_counts_are_summed_per_second_of_the_window_end() -> None:
    cubes = counted_mqtt(
        receive(0, received=10, lost=1, duplicate=0, reordered=2), receive(1, received=5, lost=0),
        receive(200, received=7),
    )  # fmt: skip
    assert cubes.received[["received", "lost", "duplicate", "reordered"]].to_numpy().tolist() == [
        [15, 1, 0, 2], [7, 0, 0, 0],
    ]  # fmt: skip


def histogram(*values: int) -> str:
    recorded = HdrHistogram(1, 3_600_000_000, 3)
    for value in values:
        recorded.record_value(value)
    return str(recorded.encode().decode())


def test_end_to_end_histograms_are_decoded_and_added() -> None:
    cubes = counted_mqtt(receive(0, e2e_hdr=histogram(100, 100, 2_500)), receive(1, e2e_hdr=histogram(100)))
    assert cubes.end_to_end.set_index("value_us")["count"].to_dict() == {100: 3, 2_501: 1}


@pytest.mark.parametrize(
    "bad", ["AAAAAAAAAAAAAAAA", "not base64 at all!", histogram(5)[:-8], "HISTFAAAAB542pNpmSz"]
)
def test_an_unreadable_histogram_is_said(bad: str) -> None:
    cubes = counted_mqtt(receive(0, e2e_hdr=bad, received=4))
    assert cubes.end_to_end.empty
    assert any("histograms can't be read" in note for note in cubes.notes)


def test_clients_have_acknowledged_failed_sum_and_slowest() -> None:
    failed = mqtt_row(2, {"op": "publish", "qos": 1, "client_id": "d0"}, success="false")
    cubes = counted_mqtt(publish(0, 100), publish(3, 300), failed, publish(1, 50))
    d0 = cubes.clients[cubes.clients["client_id"] == "d0"].iloc[0]
    assert (d0["count"], d0["errors"], d0["sum_us"], d0["max_us"]) == (2, 1, 400, 300)


def test_client_bins_are_at_most_64() -> None:
    cubes = counted_mqtt(*(publish(n * 50_000, 100 + n) for n in range(300)))
    assert cubes.clients["bin_start_ms"].nunique() <= 64
    assert cubes.clients["count"].sum() == 300


def test_clients_beyond_the_bound_are_counted_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ackgate.ingest.tally.MAX_CLIENTS", 2)
    cubes = counted_mqtt(*(publish(n, 100, client_id=f"c{n}") for n in range(6)))
    assert set(cubes.clients["client_id"]) == {"c0", "c1"}
    assert any("4 further clients" in note for note in cubes.notes)


def test_lives_are_the_twenty_slowest_publishes() -> None:
    cubes = counted_mqtt(
        *(publish(n, 1_000 + n, qos=2, pubrec_us=400, pubcomp_us=600 + n) for n in range(60))
    )
    assert cubes.lives["ack_us"].tolist() == [1_059 - n for n in range(20)]
    assert cubes.lives["pubrec_us"].tolist() == [400.0] * 20


@pytest.mark.parametrize("files", ["plain", "mqtt"])
def test_every_frame_has_exactly_its_columns(files: str) -> None:
    cubes = (
        counted(text(*rows(3))) if files == "plain" else counted_mqtt(publish(0, 5), receive(1, received=1))
    )
    frames: dict[str, tuple[pd.DataFrame, tuple[str, ...]]] = {
        "values": (cubes.values, model.VALUE_COLUMNS),
        "series": (cubes.series, model.SERIES_COLUMNS),
        "threads": (cubes.threads, model.THREAD_COLUMNS),
        "outcomes": (cubes.outcomes, model.OUTCOME_COLUMNS),
        "active": (cubes.active, model.ACTIVE_COLUMNS),
        "received": (cubes.received, model.RECEIVED_COLUMNS),
        "clients": (cubes.clients, model.CLIENT_COLUMNS),
        "weighted": (cubes.weighted, model.WEIGHTED_COLUMNS),
        "end_to_end": (cubes.end_to_end, model.E2E_COLUMNS),
        "lives": (cubes.lives, model.LIFE_COLUMNS),
    }
    for name, (frame, columns) in frames.items():
        assert tuple(frame.columns) == columns, name


def test_negative_latencies_are_counted_from_our_rows_only() -> None:
    said = '"received 12, without stamp 2, negative latency 3 (clocks differ)"'
    window = {"op": "receive", "received": 12}
    ours = mqtt_row(1, window, message=said)
    cubes = counted_mqtt(publish(0, 700), ours, mqtt_row(2, window, message=said, data_type="text"))
    assert cubes.negative_end_to_end == 3
    assert counted_mqtt(publish(0, 700), mqtt_row(1, window, message="received 12")).negative_end_to_end == 0
