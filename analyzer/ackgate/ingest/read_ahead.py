"""Reading beside the work on what was read."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor


def one_ahead(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """The same blocks, the next one being read and hashed in a thread while the last is worked on."""
    with ThreadPoolExecutor(1, "read-ahead") as pool:
        coming = pool.submit(next, blocks, None)
        while (block := coming.result()) is not None:
            coming = pool.submit(next, blocks, None)
            yield block
