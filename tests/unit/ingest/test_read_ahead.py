"""Blocks read in a thread arrive as they would without."""

from collections.abc import Iterator

import pytest

from ackgate.ingest.read_ahead import one_ahead


def test_all_blocks_come_in_order() -> None:
    blocks = [b"a", b"b", b"c"]
    assert list(one_ahead(iter(blocks))) == blocks
    assert list(one_ahead(iter([]))) == []


def test_a_failure_to_read_reaches_the_caller_after_the_blocks_before_it() -> None:
    def damaged() -> Iterator[bytes]:
        yield b"a"
        raise OSError("the disk is gone")

    reading = one_ahead(damaged())
    assert next(reading) == b"a"
    with pytest.raises(OSError, match="the disk is gone"):
        next(reading)


def test_a_caller_that_stops_early_leaves_no_more_than_one_block_read() -> None:
    taken = []

    def endless() -> Iterator[bytes]:
        while True:
            taken.append(len(taken))
            yield b"x"

    reading = one_ahead(endless())
    next(reading)
    reading.close()  # type: ignore[attr-defined]
    assert len(taken) == 2
