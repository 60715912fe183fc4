"""Our figures beside those of a real ``jmeter -g`` over the same file."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from e2e.ackgate_command import ackgate

_HEADER = (
    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,"
    "bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect"
)
_START_MS = 1_700_000_000_000
#: The dashboard's percentiles know this many samples of a label.
_WINDOW = 20_000
_RANKS = {"90": "pct1ResTime", "95": "pct2ResTime", "99": "pct3ResTime"}


def _written(path: Path, label: str, elapsed_ms: np.ndarray[Any, Any]) -> None:
    new = not path.exists()
    with path.open("a", encoding="utf-8") as stream:
        if new:
            stream.write(_HEADER + "\n")
        for number, elapsed in enumerate(elapsed_ms.tolist()):
            start_ms = _START_MS + number * 5
            stream.write(f"{start_ms},{elapsed},{label},200,OK,t 1-1,text,true,,4,9,1,1,null,{elapsed},0,0\n")


def _dashboard(jtl: Path, folder: Path) -> Path:
    """statistics.json of JMeter's own report."""
    done = ackgate("setup")
    match = re.search(r"^JMeter .*\((/.*)\)$", done.stdout, re.MULTILINE)
    assert match is not None, done.stderr
    jar = Path(match[1]) / "bin" / "ApacheJMeter.jar"
    command = ["java", "-jar", str(jar), "-g", str(jtl), "-o", str(folder), "-j", str(folder) + ".log"]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return folder / "statistics.json"


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with samples.jtl, the dashboard's statistics.json and our report by the dashboard's rule."""
    folder = tmp_path_factory.mktemp("dashboard")
    rng = np.random.default_rng(7)
    jtl = folder / "samples.jtl"
    _written(jtl, "short", rng.lognormal(4, 0.8, 5_003).astype(int))
    _written(jtl, "few", rng.integers(1, 900, 701))
    _written(jtl, "long", np.concatenate([rng.integers(400, 600, 30_000), rng.integers(5, 15, _WINDOW)]))
    statistics = _dashboard(jtl, folder / "html")
    done = ackgate(
        "analyze", jtl, "-o", folder / "ours", "--percentile-method", "jmeter", "--dashboard", statistics
    )
    assert done.returncode in (0, 1, 3), done.stderr
    return folder


def _both(folder: Path, label: str) -> tuple[list[float], list[float]]:
    ours = json.loads((folder / "ours" / "stats.json").read_text())["operations"]
    theirs = json.loads((folder / "html" / "statistics.json").read_text())[label]
    percentiles = next(one for one in ours if one["label"] == label)["percentiles_ms"]
    return [percentiles[rank] for rank in _RANKS], [theirs[name] for name in _RANKS.values()]


@pytest.mark.parametrize("label", ["short", "few"])
def test_by_the_dashboards_rule_our_percentiles_are_the_dashboards(measured: Path, label: str) -> None:
    ours, theirs = _both(measured, label)
    assert ours == pytest.approx(theirs, abs=0.01)


def test_beyond_its_window_the_dashboard_forgets_and_the_page_says_so(measured: Path) -> None:
    ours, theirs = _both(measured, "long")
    assert theirs[2] < 20
    assert ours[2] > 590
    page = (measured / "ours" / "report.html").read_text(encoding="utf-8")
    assert "last 20,000 samples" in page
