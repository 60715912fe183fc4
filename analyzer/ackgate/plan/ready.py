"""The ready workloads: list them, show one, start a new file from one."""

import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from ackgate.plan.workload_error import WorkloadError, nearest

_FILE = re.compile(r"(?:\.\./)+((?:payloads/)?[\w.-]+\.(?:json|csv|bin))")


@dataclass(frozen=True)
class ReadyWorkload:
    """One ready workload: its file as text, and what it is for."""

    name: str
    text: str

    @property
    def when_to_use(self) -> str:
        """The comment at the head of the file, as one paragraph."""
        lines = []
        for line in self.text.splitlines():
            if not line.startswith("#"):
                break
            lines.append(line.lstrip("# "))
        return " ".join(lines)


def ready_workloads() -> list[ReadyWorkload]:
    """All ready workloads by name."""
    folder = resources.files("ackgate.plan").joinpath("ready_workloads")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda f: f.name)
    return [ReadyWorkload(f.name.removesuffix(".yaml"), f.read_text(encoding="utf-8")) for f in files]


def ready_workload(name: str) -> ReadyWorkload:
    """The ready workload of that name. Raises WorkloadError with the known names."""
    known = {workload.name: workload for workload in ready_workloads()}
    if name not in known:
        raise WorkloadError(
            f"{name}: no ready workload{nearest(name, list(known))} (ready: {', '.join(known)})"
        )
    return known[name]


def new_workload(template: str, path: Path) -> list[Path]:
    """Write a copy of a ready workload, named after ``path``, with its payload files beside it.

    The devices file is left to ``ackgate data devices``. Returns the files written. Raises WorkloadError when
    one of them exists.
    """
    ready = ready_workload(template)
    text = re.sub(r"(?m)^name: .*$", f"name: {path.stem}", ready.text, count=1)
    payloads = sorted({name for name in _FILE.findall(text) if name.startswith("payloads/")})
    text = _FILE.sub(r"\1", text)
    folder = resources.files("ackgate.plan").joinpath("ready_payloads")
    contents = {path.parent / name: folder.joinpath(Path(name).name).read_bytes() for name in payloads}
    # A payload file that is there already, such as one of an earlier call, is kept.
    contents = {file: content for file, content in contents.items() if not file.exists()}
    if path.exists():
        raise WorkloadError(f"{path}: exists; name another file")
    for file, content in {path: text.encode(), **contents}.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return [path, *contents]
