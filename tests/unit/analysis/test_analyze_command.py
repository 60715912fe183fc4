"""The analyze command: what it writes, says, refuses and returns."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ackgate.cli.main import main
from unit.analysis.jtl_folder import device_rows, jtl_text, row, write_run_folder

PASSING = """
criteria:
  - {metric: acknowledge_time, statistic: p90, limit: "< 500 ms"}
  - {metric: backlog_rate, limit: "<= 0.1 /s"}
"""
Patch = pytest.MonkeyPatch
DERIVED = {"stats.json", "report.html", "junit.xml", "evidence.json", "evidence.json.sha256"}


def run(monkeypatch: Patch, *arguments: object) -> int:
    monkeypatch.setattr("sys.argv", ["ackgate", "analyze", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_a_run_folder_gets_its_report_beside_the_results(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_run_folder(tmp_path / "one", workload=PASSING)
    before = {path.name for path in folder.iterdir()}
    assert run(monkeypatch, folder) == 0
    assert {path.name for path in folder.iterdir()} - before == DERIVED
    said = capsys.readouterr().out
    assert "Connect P99: not known, 11 of the 500 connects it needs, slowest 20 ms" in said
    assert "Second acknowledge peak: none" in said
    assert "Backlog rate: 0/s" in said
    assert "Verdict: PASS" in said
    assert f"Report: {folder / 'report.html'}" in said


def test_analyzing_again_gives_the_same_bytes_anywhere(tmp_path: Path, monkeypatch: Patch) -> None:
    first = write_run_folder(tmp_path / "one", workload=PASSING)
    second = write_run_folder(tmp_path / "elsewhere" / "deeper" / "two", workload=PASSING)
    run(monkeypatch, first)
    contents = {name: (first / name).read_bytes() for name in DERIVED}
    run(monkeypatch, first)
    run(monkeypatch, second)
    for name, content in contents.items():
        assert (first / name).read_bytes() == content, name
        assert (second / name).read_bytes() == content, name


def test_a_failed_criterion_exits_1_and_says_which(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = "criteria: [{metric: acknowledge_time, statistic: p90, limit: '< 5 ms', id: ack}]"
    folder = write_run_folder(tmp_path / "one", workload=failing)
    assert run(monkeypatch, folder) == 1
    assert re.search(r"FAIL ack \(< 5 ms\): 12\S* ms against < 5 ms", capsys.readouterr().out)
    case = ET.parse(folder / "junit.xml").find(".//testcase")
    assert case is not None
    assert case.find("failure") is not None


def test_an_absent_label_exits_3(tmp_path: Path, monkeypatch: Patch) -> None:
    asked = "criteria: [{metric: acknowledge_time, label: absent, limit: '< 5 ms'}]"
    folder = write_run_folder(tmp_path / "one", workload=asked)
    assert run(monkeypatch, folder) == 3


def test_a_bare_jtl_without_anything_to_judge_exits_0(tmp_path: Path, monkeypatch: Patch) -> None:
    results = tmp_path / "results.jtl"
    results.write_text(jtl_text(device_rows()), encoding="utf-8")
    assert run(monkeypatch, results) == 0
    assert {path.name for path in (tmp_path / "results.jtl.ackgate").iterdir()} == DERIVED


def test_criteria_of_a_file_replace_the_workloads(tmp_path: Path, monkeypatch: Patch) -> None:
    folder = write_run_folder(tmp_path / "one", workload=PASSING)
    criteria = tmp_path / "criteria.yaml"
    criteria.write_text("- {metric: error_rate, limit: '<= 0 %'}\n", encoding="utf-8")
    assert run(monkeypatch, folder, "-o", tmp_path / "out", "--criteria", criteria) == 0
    stats = json.loads((tmp_path / "out" / "stats.json").read_text(encoding="utf-8"))
    assert [(one["metric"], one["source"]) for one in stats["criteria"]] == [("error_rate", "file")]


def test_several_files_are_counted_together(tmp_path: Path, monkeypatch: Patch) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jtl").write_text(
            jtl_text([row(i, 5, name) for i in range(50)]), encoding="utf-8"
        )
    run(monkeypatch, tmp_path / "a.jtl", tmp_path / "b.jtl", "-o", tmp_path / "out")
    stats = json.loads((tmp_path / "out" / "stats.json").read_text(encoding="utf-8"))
    assert stats["samples"] == 100
    assert [source["path"] for source in stats["sources"]] == ["a.jtl", "b.jtl"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("hello\nworld\n", "not"), ("", "empty"), ("timeStamp,elapsed,label\n", "without any sample")],
)
def test_what_is_no_result_ends_in_one_sentence_and_exit_3(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], content: str, sentence: str
) -> None:
    results = tmp_path / "results.jtl"
    results.write_text(content, encoding="utf-8")
    assert run(monkeypatch, results) == 3
    said = capsys.readouterr().err
    assert said.startswith("ackgate: ")
    assert said.count("\n") == 1
    assert sentence in said
    assert not (tmp_path / "results.jtl.ackgate").exists()


def test_wrong_use_ends_in_one_sentence_and_exit_2(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_run_folder(tmp_path / "one")
    wrong = tmp_path / "criteria.yaml"
    wrong.write_text("- {metric: latency, limit: '< 5 ms'}\n", encoding="utf-8")
    used = tmp_path / "used"
    used.mkdir()
    (used / "mine.txt").write_text("mine", encoding="utf-8")
    for arguments, sentence in (
        ((tmp_path / "nowhere",), "no such file or folder"),
        ((used,), "no run.json and no result file"),
        ((folder, "-o", used), "is not empty"),
        ((folder, "--criteria", wrong), "criteria[0].metric"),
        ((folder, "--criteria", tmp_path / "absent.yaml"), "can't be read"),
        ((folder, "--dashboard", wrong), "can't be read as JSON"),
        (("-",), "give -o DIR"),
    ):
        assert run(monkeypatch, *arguments) == 2, arguments
        said = capsys.readouterr().err
        assert sentence in said
        assert "Traceback" not in said
    assert (used / "mine.txt").read_text(encoding="utf-8") == "mine"


def test_a_signed_folder_is_not_written_again(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_run_folder(tmp_path / "one", workload=PASSING)
    (folder / "signatures.jsonl").write_text("{}", encoding="utf-8")
    assert run(monkeypatch, folder) == 2
    assert "is signed" in capsys.readouterr().err


def test_hostile_labels_arrive_whole_and_escaped(tmp_path: Path, monkeypatch: Patch) -> None:
    labels = [
        "<script>alert(1)</script>",
        "a\"b'c",
        "x" * 10_000,
        "\u202eright to left",
        "two\nlines",
        "nul\x01",
    ]
    rows = [row(10 * i, 5, label, responseCode="<b>", success="false") for i, label in enumerate(labels)]
    results = tmp_path / "results.jtl"
    results.write_text(jtl_text(rows), encoding="utf-8")
    criteria = tmp_path / "criteria.yaml"
    asked = [{"metric": "error_rate", "label": label, "limit": "< 1 %"} for label in labels]
    criteria.write_text(json.dumps(asked), encoding="utf-8")
    run(monkeypatch, results, "-o", tmp_path / "out", "--criteria", criteria)
    stats = json.loads((tmp_path / "out" / "stats.json").read_text(encoding="utf-8"))
    assert {one["label"] for one in stats["operations"]} == set(labels)
    assert {one["verdict"] for one in stats["criteria"]} == {"FAIL"}
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in page
    cases = ET.parse(tmp_path / "out" / "junit.xml").findall(".//testcase")
    names = [case.get("name") for case in cases]
    assert len(names) == len(set(names)) == len(labels)


def test_the_dashboards_figures_stand_beside_ours_with_the_reason(tmp_path: Path, monkeypatch: Patch) -> None:
    rows = [row(10 * i, 500, "PUB") for i in range(30_000)] + [
        row(300_000 + i, 10, "PUB") for i in range(20_000)
    ]
    (tmp_path / "results.jtl").write_text(jtl_text(rows), encoding="utf-8")
    label = {
        "transaction": "PUB",
        "sampleCount": 50_000,
        "pct1ResTime": 10,
        "pct2ResTime": 10,
        "pct3ResTime": 10,
    }
    (tmp_path / "statistics.json").write_text(json.dumps({"PUB": label, "Total": label}), encoding="utf-8")
    run(monkeypatch, tmp_path / "results.jtl", "-o", tmp_path / "out")
    stats = json.loads((tmp_path / "out" / "stats.json").read_text(encoding="utf-8"))
    assert stats["operations"][0]["dashboard_ms"]["99"] == 10
    assert stats["operations"][0]["percentiles_ms"]["99"] == 500
    assert "last 20,000 samples" in stats["quality"]["dashboard_difference"]
