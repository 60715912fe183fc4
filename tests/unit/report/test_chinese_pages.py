"""A Chinese page holds no English sentence, whatever kind of run it shows."""

import html
import re
from pathlib import Path

import pytest

import report_factory as factory
from ackgate.model.manifest import RunManifest
from ackgate.model.metadata import Metadata
from ackgate.model.statistics import Statistics
from ackgate.report import render
from ackgate.report.language import translator
from ackgate.report.reasons import reason_sentence, reason_words

EXAMPLE = Path(__file__).parents[3] / "reports" / "example"
#: What stays as it is: packets, columns, commands and products by name, and what people and programs wrote.
NAMES = (
    "PUBLISH QoS",
    "JMeter CPU",
    "ackgate sign",
    "ackgate verify",
    "ackgate run workload.yaml -o run",
    "jmeter -n -t plan.jmx",
    "Telemetry of 5,000 devices",
    "Connection reset by peer",
    "no PUBACK within 5000 ms",
    "HTTP Request",
    "connect backend",
    "subscribe backend",
    "AMD EPYC",
)
UNIT = r"ms|s|h|min|MiB|KiB|msg|SHA|UTC|P\d+"
#: Two Latin words in a row that are not all names or units.
ENGLISH = re.compile(rf"\b(?!(?:{UNIT})\b)[A-Za-z']{{2,}}[,;:]? (?!(?:{UNIT})\b)[A-Za-z']{{2,}}")


def texts(page: str) -> list[str]:
    """The texts between tags, names taken out."""
    body = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.DOTALL)
    pieces = [html.unescape(piece).strip() for piece in re.split(r"<[^>]+>", body)]
    for name in NAMES:
        pieces = [piece.replace(name, "") for piece in pieces]
    return pieces


def english(statistics: Statistics, manifest: RunManifest | None) -> list[str]:
    evidence = factory.evidence() if manifest else None
    page = render(statistics, manifest, Metadata(), evidence, "zh")
    return [text for text in texts(page) if ENGLISH.search(text)]


@pytest.mark.parametrize("kind", ["statistics", "failing", "inconclusive"])
def test_a_planned_run_leaves_no_english_sentence(kind: str) -> None:
    assert english(getattr(factory, kind)(), factory.manifest()) == []


def test_a_foreign_file_leaves_no_english_sentence() -> None:
    assert english(factory.foreign(), None) == []


def test_a_measured_run_leaves_no_english_sentence() -> None:
    statistics = Statistics.model_validate_json((EXAMPLE / "stats.json").read_text(encoding="utf-8"))
    manifest = RunManifest.model_validate_json((EXAMPLE / "run.json").read_text(encoding="utf-8"))
    assert english(statistics, manifest) == []


@pytest.mark.parametrize(
    ("text", "translated"),
    [
        ("212 ms against < 50 ms, 3000 samples", "测得 212 ms，限值 < 50 ms，3000 个样本"),  # noqa: RUF001
        ("12 samples; p99 needs 500", "12 个样本；p99 需要 500 个"),  # noqa: RUF001
        ("no end_to_end_latency in the data", "数据中没有端到端延迟"),
        (
            "9 of 90 rows are quarantined (cut line 4, too few fields 5)",
            "90 行中有 9 行被隔离（行被截断 4，字段太少 5）",  # noqa: RUF001
        ),
        (
            "JMeter was stopped 30 s after its planned end.",
            "JMeter 在计划结束 30 s 后被停止。",
        ),
    ],
)
def test_a_statement_of_the_statistics_is_said_in_chinese(text: str, translated: str) -> None:
    assert reason_words(text, translator("zh")) == translated


def test_statements_joined_by_semicolons_are_each_translated() -> None:
    text = "no sample in the window; my own; remark; the limit lies inside the 95 % interval"
    assert reason_words(text, translator("zh")) == "窗口内没有样本；my own；remark；限值位于 95 % 区间内"  # noqa: RUF001


def test_a_text_of_no_known_form_is_shown_as_it_is() -> None:
    assert reason_words("a remark by A. Okafor", translator("zh")) == "a remark by A. Okafor"


def test_english_keeps_every_statement_as_it_was_worded() -> None:
    assert reason_words("12 samples; p99 needs 500", translator("en")) == "12 samples; p99 needs 500"
    assert reason_sentence("no steady window", translator("en")) == "No steady window."
