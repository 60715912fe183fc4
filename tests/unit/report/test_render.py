"""What the page says, and what it does not."""

import html
import re
from html.parser import HTMLParser

import pytest

import report_factory as factory
from ackgate.model.metadata import Metadata
from ackgate.report import render


def page(statistics=None, *, manifest=True, language="en", **changes) -> str:
    return render(
        statistics or factory.statistics(),
        factory.manifest() if manifest else None,
        changes.pop("metadata", Metadata()),
        factory.evidence() if manifest else None,
        language,
        **changes,
    )


def words(text: str) -> str:
    """The visible text, its thin and fixed spaces made plain."""
    body = re.sub(r"<(script|style).*?</\1>", " ", text, flags=re.DOTALL)
    plain = html.unescape(re.sub(r"<[^>]+>", " ", body))
    return re.sub(r"\s+", " ", plain.replace("\u202f", " "))


def figure(text: str, name: str) -> str:
    found = re.search(rf'data-figure="{name}" data-value="([^"]*)"', text)
    assert found is not None
    return found[1]


def test_key_figures_carry_the_values_of_the_statistics() -> None:
    statistics = factory.failing()
    text = page(statistics)
    assert float(figure(text, "connect_p99_ms")) == statistics.connect.percentiles_ms["99"]
    assert float(figure(text, "second_peak_share")) == pytest.approx(0.024)
    assert float(figure(text, "backlog_rate_per_s")) == statistics.backlog.rate_per_s


def test_a_failure_is_named_with_measured_value_and_limit() -> None:
    text = words(page(factory.failing()))
    assert "Failed: 1 failed, 2 passed" in text
    assert "C2 (Acknowledge time P99, telemetry) failed: measured 212 ms, limit < 50 ms." in text


def test_one_peak_has_no_second_peak_in_the_chart_although_a_split_is_known() -> None:
    statistics = factory.failing()
    modes = statistics.acknowledge.modes.model_copy(update={"verdict": "unimodal"})
    acknowledge = statistics.acknowledge.model_copy(update={"modes": modes})
    assert "red bars are the second peak" in words(page(statistics))
    assert "red bars are" not in words(page(statistics.model_copy(update={"acknowledge": acknowledge})))


def test_long_criterion_names_stand_beside_their_short_ones_once() -> None:
    text = page(factory.failing())
    rows = re.search(r'data-table="judgements".*?</table>', text, re.DOTALL)[0]
    assert "C2 telemetry-ack-p99" in words(rows)
    assert "telemetry-ack-p99" not in words(re.search(r'id="verdict".*?</section>', text, re.DOTALL)[0])


def test_criteria_with_short_names_keep_them() -> None:
    statistics = factory.failing()
    named = [c.model_copy(update={"id": f"AC-{n}"}) for n, c in enumerate(statistics.criteria, start=7)]
    assert "AC-8 (Acknowledge time P99, telemetry) failed" in words(
        page(statistics.model_copy(update={"criteria": named}))
    )


def test_not_judged_stays_apart_from_pass() -> None:
    text = page(factory.inconclusive())
    rows = re.search(r'data-table="criteria".*?</table>', text, re.DOTALL)[0]
    assert re.findall(r'data-verdict="(\w+)"', rows) == ["PASS", "INCONCLUSIVE", "NOT_TESTED"]
    assert "Inconclusive: 1 inconclusive, 1 not judged, 1 passed" in words(text)
    assert "was not judged: label 'alarm' is not in the data." in words(text)


def test_data_too_poor_for_a_verdict_says_so_although_all_criteria_pass() -> None:
    poor = factory.Deviation(id="quarantined-rows", text="400 of 35020 rows are quarantined")
    text = words(page(factory.statistics(verdict="INCONCLUSIVE", deviations=[poor])))
    assert "Inconclusive: 3 passed" in text
    assert "The data cannot carry a verdict. 400 of 35020 rows are quarantined." in text


def test_absent_data_is_named_with_its_reason_in_every_section() -> None:
    text = page(factory.foreign(), manifest=False)
    for name in ("connections", "acknowledgements", "delivery", "clients", "load", "errors", "data-quality",
                 "deviations", "environment", "files", "sign-off"):  # fmt: skip
        assert f'<h2 id="{name}">' in text
    assert figure(text, "connect_p99_ms") == figure(text, "backlog_rate_per_s") == ""
    plain = words(text)
    assert "Environment: not known, because this JTL came without a run folder (run.json)." in plain
    assert "Owed is not known: no plan (run.json) says which subscriptions match." in plain
    assert "this page is not bound to its files" in plain
    assert "None" not in plain


def test_no_label_or_message_becomes_markup_or_script() -> None:
    text = page(factory.hostile())

    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[tuple[str, list[tuple[str, str | None]]]] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found.append((tag, attrs))

    tags = Tags()
    tags.feed(text)
    assert [tag for tag, _ in tags.found].count("script") == 2  # the chart data and the one known script
    assert not [tag for tag, _ in tags.found if tag in {"img", "i1", "iframe", "object", "link"}]
    assert not [name for _, attributes in tags.found for name, _ in attributes if name.startswith("on")]
    assert "\u202e" not in text
    assert "\x00" not in text
    assert "x" * 200 not in text
    assert "{{ 7 * 7 }}" in html.unescape(text)


def test_a_page_loads_nothing_from_outside() -> None:
    text = page(factory.failing())
    assert not re.findall(r'(?:src|href)="(?!#|data:image/png;base64,)[^"]*"', text)
    assert "@import" not in text
    assert not re.findall(r"url\((?!#)", text)
    assert "default-src &#39;none&#39;" in text


def test_thinned_labels_and_points_are_said_to_be_thinned() -> None:
    text = words(page(factory.many_labels(200, points=3600)))
    assert "6 of 200 labels, those with most samples" in text
    assert "Showing 100 of 200 labels" in text
    assert "; drawn with the largest of every 6 values" in text


def test_an_hour_of_six_labels_and_five_thousand_clients_stays_below_three_megabytes() -> None:
    statistics = factory.many_labels(6, points=3600).model_copy(
        update={"client_heat": factory.heat(5000, 60, "dev-")}
    )
    assert len(page(statistics).encode()) < 3_000_000


def test_typed_report_data_is_shown_and_missing_data_is_open() -> None:
    metadata = Metadata.from_yaml(
        "report_id: TR-17\ntest_plan: TP-17 revision C\napprovers: [{role: QA lead, name: A. Okafor}]\n"
        "risks: [{text: one broker node only}]\ndeviations: [{text: fewer devices than planned}]\n"
    )
    text = words(page(metadata=metadata))
    for part in (
        "TR-17",
        "TP-17 revision C",
        "A. Okafor",
        "one broker node only",
        "fewer devices than planned",
    ):
        assert part in text
    assert "Author open" in text
    assert "Deviations from the plan: 2, see section 9." in text


def test_the_running_header_holds_no_foreign_css() -> None:
    metadata = Metadata(report_id='"} body{display:none} </style><b>')
    text = page(metadata=metadata)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert "display:none} " not in style
    assert text.count("</style>") == 1


def test_a_sweep_has_its_own_table() -> None:
    rows = [
        factory.SweepRow(
            parameters={"payload": str(size)}, payload_bytes=size, statistics=factory.statistics()
        )
        for size in (1024, 64)
    ]
    table = re.search(r'data-table="sweep".*?</table>', page(sweep=rows), re.DOTALL)[0]
    assert re.findall(r'<th scope="row">(payload \d+)', table) == ["payload 64", "payload 1024"]


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="use one of en, zh"):
        page(language="fr")


def test_charts_of_the_first_page_name_the_criteria_they_belong_to() -> None:
    text = words(page(factory.failing()))
    for title in ("Connect time by percentile (C1)", "share of messages (C2)", "Broker backlog (C3)"):
        assert title in text


def test_receive_windows_are_no_latency() -> None:
    windows = factory.operation("backend", "receive")
    text = page(factory.statistics(operations=[factory.operation("telemetry"), windows]))
    assert "1 of 1 labels, those with most samples" in words(text)
