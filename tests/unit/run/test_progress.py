"""The live line."""

import io
from pathlib import Path

from ackgate.run.progress import JtlTail, LiveLine, Progress, live_text

_HEADER = "timeStamp,elapsed,label,success,dataType,allThreads,mqtt_op,mqtt_qos,mqtt_received\n"


def _tail(tmp_path: Path, *rows: str) -> tuple[JtlTail, Path]:
    path = tmp_path / "samples.jtl"
    path.write_text(_HEADER + "".join(f"{row}\n" for row in rows))
    return JtlTail(path), path


def test_no_file_yet_is_no_progress(tmp_path: Path) -> None:
    assert JtlTail(tmp_path / "none").read() == Progress()


def test_only_acknowledged_publishes_count_as_such(tmp_path: Path) -> None:
    tail, _ = _tail(
        tmp_path,
        "1,5,connect,true,mqtt,2,connect,,",
        "2,5,telemetry,true,mqtt,2,publish,1,",
        "3,5,telemetry,false,mqtt,3,publish,1,",
        "4,0,heartbeat,true,mqtt,3,publish,0,",
        "5,1000,backend,true,mqtt,3,receive,,17",
    )
    assert tail.read() == Progress(threads=3, acknowledged=1, sent_qos0=1, received=17, errors=1, rows=5)


def test_stale_columns_of_other_samplers_do_not_count(tmp_path: Path) -> None:
    tail, _ = _tail(tmp_path, "2,5,HTTP,true,text,2,publish,1,")
    assert tail.read().acknowledged == 0


def test_a_half_written_row_waits_for_its_rest(tmp_path: Path) -> None:
    tail, path = _tail(tmp_path)
    with path.open("a") as stream:
        stream.write("2,5,telemetry,true,mqtt,")
        stream.flush()
        assert tail.read().rows == 0
        stream.write("7,publish,1,\n")
    assert tail.read() == Progress(threads=7, acknowledged=1, rows=1)


def test_the_line_names_threads_rate_and_errors() -> None:
    text = live_text(Progress(threads=50, acknowledged=980, errors=2), 12.2, 98.0)
    assert text == "   12 s  threads 50  acknowledged 98.0/s  errors 2"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_keeps_one_line_until_the_last() -> None:
    stream = Terminal()
    line = LiveLine(stream)
    line.show(Progress(threads=1))
    line.show(Progress(threads=2), "  stopping")
    assert stream.getvalue().count("\n") == 0
    assert (
        stream.getvalue().split("\r\x1b[K")[-1].endswith("threads 2  acknowledged 0.0/s  errors 0  stopping")
    )
    line.show(Progress(threads=0), last=True)
    assert stream.getvalue().endswith("errors 0\n")


def test_a_log_gets_whole_lines_not_a_rewritten_one() -> None:
    stream = io.StringIO()
    line = LiveLine(stream)
    line.show(Progress(threads=1), last=True)
    assert stream.getvalue().endswith("errors 0\n")
    assert "\r" not in stream.getvalue()
