"""JMeter left running by a run that was killed: it would go on loading the broker under the next one."""

import sys
from pathlib import Path

import psutil

from ackgate.run.failure import RunError
from ackgate.run.folder import RunFolder

_LIMIT_S = 30.0


def end_orphan(root: Path) -> bool:
    """End the JMeter that still writes into the run folder ``root``. True when there was one.

    Raises RunError when it does not end.
    """
    results = str(RunFolder(root.absolute()).results)
    orphans = [process for process in psutil.process_iter() if _writes(process, results)]
    for orphan in orphans:
        sys.stderr.write(f"ackgate: ending JMeter {orphan.pid}, which a killed run left behind\n")
        orphan.terminate()
    _, alive = psutil.wait_procs(orphans, _LIMIT_S)
    if alive:
        raise RunError(f"JMeter {alive[0].pid} still writes into {root} and does not end; kill it first.")
    return bool(orphans)


def _writes(process: psutil.Process, results: str) -> bool:
    try:
        arguments = process.cmdline()
    except psutil.Error:
        return False
    return "-n" in arguments and results in arguments
