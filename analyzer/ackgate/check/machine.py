"""This machine's limits as the kernel shows them; None where it doesn't."""

import ctypes
import resource
from dataclasses import dataclass
from pathlib import Path

import psutil

_TIME_ERROR = 5  # adjtimex(2): clock not synchronised
_TIMEX_BYTES = 512  # larger than struct timex anywhere


@dataclass(frozen=True)
class Machine:
    """Limits of the load generator."""

    file_descriptors: int | None
    local_ports: int | None
    tcp_tw_reuse: int | None
    time_wait_sockets: int | None
    memory_available_bytes: int | None
    cpu_governors: tuple[str, ...]
    clock_synchronised: bool | None
    rmem_max_bytes: int | None
    wmem_max_bytes: int | None
    listen_backlog: int | None


def read_machine(proc: Path = Path("/proc"), sys_folder: Path = Path("/sys")) -> Machine:
    """The machine this runs on; a system without /proc gives None for what only Linux tells."""
    low_high = (_text(proc / "sys/net/ipv4/ip_local_port_range") or "").split()
    return Machine(
        file_descriptors=_descriptor_limit(),
        local_ports=int(low_high[1]) - int(low_high[0]) + 1 if len(low_high) == 2 else None,
        tcp_tw_reuse=_number(proc / "sys/net/ipv4/tcp_tw_reuse"),
        time_wait_sockets=_time_wait(proc / "net/sockstat"),
        memory_available_bytes=psutil.virtual_memory().available,
        cpu_governors=_governors(sys_folder / "devices/system/cpu"),
        clock_synchronised=_clock_synchronised(),
        rmem_max_bytes=_number(proc / "sys/net/core/rmem_max"),
        wmem_max_bytes=_number(proc / "sys/net/core/wmem_max"),
        listen_backlog=_number(proc / "sys/net/core/somaxconn"),
    )


def _descriptor_limit() -> int | None:
    # The JVM raises its soft limit to the hard one (-XX:+MaxFDLimit, on by default).
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return None if hard == resource.RLIM_INFINITY else hard


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _number(path: Path) -> int | None:
    text = _text(path)
    return int(text) if text is not None and text.isdigit() else None


def _time_wait(path: Path) -> int | None:
    for line in (_text(path) or "").splitlines():
        words = line.split()
        if words[:1] == ["TCP:"] and "tw" in words:
            return int(words[words.index("tw") + 1])
    return None


def _governors(folder: Path) -> tuple[str, ...]:
    texts = (_text(path) for path in sorted(folder.glob("cpu[0-9]*/cpufreq/scaling_governor")))
    return tuple(sorted({text for text in texts if text}))


def _clock_synchronised() -> bool | None:
    """State of the kernel clock by adjtimex(2) with modes = 0, which changes nothing."""
    try:
        adjtimex = ctypes.CDLL(None, use_errno=True).adjtimex
    except (OSError, AttributeError):
        return None
    state = int(adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES)))
    return None if state < 0 else state != _TIME_ERROR
