"""convert and read_frame; the parts of a run folder."""

import json
from pathlib import Path

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from ackgate.ingest import (
    IngestError,
    NotAJtlError,
    convert,
    count_jtl,
    read_dashboard_statistics,
    read_frame,
    read_run_folder,
)  # fmt: skip
from unit.ingest.jtl_texts import HEADER, row, rows, text
from unit.ingest.test_mqtt_columns import QUOTED, histogram, publish, receive

FOLDER = Path(__file__).parents[2] / "resources" / "jtl"
SAME = ("segments", "timestamp_convention", "slice_ms", "harness_failures", "merged_labels")


def assert_same_figures(source: Path, lean: Path) -> None:
    a, b = count_jtl([source]), count_jtl([lean])
    assert a.account.used == b.account.used
    assert a.account.transaction == b.account.transaction
    assert [(s.start_ms, s.end_ms, s.samples) for s in a.segments] == [
        (s.start_ms, s.end_ms, s.samples) for s in b.segments
    ]
    for name in (
        "values",
        "series",
        "threads",
        "active",
        "received",
        "clients",
        "weighted",
        "end_to_end",
        "lives",
    ):
        assert_frame_equal(plain(getattr(a, name)), plain(getattr(b, name)), check_dtype=False)


def plain(frame: pd.DataFrame) -> pd.DataFrame:
    whole = frame.astype({n: "str" for n in frame if isinstance(frame[n].dtype, pd.CategoricalDtype)})
    return whole.sort_values(list(whole.columns), ignore_index=True)


@pytest.mark.parametrize("ending", [".parquet", ".csv"])
@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.jtl"))])
def test_lean_copy_of_a_fixture_gives_the_same_figures(tmp_path: Path, name: str, ending: str) -> None:
    convert(FOLDER / f"{name}.jtl", tmp_path / f"lean{ending}")
    assert_same_figures(FOLDER / f"{name}.jtl", tmp_path / f"lean{ending}")


@pytest.mark.parametrize("ending", [".parquet", ".csv"])
def test_lean_copy_keeps_the_mqtt_columns(tmp_path: Path, ending: str) -> None:
    lines = [publish(n, 100 + n, send_delay_us=n) for n in range(30)]
    lines += [receive(40, received=3, lost=1, e2e_hdr=histogram(10, 20))]
    (tmp_path / "a.jtl").write_bytes(text(*lines, header=f"{HEADER},{QUOTED}"))
    convert(tmp_path / "a.jtl", tmp_path / f"lean{ending}")
    assert_same_figures(tmp_path / "a.jtl", tmp_path / f"lean{ending}")


def test_a_damaged_parquet_file_is_one_sentence(tmp_path: Path) -> None:
    convert(FOLDER / "D_bom.jtl", tmp_path / "a.parquet")
    data = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "b.parquet").write_bytes(data[: len(data) // 2])
    with pytest.raises(NotAJtlError, match="damaged Parquet"):
        count_jtl([tmp_path / "b.parquet"])


def test_a_failed_conversion_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.jtl").write_bytes(b"nothing\n")
    with pytest.raises(NotAJtlError):
        convert(tmp_path / "a.jtl", tmp_path / "lean.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["a.jtl"]


def test_frame_has_documented_dtypes(tmp_path: Path) -> None:
    (tmp_path / "a.jtl").write_bytes(text(row(0, label="NA"), row(1, label="007"), "", row(2)))
    frame = read_frame([tmp_path / "a.jtl"])
    assert frame["label"].tolist() == ["NA", "007", "PUB"]
    assert frame["line"].tolist() == [2, 3, 5]
    assert frame["kind"].tolist() == ["sample"] * 3
    assert str(frame["elapsed_ms"].dtype) == "int64"
    assert str(frame["success"].dtype) == "bool"
    assert str(frame["all_threads"].dtype) == "Int64"
    assert isinstance(frame["label"].dtype, pd.CategoricalDtype)
    assert frame["sample_count"].isna().all()


def test_run_folder_parts_are_read(tmp_path: Path) -> None:
    (tmp_path / "samples.jtl").write_bytes(text(*rows(2)))
    (tmp_path / "broker.csv").write_text(
        "time_ms,publish_received,publish_sent,publish_dropped,clients\n1,2,3,0,5\n2,4,6,0,5\n3,"
    )
    (tmp_path / "run.json").write_text(
        json.dumps(
            {"run_id": "r", "workload_name": "w", "versions": {"ackgate": "1"}, "host": {}, "command": []}
        )
    )
    files = read_run_folder(tmp_path)
    assert files.results == tmp_path / "samples.jtl"
    assert files.manifest is not None
    assert files.manifest.run_id == "r"
    assert files.broker is not None
    assert files.broker["publish_sent"].tolist() == [3, 6]
    assert (files.host, files.workload, files.dashboard) == (None, None, ())


def test_a_broken_manifest_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"run_id": 7}')
    with pytest.raises(IngestError, match=r"run\.json: not a run manifest"):
        read_run_folder(tmp_path)


def test_dashboard_statistics_are_read_without_the_total(tmp_path: Path) -> None:
    entry = {"sampleCount": 5, "pct1ResTime": 9.0, "pct2ResTime": 10.0, "pct3ResTime": 11.5}
    (tmp_path / "statistics.json").write_text(json.dumps({"PUB": entry, "Total": entry}))
    (label,) = read_dashboard_statistics(tmp_path / "statistics.json")
    assert (label.label, label.samples, label.p99_ms) == ("PUB", 5, 11.5)
    assert read_run_folder(tmp_path).dashboard == (label,)
