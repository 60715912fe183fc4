"""Line ends, encodings, NUL blocks, compression, cut tails."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from ackgate.ingest import (
    IngestOptions,
    NoRowsError,
    NotAJtlError,
    UnreadableInputError,
    count_jtl,
    find_jtls,
)  # fmt: skip
from unit.ingest.jtl_texts import HEADER, START_MS, counted, elapsed_counts, labels, row, rows, text

COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("kind", COMPRESSIONS)
def test_compression_is_told_by_content(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "samples.jtl"
    path.write_bytes(COMPRESSIONS[kind](text(*rows(500))))
    cubes = count_jtl([path])
    assert cubes.account.used == 500
    assert cubes.sources[0].compression == kind
    assert cubes.sources[0].size_bytes == path.stat().st_size


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_several_compressed_members_are_read_on(kind: str) -> None:
    data = COMPRESSIONS[kind](text(*rows(5))) + COMPRESSIONS[kind](text(*rows(5, first=5), header=None))
    assert counted(data).account.used == 10


@pytest.mark.parametrize("kind", COMPRESSIONS)
def test_cut_compressed_data_gives_what_it_holds_and_says_so(kind: str) -> None:
    lines = [row(n, elapsed=(n * 7919) % 9973, label=f"L{n * 31 % 97}") for n in range(20_000)]
    data = COMPRESSIONS[kind](text(*lines))
    try:
        cubes = counted(data[: len(data) * 3 // 4])
    except NotAJtlError as error:
        assert kind in ("bz2", "zstd")
        assert "damaged or cut" in str(error)  # noqa: PT017
        return
    assert 0 < cubes.account.used < 20_000
    assert any("damaged or cut" in note for note in cubes.notes)


def test_carriage_returns_before_line_feeds_are_no_part_of_a_row() -> None:
    cubes = counted(text(*rows(10), end="\r\n"))
    assert cubes.account.used == 10
    assert cubes.account.quarantined == 0


def test_utf16_is_read() -> None:
    assert labels(counted(text(row(0, label="höhe")).decode().encode("utf-16"))) == {"höhe"}


def test_bytes_that_are_no_utf8_stay_distinct_labels() -> None:
    data = (
        text(row(0, label="A"), row(1, label="B")).replace(b",A,", b",gr\xf6,").replace(b",B,", b",gr\xe4,")
    )
    assert labels(counted(data)) == {"gr\\xf6", "gr\\xe4"}


@pytest.mark.parametrize("place", ["between lines", "inside a line", "own line"])
def test_nul_blocks_cost_nothing(place: str) -> None:
    lines = rows(10)
    block = "\0" * 4096
    lines[5] = {
        "between lines": block + lines[5],
        "inside a line": lines[5] + block,
        "own line": lines[5] + "\n" + block,
    }[place]
    cubes = counted(text(*lines))
    assert cubes.account.used == 10
    assert cubes.account.blank_lines == (1 if place == "own line" else 0)


def test_cut_tail_is_quarantined_with_its_line_number(tmp_path: Path) -> None:
    rejects = tmp_path / "rejects.csv"
    data = text(*rows(3)) + row(3)[:37].encode()
    cubes = counted(data, rejects=rejects)
    assert cubes.account.quarantined == 1
    lines = rejects.read_text().splitlines()
    assert lines[0] == "source,line,reason,row"
    assert lines[1].startswith("-,5,too few fields,")


def test_last_line_without_line_feed_is_a_row() -> None:
    assert counted(text(*rows(3))[:-1]).account.used == 3


def test_standard_input_and_several_paths_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.jtl").write_bytes(text(*rows(3)))
    cubes = count_jtl([tmp_path / "a.jtl", io.BytesIO(text(*rows(4, first=1)))])
    assert cubes.account.used == 7
    assert len(cubes.segments) == 1


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\0" * 100])
def test_an_empty_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(NoRowsError, match="empty"):
        counted(data)


def test_a_header_alone_is_one_sentence() -> None:
    with pytest.raises(NoRowsError, match="without any sample row"):
        counted(text())


@pytest.mark.parametrize(
    "data", [b"hello\nworld\n", b"<html><body/></html>", b"\x89PNG\r\n\x1a\n" + b"x" * 99, b"1,2,3\n4,5,6\n"]
)
def test_what_is_no_jtl_is_one_sentence(data: bytes) -> None:
    with pytest.raises(NotAJtlError, match="not a JMeter result file"):
        counted(data)


def test_a_missing_path_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInputError, match="not found"):
        count_jtl([tmp_path / "none.jtl"])


def test_a_folder_is_searched_for_result_files_by_content(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.jtl").write_bytes(text(*rows(3)))
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(text(*rows(3))))
    (tmp_path / "broker.csv").write_text("time_ms,publish_received\n1,2\n")
    (tmp_path / "jmeter.log").write_text("2024-01-01 00:00:00,000 INFO o.a.j.JMeter: up\n")
    assert [path.name for path in find_jtls(tmp_path)] == ["b.csv.gz", "a.jtl"]


def test_a_folder_without_result_files_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotAJtlError, match="no JMeter result file found"):
        find_jtls(tmp_path)


@pytest.mark.parametrize("block_bytes", [500, 5_000])
def test_figures_do_not_depend_on_the_block_size(block_bytes: int) -> None:
    lines = [
        row(n, elapsed=n % 17, label=f"L{n % 3}", message='"a\nb"' if n % 11 == 0 else "OK")
        for n in range(400)
    ]
    whole, parts = counted(text(*lines)), counted(text(*lines), block_bytes=block_bytes)
    assert whole.account == parts.account
    assert elapsed_counts(whole) == elapsed_counts(parts)
    assert whole.segments == parts.segments


def test_progress_reports_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ackgate.ingest.meter._AFTER_S", 0.0)
    monkeypatch.setattr("ackgate.ingest.meter._EVERY_S", 0.0)
    path = tmp_path / "a.jtl"
    path.write_bytes(text(*rows(20_000)))
    seen: list[tuple[int, int]] = []
    count_jtl([path], IngestOptions(block_bytes=100_000), lambda done, total: seen.append((done, total)))
    assert len(seen) > 3
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)
    assert START_MS > 0


@pytest.mark.parametrize("glue", ["", ",", "\r"])
def test_a_header_glued_to_the_first_row_costs_no_row(glue: str) -> None:
    cubes = counted((HEADER + glue).encode() + text(*rows(20), header=None))
    account = cubes.account
    assert (account.read, account.used, account.quarantined) == (20, 20, 0)
    assert (account.physical_lines, account.header_lines) == (20, 0)
    assert not [note for note in cubes.notes if "wider or narrower" in note]


def test_what_is_left_of_a_row_glued_to_the_header_is_quarantined() -> None:
    account = counted(HEADER.encode() + b"1700000000000,x,PUB\n" + text(*rows(20), header=None)).account
    assert (account.read, account.used, account.quarantined) == (21, 20, 1)


@pytest.mark.parametrize("header", [None, HEADER])
def test_a_byte_order_mark_in_mid_file_costs_no_row(header: str | None) -> None:
    data = text(*rows(10)) + b"\xef\xbb\xbf" + text(*rows(10, first=10), header=header)
    account = counted(data).account
    assert (account.read, account.used, account.quarantined) == (20, 20, 0)
