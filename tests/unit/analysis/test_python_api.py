"""What `import ackgate` offers."""

from pathlib import Path

import ackgate
from unit.analysis.jtl_folder import write_run_folder


def test_analyze_and_read_jtl_see_the_same_rows(tmp_path: Path) -> None:
    folder = write_run_folder(tmp_path / "one")
    frame = ackgate.read_jtl(folder)
    statistics = ackgate.analyze(folder)
    assert len(frame) == statistics.rows.used == statistics.samples
    assert ackgate.read_jtl(folder / "samples.jtl").equals(frame)


def test_broker_rows_with_unknown_counters_are_kept(tmp_path: Path) -> None:
    folder = write_run_folder(tmp_path / "one")
    lines = ["time_ms,publish_received,publish_sent,publish_dropped,clients"]
    lines += [f"{1_700_000_000_000 + 1000 * i},{10 * i},{10 * i},," for i in range(60)]
    (folder / "broker.csv").write_text("\n".join([*lines, "17000"]), encoding="utf-8")
    points = ackgate.analyze(folder).broker
    assert points[30].publish_received_per_s == 10
    assert points[30].clients is None
