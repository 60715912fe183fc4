"""GC pauses from HotSpot's log."""

from pathlib import Path

import pytest

from ackgate.run.gc_log import GcLog, sum_pauses_ms

_LINES = (
    b"[1796069682123ms] Using G1\n"
    b"[1796069682323ms] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.250ms\n"
    b"[1796069682423ms] GC(1) Concurrent Mark Cycle 12.000ms\n"
    b"[1796069682523ms] GC(1) Pause Remark 8M->8M(256M) 1.500ms\n"
)


def test_pauses_add_up_and_concurrent_work_does_not_count() -> None:
    assert sum_pauses_ms(_LINES) == pytest.approx(4.75)


def test_each_call_reports_only_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "gc.log"
    log = GcLog(path)
    assert log.pause_ms() == 0.0
    path.write_bytes(_LINES)
    assert log.pause_ms() == pytest.approx(4.75)
    assert log.pause_ms() == 0.0


def test_a_half_written_line_waits_for_its_rest(tmp_path: Path) -> None:
    path = tmp_path / "gc.log"
    log = GcLog(path)
    path.write_bytes(b"[1ms] GC(0) Pause Young 24M->4M(256M) 3.2")
    assert log.pause_ms() == 0.0
    path.write_bytes(b"[1ms] GC(0) Pause Young 24M->4M(256M) 3.250ms\n")
    assert log.pause_ms() == pytest.approx(3.25)
