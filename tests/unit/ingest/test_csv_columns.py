"""Columns are found by name or position, and odd rows keep their place."""

from zoneinfo import ZoneInfo

import pytest

from ackgate.ingest import NotAJtlError
from ackgate.ingest.csv_reader import find_layout
from ackgate.ingest.fast import read_fast
from unit.ingest.jtl_texts import HEADER, START_MS, counted, elapsed_counts, labels, row, rows, text

NAMES = HEADER.split(",")
NEEDED = ("timeStamp", "elapsed", "label", "responseCode", "threadName", "success", "allThreads")


def test_columns_are_found_by_name_whatever_order_and_case() -> None:
    data = text("OK,true,PUB,12," + str(START_MS), header="RESPONSEMESSAGE,Success,LABEL,Elapsed,timestamp")
    cubes = counted(data)
    assert elapsed_counts(cubes) == {12: 1}
    assert labels(cubes) == {"PUB"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^", "~", "#"])
@pytest.mark.parametrize("header", [True, False])
def test_any_delimiter_is_found(delimiter: str, header: bool) -> None:
    data = text(*rows(20), header=HEADER if header else None).replace(b",", delimiter.encode())
    cubes = counted(data)
    assert cubes.account.used == 20
    assert cubes.sources[0].delimiter == delimiter


@pytest.mark.parametrize("missing", [n for n in NAMES if n not in ("timeStamp", "elapsed", "label")])
def test_an_optional_column_may_be_absent(missing: str) -> None:
    place = NAMES.index(missing)
    lines = [",".join(v for n, v in enumerate(line.split(",")) if n != place) for line in rows(5)]
    cubes = counted(text(*lines, header=",".join(n for n in NAMES if n != missing)))
    assert cubes.account.used == 5
    costs = {"responseCode", "responseMessage", "threadName", "success", "allThreads"}
    assert cubes.sources[0].missing_columns == ((missing,) if missing in costs else ())


@pytest.mark.parametrize("missing", ["timeStamp", "elapsed", "label"])
def test_a_missing_required_column_is_no_jtl(missing: str) -> None:
    place = NAMES.index(missing)
    lines = [",".join(v for n, v in enumerate(line.split(",")) if n != place) for line in rows(5)]
    with pytest.raises(NotAJtlError, match="not a JMeter result file"):
        counted(text(*lines, header=",".join(n for n in NAMES if n != missing)))


def test_labels_such_as_na_and_007_survive() -> None:
    names = ["NA", "007", "null", "NaN", "None", "1e5", "true", " x ", ""]
    assert labels(counted(text(*(row(n, label=name) for n, name in enumerate(names))))) == set(names)


def test_header_that_changes_mid_file_changes_the_columns() -> None:
    other = f"label,timeStamp,elapsed,success\nLATER,{START_MS + 60_000},33,false"
    cubes = counted(text(*rows(3), *other.split("\n")))
    assert elapsed_counts(cubes) == {10: 3, 33: 1}
    assert cubes.account.header_lines == 2
    assert len(cubes.segments) == 2
    assert cubes.values.set_index("label").loc["LATER", "success"] == False  # noqa: E712


@pytest.mark.parametrize(("cut", "quarantined"), [(f"{START_MS},12,lab", 1), (row(10), 0)])
def test_a_header_glued_to_a_row_in_mid_file_begins_a_run_and_the_row_counts(
    cut: str, quarantined: int
) -> None:
    cubes = counted(text(*rows(10)) + cut.encode() + text(*rows(10, first=90_000)))
    account = cubes.account
    assert (account.read, account.quarantined) == (21, quarantined)
    assert (account.physical_lines, account.header_lines) == (22, 1)
    assert len(cubes.segments) == 2


def test_delimiter_that_changes_with_a_header_mid_file_is_followed() -> None:
    second = text(*rows(3, first=100)).replace(b",", b";")
    assert counted(text(*rows(3)) + second).account.used == 6


@pytest.mark.parametrize("extra", [1, 3, 18])
def test_rows_wider_than_the_header_are_used_and_said(extra: int) -> None:
    cubes = counted(text(*(line + ",x" * extra for line in rows(20))))
    assert cubes.account.used == 20
    assert any("wider or narrower" in note for note in cubes.notes)
    assert elapsed_counts(cubes) == {10: 20}


def test_rows_narrower_than_the_header_are_used_while_their_fields_hold() -> None:
    cubes = counted(text(*(line.rsplit(",", 2)[0] for line in rows(20))))
    assert cubes.account.used == 20


def test_one_shifted_row_is_quarantined() -> None:
    cubes = counted(text(*rows(5), row(6, label="a,b"), *rows(5, first=7)))
    assert cubes.account.used == 10
    assert cubes.account.quarantine_reasons == (("fields shifted", 1),)


@pytest.mark.parametrize("character", [",", "\n", "x", "\0", '"', "\ufffd"])
def test_a_header_with_one_damaged_character_still_names_the_columns(character: str) -> None:
    for place in range(len(HEADER)):
        damaged = HEADER[:place] + character + HEADER[place + 1 :]
        layout, _ = find_layout("a.jtl", text(*rows(6), header=damaged))
        assert [layout.columns.index(name) for name in NEEDED] == [NAMES.index(name) for name in NEEDED], (
            damaged
        )


def test_stray_quotes_and_quoted_newlines_cost_nothing() -> None:
    lines = [
        row(0, message='said "hi"'),
        row(1, message='5" pipe'),
        row(2, message='"two\nlines, ""quoted"""'),
        row(3),
        row(4, label='"open'),
        row(5),
    ]
    cubes = counted(text(*lines))
    assert (cubes.account.used, cubes.account.quarantined, cubes.account.continuation_lines) == (6, 0, 1)
    assert '"open' in labels(cubes)


@pytest.mark.parametrize("label", ['say "hi" now', '5" pipe', 'a""b', 'two "a" "b"'])
def test_quotes_inside_a_plain_field_are_text_and_read_fast(label: str) -> None:
    data = text(*(row(n, label=label) for n in range(20)), header=None)
    block = read_fast(data, find_layout("a.jtl", text())[0], ZoneInfo("UTC"))
    assert block is not None
    assert set(block.sections[0].batch.label.texts) == {label}
    assert labels(counted(data)) == {label}


def test_a_stray_opening_quote_does_not_swallow_the_rows_behind_it() -> None:
    lines = [row(0), row(1, message='"never closed'), *rows(500, first=2), row(600, message='"a, b"')]
    assert counted(text(*lines)).account.used == 503


def test_a_stack_trace_whose_closing_quote_is_lost_costs_one_row() -> None:
    trace = '"boom\n\tat a.b.C(D.java:1)\n\tat e.f.G(H.java:2)'
    cubes = counted(text(row(0), row(1, message=trace), *rows(10, first=2)))
    assert cubes.account.used == 11
    assert cubes.account.quarantined == 1
    assert cubes.account.continuation_lines == 2


def test_header_with_quoted_variable_names_is_read() -> None:
    data = text(row(0) + ",7", header=HEADER + ',"my_var"')
    assert counted(data).sources[0].columns[-1] == "my_var"
