"""A file with more labels than are held ends in a report that says what it counts together."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

RARE, LATE_ROWS = 25_000, 3_000
START_MS = 1_700_000_000_000
LATE = "late <script>alert(1)</script>"


@pytest.fixture(scope="module")
def analyzed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rare labels with one row each, one label often among them, and one that only begins after them."""
    folder = tmp_path_factory.mktemp("labels")
    labels = [label for n in range(RARE) for label in (f"GET /item/{n}", *(("often",) if n % 5 == 0 else ()))]
    labels += [LATE] * LATE_ROWS
    rows = [f"{START_MS + 10 * n},5,{label},200,OK,TG 1-1,true,1" for n, label in enumerate(labels)]
    header = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,allThreads"
    (folder / "many.jtl").write_text("\n".join((header, *rows, "")))
    command = ["analyze", str(folder / "many.jtl"), "-o", str(folder / "out")]
    program = [sys.executable, "-c", "from ackgate.cli.main import main; main()"]
    subprocess.run([*program, *command], check=True, capture_output=True)
    return folder / "out"


def test_every_row_is_counted_and_every_merged_label_too(analyzed: Path) -> None:
    statistics = json.loads((analyzed / "stats.json").read_text())
    per_label = {one["label"]: one["samples"] for one in statistics["operations"]}
    assert statistics["rows"]["used"] == statistics["samples"] == RARE + RARE // 5 + LATE_ROWS
    assert per_label["often"] == RARE // 5
    named = 1_000
    assert statistics["quality"]["merged_labels"] == RARE + 2 - named
    assert per_label["(other labels)"] == RARE + LATE_ROWS - (named - 1)


def test_a_frequent_label_that_came_too_late_is_named(analyzed: Path) -> None:
    notes = json.loads((analyzed / "stats.json").read_text())["quality"]["notes"]
    late = RARE + 2 - 20_000
    rows = late - 1 + LATE_ROWS
    assert [note for note in notes if "labels" in note] == [
        f"{late} labels first stand after the first 20000 and are counted among the other labels, whatever "
        f"their number of rows ({rows} in all); 1 of them have more rows than the rarest label shown by its "
        f"name, {LATE!r} the most ({LATE_ROWS})."
    ]


def test_the_page_says_what_it_thinned(analyzed: Path) -> None:
    page = (analyzed / "report.html").read_text()
    assert re.search(r"<dt>Labels counted together</dt><dd>24\W002</dd>", page)
    assert "labels first stand after the first 20000" in page
    assert re.search(r"Showing 100 of 1\W001 labels", page)
    assert "<script>alert(1)" not in page
    assert len(page) < 1_000_000
