"""A small real analysis, sealed: what the evidence tests tamper with."""

from pathlib import Path

import yaml
from typer.testing import CliRunner, Result

from ackgate.cli.main import app

HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,grpThreads,allThreads"
CRITERIA = [{"metric": "error_rate", "limit": "< 1 %", "id": "errors"}]


def result_file(path: Path) -> Path:
    rows = [
        f"{1_700_000_000_000 + index * 500},{20 + index % 7},login,200,OK,users 1-{index % 5},true,10,5,5"
        for index in range(800)
    ]
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    return path


def ackgate(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=True)


def sealed(tmp_path: Path, limit: str = "< 1 %") -> Path:
    """An analyzed folder with its result file beside it."""
    criteria = tmp_path / "criteria.yaml"
    criteria.write_text(yaml.safe_dump([{**CRITERIA[0], "limit": limit}]), encoding="utf-8")
    folder = tmp_path / "report"
    done = ackgate("analyze", result_file(tmp_path / "run.jtl"), "-o", folder, "--criteria", criteria)
    assert (folder / "evidence.json").is_file(), done.output
    return folder
