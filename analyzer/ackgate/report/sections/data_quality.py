"""Section 8: what was read and left out, how time is meant, and why other tools show other figures."""

from ackgate.model.statistics import DataQuality, Operation
from ackgate.report.display import Block, Cell, Facts, Note, Row, Section, Table, heads, row
from ackgate.report.language import Translator
from ackgate.report.numbers import DASH, between, duration, number, quantity
from ackgate.report.reasons import reason_words
from ackgate.report.source import Source
from ackgate.report.text import shown
from ackgate.report.wording import short_ids

_REASON_ROWS = 40
_SEGMENT_ROWS = 30
_NOTES = 40
_CRITERIA_ROWS = 200


def data_quality(source: Source) -> Section:
    """Row accounting, conventions, doubts."""
    t = source.t
    blocks: list[Block] = [_rows(source), _reasons(source), _conventions(source)]
    blocks.extend(_judgements(source))
    blocks.append(_segments(source))
    blocks.extend(_dashboard(source))
    quality = source.statistics.quality
    remarks = [*quality.duplicates, *quality.overlaps, *quality.notes]
    blocks.extend(Note(shown(reason_words(remark, t), 400)) for remark in remarks[:_NOTES])
    if len(remarks) > _NOTES:
        blocks.append(Note(t("Showing {n} of {total}.", n=_NOTES, total=number(len(remarks)))))
    return Section(8, "data-quality", t("Data quality"), tuple(blocks))


def _rows(source: Source) -> Table:
    t, rows = source.t, source.statistics.rows
    counts = (
        (t("read"), rows.read),
        (t("used"), rows.used),
        (t("left out: transaction controller rows"), rows.transaction),
        (t("left out: sub-results, counted in their parent"), rows.sub_result),
        (t("left out: excluded on request"), rows.excluded),
        (t("left out: unreadable (quarantined)"), rows.quarantined),
        (t("physical lines"), rows.physical_lines),
        (t("header lines"), rows.header_lines),
        (t("blank lines"), rows.blank_lines),
        (t("continuation lines of quoted fields"), rows.continuation_lines),
    )
    lines = tuple(row(name, (number(count),)) for name, count in counts)
    note = t(
        "Read is the sum of used and left out; physical lines also hold header, blank and continuation lines."
    )
    return Table(t("Rows"), heads(t("Rows"), t("Count")), lines, note, name="rows")


def _reasons(source: Source) -> Block:
    t, reasons = source.t, source.statistics.rows.quarantine_reasons
    if not reasons:
        return Note(t("No row had to be put aside as unreadable."))
    ordered = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    lines = tuple(
        row(shown(reason_words(reason, t), 120), (number(count),)) for reason, count in ordered[:_REASON_ROWS]
    )
    return Table(t("Why rows were put aside"), heads(t("Reason"), t("Rows")), lines)


def _conventions(source: Source) -> Facts:
    t, statistics = source.t, source.statistics
    quality, window = statistics.quality, statistics.window
    steady = t("none found")
    if window.steady_start and window.steady_end:
        steady = between(window.steady_start, window.steady_end)
    pairs = (
        (t("timeStamp means"), _convention(quality, t)),
        (t("Percentile method"), _method(quality, t)),
        (t("Steady window"), steady),
        (t("Rule of the cut"), shown(reason_words(window.rule, t), 240)),
        (t("Samples outside the window"), number(window.cut_samples)),
        (t("Clock"), shown(reason_words(quality.clock, t), 240)),
        (t("Duration"), duration(statistics.duration_s)),
        (t("Throughput of successful samples"), quantity(statistics.throughput_per_s, "/s")),
        (t("Failures of the test harness"), number(quality.harness_failures)),
        (t("Labels counted together"), number(quality.merged_labels)),
    )
    return Facts(pairs, t("Conventions"))


def _convention(quality: DataQuality, t: Translator) -> str:
    words = {"start": t("start of the sample"), "end": t("end of the sample")}[quality.timestamp_convention]
    return f"{words} ({shown(reason_words(quality.convention_reason, t), 160)})"


def _method(quality: DataQuality, t: Translator) -> str:
    return {
        "nearest_rank": t("nearest rank: an observed value, never interpolated"),
        "jmeter": t("as JMeter's dashboard, interpolated between samples"),
    }.get(quality.percentile_method, shown(quality.percentile_method, 200))


def _judgements(source: Source) -> list[Block]:
    """The names that junit.xml and evidence.json use, and why each verdict was given."""
    t, criteria = source.t, source.statistics.criteria
    names = zip(short_ids(criteria), criteria, strict=True)
    lines = tuple(
        Row(
            (
                Cell(name, strong=True),
                Cell(shown(c.id, 120), full=c.id),
                Cell(shown(reason_words(c.reason, t), 400) or DASH),
            )
        )
        for name, c in list(names)[:_CRITERIA_ROWS]
    )
    columns = heads(t("ID"), t("Name in junit.xml"), t("Reason"), numeric_from=9)
    return [Table(t("How each criterion was judged"), columns, lines, name="judgements")] if lines else []


def _segments(source: Source) -> Table:
    t, segments = source.t, source.statistics.segments
    lines = tuple(
        row(
            between(segment.start, segment.end),
            (number(segment.samples), quantity(segment.throughput_per_s, "/s"), shown(segment.source, 60)),
        )
        for segment in segments[:_SEGMENT_ROWS]
    )
    note = ""
    if len(segments) > _SEGMENT_ROWS:
        note = t("Showing {n} of {total}.", n=_SEGMENT_ROWS, total=number(len(segments)))
    columns = heads(t("Time"), t("Samples"), t("Throughput"), t("File"))
    return Table(t("Stretches of rows written by one run"), columns, lines, note)


def _dashboard(source: Source) -> list[Block]:
    t, statistics = source.t, source.statistics
    if not statistics.quality.dashboard_difference:
        return []
    blocks: list[Block] = [Note(shown(reason_words(statistics.quality.dashboard_difference, t), 600))]
    differing = [operation for operation in statistics.operations if operation.dashboard_ms]
    if differing:
        columns = heads(t("Label"), "P90", t("dashboard"), "P95", t("dashboard"), "P99", t("dashboard"))
        lines = tuple(row(shown(operation.label, 48), _beside(operation)) for operation in differing[:40])
        caption = t("Percentiles beside those of JMeter's dashboard, ms")
        blocks.append(Table(caption, columns, lines))
    return blocks


def _beside(operation: Operation) -> list[str]:
    theirs = operation.dashboard_ms or {}
    return [
        number(source.get(rank))
        for rank in ("90", "95", "99")
        for source in (operation.percentiles_ms, theirs)
    ]
