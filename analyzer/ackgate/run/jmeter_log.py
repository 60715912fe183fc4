"""What JMeter's own words tell about a run."""

import re
from pathlib import Path

_STARTED = re.compile(r"^Starting (?:standalone )?test @ .*\((\d{13})\)", re.MULTILINE)
_MISSING_CLASS = re.compile(r"(?:CannotResolveClassException|ClassNotFoundException): ([\w.$]+)")
_LOAD_PROBLEM = re.compile(r"Problem loading XML from|com\.thoughtworks\.xstream\.\S*Exception")
_TAIL_LINES = 3


def parse_started_ms(output: str) -> int | None:
    """Epoch ms at which JMeter says the test started, from what it printed."""
    match = _STARTED.search(output)
    return int(match[1]) if match else None


def failure_sentence(output: str, log: str) -> str:
    """Why JMeter ended without a result file, in one sentence."""
    missing = _MISSING_CLASS.search(output) or _MISSING_CLASS.search(log)
    if missing:
        owner = "AckGate's own plug-in" if missing[1].startswith("org.ackgate.") else "a plug-in"
        return (
            f"The plan needs {owner} that this JMeter lacks (class {missing[1]}); "
            "install it into JMeter's lib/ext (`ackgate setup` does so for ours)."
        )
    if _LOAD_PROBLEM.search(output) or _LOAD_PROBLEM.search(log):
        return "JMeter could not load the plan; jmeter.log in the run folder says why."
    tail = " ".join(line.strip() for line in output.strip().splitlines()[-_TAIL_LINES:])
    return f"JMeter ended without a result file: {tail or 'it printed nothing'}."


def read_text(path: Path) -> str:
    """The file's text, empty when there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
