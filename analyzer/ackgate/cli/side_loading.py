"""Loads what is needed later while something else waits for bytes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread

#: How long one thread may keep the interpreter from another that waits for it. Python's own 5 ms would let
#: the loading hold up every array operation of the reading for as long.
_SWITCH_S = 0.0005


@contextmanager
def loading_beside(module: str) -> Iterator[None]:
    """Import ``module`` in a thread of its own; it is there when the block is left.

    A module that can't be imported fails where it is imported again.
    """
    usual_s = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_S)
    thread = Thread(target=_load, args=(module,), name="loading")
    thread.start()
    try:
        yield
    finally:
        thread.join()
        sys.setswitchinterval(usual_s)


def _load(module: str) -> None:
    with suppress(Exception):  # said where it is imported again
        import_module(module)
