"""The first page: verdict, key figures, criteria, charts, data quality and sign-off."""

from collections.abc import Iterable

from ackgate.model.criteria import Verdict
from ackgate.model.statistics import CriterionResult
from ackgate.report.display import Cell, FirstPage, Row, Table, heads
from ackgate.report.numbers import NBSP, between, duration, number
from ackgate.report.reasons import reason_clause, reason_sentence
from ackgate.report.sections.first_charts import first_charts
from ackgate.report.sections.key_figures import key_figures
from ackgate.report.sections.sign_off import overrides, signature_rows
from ackgate.report.source import Source
from ackgate.report.text import shown
from ackgate.report.wording import (
    TONES,
    badge,
    criterion_words,
    interval_words,
    limit_words,
    observed_words,
    short_ids,
)

_REASONS_SHOWN = 3
#: Deviations that alone keep a run from a verdict, whatever its criteria say.
_LIMITING = ("quarantined-rows", "harness-failures", "rate-below-plan")


def first_page(source: Source) -> FirstPage:
    """Everything the first page shows."""
    statistics, t = source.statistics, source.t
    evidence = source.evidence
    return FirstPage(
        title=shown(source.metadata.title or t("MQTT capacity test report"), 80),
        subtitle=_subtitle(source),
        facts=_facts(source),
        verdict_code=statistics.verdict,
        tone=TONES[statistics.verdict],
        headline=_headline(source),
        reason=_reason(source),
        overrides=overrides(source),
        figures=key_figures(source),
        criteria=criteria_table(source),
        charts=first_charts(source),
        quality=_quality(source),
        signatures=signature_rows(source),
        evidence_sha256=evidence.core_sha256 if evidence else None,
        report_id=report_id(source),
    )


def report_id(source: Source) -> str:
    """The report's identifier: as typed, else the run's, else that it is open."""
    if source.metadata.report_id:
        return shown(source.metadata.report_id, 40)
    return shown(source.manifest.run_id, 40) if source.manifest else source.t("open")


def _subtitle(source: Source) -> str:
    t, manifest = source.t, source.manifest
    if source.metadata.system_under_test:
        return shown(source.metadata.system_under_test, 240)
    if manifest is None:
        return t("A JTL without its run folder: what was planned is not known, only what was measured.")
    words = [shown(manifest.title or manifest.workload_name, 120)]
    if manifest.threads is not None:
        words.append(t("{n} devices", n=number(manifest.threads)))
    words.extend(
        f"{shown(stream.label, 40)} {number(stream.intended_rate_per_s)} {t('msg/s')} QoS{NBSP}{stream.qos}"
        for stream in manifest.streams[:3]
    )
    if manifest.duration_s is not None:
        words.append(t("for {duration}", duration=duration(manifest.duration_s)))
    return ", ".join(words)


def _facts(source: Source) -> tuple[tuple[str, str, bool], ...]:
    t, evidence = source.t, source.evidence
    statistics = source.statistics
    return (
        (t("Report"), report_id(source), True),
        (t("Measured at"), between(statistics.start, statistics.end), False),
        (t("Test plan"), shown(source.metadata.test_plan or t("open"), 60), False),
        (t("Evidence"), evidence.core_sha256[:16] if evidence else t("not written"), True),
    )


def _count(criteria: Iterable[CriterionResult], verdict: Verdict) -> int:
    return sum(criterion.verdict == verdict for criterion in criteria)


def _headline(source: Source) -> str:
    t, criteria = source.t, source.statistics.criteria
    if not criteria and source.statistics.verdict == "NOT_TESTED":
        return t("Not judged: the data carries nothing to judge")
    words = (
        (_count(criteria, "FAIL"), t("{n} failed")),
        (_count(criteria, "INCONCLUSIVE"), t("{n} inconclusive")),
        (_count(criteria, "NOT_TESTED"), t("{n} not judged")),
        (_count(criteria, "PASS"), t("{n} passed")),
    )
    counts = t(", ").join(text.format(n=n) for n, text in words if n)
    opening = {
        "PASS": t("Passed: {counts}"),
        "FAIL": t("Failed: {counts}"),
        "INCONCLUSIVE": t("Inconclusive: {counts}"),
        "NOT_TESTED": t("Not judged: {counts}"),
    }[source.statistics.verdict]
    return opening.format(counts=counts or t("the data carries no verdict"))


def _reason(source: Source) -> str:
    t, criteria = source.t, source.statistics.criteria
    if source.statistics.verdict == "INCONCLUSIVE" and not _count(criteria, "INCONCLUSIVE"):
        return _why_no_verdict(source)
    if not criteria:
        return t("No criterion was asked for, and neither redline can be judged from this file.")
    telling = [pair for pair in zip(short_ids(criteria), criteria, strict=True) if pair[1].verdict != "PASS"]
    if not telling:
        return _why_passed(source)
    order = {"FAIL": 0, "INCONCLUSIVE": 1, "NOT_TESTED": 2}
    telling.sort(key=lambda pair: order[pair[1].verdict])
    sentences = [_sentence(name, criterion, source) for name, criterion in telling[:_REASONS_SHOWN]]
    if len(telling) > _REASONS_SHOWN:
        sentences.append(t("{n} more are in the table below.", n=len(telling) - _REASONS_SHOWN))
    return " ".join(sentences)


def _why_no_verdict(source: Source) -> str:
    """The criteria alone would give another verdict: the data they rest on is too poor to carry it."""
    found = source.statistics.deviations
    limiting = [
        reason_sentence(deviation.text, source.t) for deviation in found if deviation.id.startswith(_LIMITING)
    ]
    return " ".join([source.t("The data cannot carry a verdict."), *limiting[:_REASONS_SHOWN]])


def _why_passed(source: Source) -> str:
    t, criteria = source.t, source.statistics.criteria
    closest = min(
        (criterion for criterion in criteria if criterion.margin is not None),
        key=lambda criterion: criterion.margin or 0.0,
        default=criteria[0],
    )
    opening = (
        t("No criteria were given, so the default redlines were judged.")
        if all(criterion.source == "default" for criterion in criteria)
        else t("Every criterion was judged and met.")
    )
    return (
        opening
        + " "
        + t(
            "Closest to its limit: {name}, {observed} against {limit}.",
            name=criterion_words(closest, t),
            observed=observed_words(closest, t),
            limit=limit_words(closest),
        )
    )


def _sentence(short_id: str, criterion: CriterionResult, source: Source) -> str:
    t = source.t
    name = f"{short_id} ({criterion_words(criterion, t)})"
    if criterion.verdict == "FAIL" and criterion.observed is not None:
        return t(
            "{name} failed: measured {observed}, limit {limit}.",
            name=name,
            observed=observed_words(criterion, t),
            limit=limit_words(criterion),
        )
    opening = {
        "FAIL": t("{name} failed: {reason}"),
        "INCONCLUSIVE": t("{name} is inconclusive: {reason}"),
        "NOT_TESTED": t("{name} was not judged: {reason}"),
    }[criterion.verdict]
    return opening.format(name=name, reason=reason_clause(criterion.reason, t, 200))


def criteria_table(source: Source) -> Table:
    """Limit beside measured value, interval, sample count and verdict."""
    t = source.t
    columns = (
        *heads(t("ID"), t("Criterion"), numeric_from=9),
        *heads(t("Limit"), t("Measured"), t("Interval"), t("Samples"), numeric_from=0),
        *heads(t("Verdict")),
    )
    criteria = source.statistics.criteria
    names = zip(short_ids(criteria), criteria, strict=True)
    rows = tuple(_criterion_row(name, criterion, source) for name, criterion in names)
    note = ""
    if not criteria:
        note = t("No criterion was judged.")
    elif all(criterion.source == "default" for criterion in criteria):
        note = t("No criteria were given: these are the default redlines.")
    return Table(t("Criteria"), columns, rows, note, name="criteria")


def _criterion_row(short_id: str, criterion: CriterionResult, source: Source) -> Row:
    t = source.t
    tone = TONES[criterion.verdict]
    return Row(
        (
            Cell(short_id, strong=True, full=criterion.id),
            Cell(criterion_words(criterion, t), full=criterion.label),
            Cell(limit_words(criterion), numeric=True),
            Cell(observed_words(criterion, t), numeric=True, strong=True),
            Cell(interval_words(criterion), numeric=True),
            Cell(number(criterion.n), numeric=True),
            badge(criterion.verdict, t),
        ),
        "" if tone == "ok" else tone,
    )


def _quality(source: Source) -> tuple[str, ...]:
    t, rows = source.t, source.statistics.rows
    used, read, left_out = number(rows.used), number(rows.read), rows.read - rows.used
    first = t("Data quality: all {read} rows used.", read=read)
    if left_out:
        text = t("Data quality: {used} of {read} rows used, {n} left out (section 8 says why).")
        first = text.format(used=used, read=read, n=number(left_out))
    deviations = len(source.statistics.deviations) + len(source.metadata.deviations)
    words = [first, _generator_words(source)]
    if source.manifest is None and not deviations:
        words.append(t("Deviations from the plan are not known without one."))
    else:
        words.append(t("Deviations from the plan: {n}, see section 9.", n=deviations))
    return tuple(words)


def _generator_words(source: Source) -> str:
    t, load = source.t, source.statistics.load
    if not load:
        return t("Whether the load generator kept its schedule is not known.")
    worst = min(load, key=lambda stream: stream.kept_share)
    return t(
        "Load generator: {share} % of the schedule kept by its slowest stream ({label}).",
        share=number(worst.kept_share * 100, 4),
        label=shown(worst.label, 40),
    )
