"""Preflight of the load generator: what it must hold against what it has."""

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from ackgate.check import rules
from ackgate.check.finding import Finding
from ackgate.check.machine import Machine

#: Descriptors JMeter and the JVM need beside the connections.
SPARE_DESCRIPTORS = 500
STACK_BYTES = 1024 * 1024
HEAP_BYTES = 2 * 1024**3
BUFFER_BYTES = 4 * 1024 * 1024
_PLACE = "this machine"


@dataclass(frozen=True)
class Demand:
    """What a plan asks of the machine."""

    connections: int
    threads: int
    source_addresses: int
    ramp_up_s: float
    broker_url: str | None

    @property
    def local_broker(self) -> bool:
        """True for a broker on this machine's loopback."""
        host = (urlsplit(self.broker_url).hostname if self.broker_url else None) or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def machine_findings(machine: Machine, demand: Demand) -> Iterator[Finding]:
    """Findings of all rules below."""
    yield from _descriptors(machine, demand)
    yield from _ports(machine, demand)
    yield from _time_wait(machine, demand)
    yield from _memory(machine, demand)
    yield from _governor(machine)
    yield from _clock(machine)
    yield from _network(machine, demand)


def _descriptors(machine: Machine, demand: Demand) -> Iterator[Finding]:
    needed = demand.connections + SPARE_DESCRIPTORS
    if machine.file_descriptors is not None and machine.file_descriptors < needed:
        yield rules.FILE_LIMIT.finding(
            _PLACE,
            f"{machine.file_descriptors} descriptors per process,"
            f" {needed} needed for {demand.connections} connections",
            "raise the limit for this shell, for good in /etc/security/limits.d",
            f"sudo prlimit --pid $$ --nofile={needed}:{needed}",
        )


def _ports(machine: Machine, demand: Demand) -> Iterator[Finding]:
    if machine.local_ports is None:
        return
    room = machine.local_ports * max(demand.source_addresses, 1)
    if demand.connections > room:
        yield rules.PORT_RANGE.finding(
            _PLACE,
            f"{room} local ports for {demand.connections} connections to one broker address",
            "widen the range, or give several broker.source_addresses",
            'sudo sysctl -w net.ipv4.ip_local_port_range="1024 65535"',
        )


def _time_wait(machine: Machine, demand: Demand) -> Iterator[Finding]:
    many = machine.local_ports is not None and demand.connections > machine.local_ports // 2
    if machine.tcp_tw_reuse == 0 and many:
        yield rules.TIME_WAIT_REUSE.finding(
            _PLACE, "net.ipv4.tcp_tw_reuse is 0", "allow it", "sudo sysctl -w net.ipv4.tcp_tw_reuse=1"
        )
    waiting, ports = machine.time_wait_sockets, machine.local_ports
    if waiting is not None and ports is not None and waiting > ports // 10:
        yield rules.TIME_WAIT_COUNT.finding(
            _PLACE,
            f"{waiting} connections wait, of {ports} local ports",
            "wait a minute and check again",
            "sleep 60",
        )


def _memory(machine: Machine, demand: Demand) -> Iterator[Finding]:
    needed = demand.threads * STACK_BYTES + HEAP_BYTES
    available = machine.memory_available_bytes
    if available is not None and available < needed:
        heap = f"{HEAP_BYTES >> 20} MiB heap + {demand.threads} threads x {STACK_BYTES >> 20} MiB stack"
        yield rules.MEMORY.finding(
            _PLACE,
            f"{available >> 20} MiB free, {needed >> 20} MiB may be needed ({heap})",
            "use smaller stacks, load.connections_per_thread, or more injectors",
            "export JVM_ARGS=-Xss256k",
        )


def _governor(machine: Machine) -> Iterator[Finding]:
    saving = [name for name in machine.cpu_governors if name != "performance"]
    if saving:
        yield rules.CPU_GOVERNOR.finding(
            _PLACE,
            f"scaling governor {', '.join(saving)}",
            "set it for the run",
            "sudo cpupower frequency-set -g performance",
        )


def _clock(machine: Machine) -> Iterator[Finding]:
    if machine.clock_synchronised is False:
        yield rules.CLOCK.finding(
            _PLACE, "the kernel says so (adjtimex)", "start a time service", "sudo timedatectl set-ntp true"
        )


def _network(machine: Machine, demand: Demand) -> Iterator[Finding]:
    for name, size in (("rmem_max", machine.rmem_max_bytes), ("wmem_max", machine.wmem_max_bytes)):
        if size is not None and size < BUFFER_BYTES and not demand.local_broker:
            yield rules.SOCKET_BUFFERS.finding(
                _PLACE, f"net.core.{name} is {size}", "raise it for large payloads",
                f"sudo sysctl -w net.core.{name}={BUFFER_BYTES}",
            )  # fmt: skip
    per_s = demand.connections / max(demand.ramp_up_s, 1)
    backlog = machine.listen_backlog
    if demand.local_broker and backlog is not None and backlog < min(per_s, demand.connections):
        yield rules.LISTEN_BACKLOG.finding(
            _PLACE,
            f"net.core.somaxconn is {backlog}, {per_s:.0f} connects arrive per second",
            "raise it before the broker starts",
            "sudo sysctl -w net.core.somaxconn=8192 net.ipv4.tcp_max_syn_backlog=8192",
        )
