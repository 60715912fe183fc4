"""What a machine lacks is said with the command that mends it."""

from dataclasses import replace

import pytest

from ackgate.check.machine import Machine, read_machine
from ackgate.check.machine_rules import Demand, machine_findings

FIT = Machine(
    file_descriptors=1_000_000,
    local_ports=64_512,
    tcp_tw_reuse=1,
    time_wait_sockets=0,
    memory_available_bytes=64 * 1024**3,
    cpu_governors=("performance",),
    clock_synchronised=True,
    rmem_max_bytes=16 * 1024**2,
    wmem_max_bytes=16 * 1024**2,
    listen_backlog=65_535,
)
DEMAND = Demand(10_000, 10_000, 0, ramp_up_s=10, broker_url="tcp://broker.example:1883")
LOCAL = replace(DEMAND, broker_url="tcp://127.0.0.1:1883")


def test_finds_nothing_on_a_fit_machine():
    assert list(machine_findings(FIT, DEMAND)) == []


@pytest.mark.parametrize(
    ("code", "lack", "demand", "command"),
    [
        ("AG401", {"file_descriptors": 1024}, DEMAND, "sudo prlimit --pid $$ --nofile=10500:10500"),
        ("AG402", {"local_ports": 5000}, DEMAND, 'sudo sysctl -w net.ipv4.ip_local_port_range="1024 65535"'),
        (
            "AG403",
            {"tcp_tw_reuse": 0, "local_ports": 15_000},
            DEMAND,
            "sudo sysctl -w net.ipv4.tcp_tw_reuse=1",
        ),
        ("AG404", {"time_wait_sockets": 20_000}, DEMAND, "sleep 60"),
        ("AG405", {"memory_available_bytes": 1024**3}, DEMAND, "export JVM_ARGS=-Xss256k"),
        ("AG406", {"cpu_governors": ("powersave",)}, DEMAND, "sudo cpupower frequency-set -g performance"),
        ("AG407", {"clock_synchronised": False}, DEMAND, "sudo timedatectl set-ntp true"),
        ("AG408", {"rmem_max_bytes": 212_992}, DEMAND, "sudo sysctl -w net.core.rmem_max=4194304"),
        (
            "AG409",
            {"listen_backlog": 128},
            LOCAL,
            "sudo sysctl -w net.core.somaxconn=8192 net.ipv4.tcp_max_syn_backlog=8192",
        ),
    ],
)
def test_finds_a_lack_and_names_the_command(code, lack, demand, command):
    findings = list(machine_findings(replace(FIT, **lack), demand))
    assert [(finding.code, finding.command) for finding in findings] == [(code, command)]


def test_counts_the_ports_of_every_source_address():
    assert (
        list(
            machine_findings(
                replace(FIT, local_ports=5000, tcp_tw_reuse=2), replace(DEMAND, source_addresses=2)
            )
        )
        == []
    )


def test_judges_nothing_that_the_system_does_not_tell():
    blind = Machine(None, None, None, None, None, (), None, None, None, None)
    assert list(machine_findings(blind, DEMAND)) == []


def test_reads_what_the_kernel_shows(tmp_path):
    files = {
        "proc/sys/net/ipv4/ip_local_port_range": "32768\t60999\n",
        "proc/sys/net/ipv4/tcp_tw_reuse": "2\n",
        "proc/net/sockstat": "sockets: used 5\nTCP: inuse 5 orphan 0 tw 37 alloc 9 mem 1\n",
        "proc/sys/net/core/rmem_max": "212992\n",
        "proc/sys/net/core/wmem_max": "212992\n",
        "proc/sys/net/core/somaxconn": "4096\n",
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
        "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "performance\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
    machine = read_machine(tmp_path / "proc", tmp_path / "sys")
    assert (machine.local_ports, machine.tcp_tw_reuse, machine.time_wait_sockets) == (28_232, 2, 37)
    assert (machine.rmem_max_bytes, machine.listen_backlog) == (212_992, 4096)
    assert machine.cpu_governors == ("performance", "powersave")


def test_knows_nothing_where_there_is_no_proc(tmp_path):
    machine = read_machine(tmp_path, tmp_path)
    assert (machine.local_ports, machine.time_wait_sockets, machine.cpu_governors) == (None, None, ())
    assert machine.memory_available_bytes > 0
