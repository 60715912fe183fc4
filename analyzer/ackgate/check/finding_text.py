"""Findings for people and for programs."""

import json
from collections.abc import Sequence

from ackgate.check.finding import SEVERITIES, Finding


def findings_text(findings: Sequence[Finding]) -> str:
    """A paragraph per finding and a line that counts them."""
    return "\n".join([*(_paragraph(finding) for finding in findings), _summary(findings)])


def _paragraph(finding: Finding) -> str:
    lines = [
        f"{finding.severity} {finding.code}  {finding.place}",
        f"  {finding.message}",
        f"  why: {finding.why}",
    ]
    if finding.severity != "info":
        lines.append(f"  remedy: {finding.remedy}")
    if finding.command is not None:
        lines.append(f"  run: {finding.command}")
    return "\n".join(lines) + "\n"


def _summary(findings: Sequence[Finding]) -> str:
    counts = {name: sum(finding.severity == name for finding in findings) for name in SEVERITIES}
    parts = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items()]
    return ", ".join(parts)


def findings_json(findings: Sequence[Finding]) -> str:
    """``{"findings": [...], "errors": n, "warnings": n, "infos": n}``."""
    counts = {f"{name}s": sum(finding.severity == name for finding in findings) for name in SEVERITIES}
    return json.dumps(
        {"findings": [f.model_dump() for f in findings], **counts}, indent=2, ensure_ascii=False
    )
