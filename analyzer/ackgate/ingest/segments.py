"""Where one run ends and an appended one begins, and rows whose time fits neither neighbour."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ackgate.ingest.batch import Bools, Int64s

#: Remote modes deliver rows in batches of up to a minute: time may run back that far within a run.
BACK_MS = 120_000
#: A pause is an appended run when it is this long and much longer than any pause before it.
GAP_MS = 600_000
GAP_FACTOR = 10
#: The first and last row of a file have one neighbour only: they are damage only when a day off.
EDGE_MS = 86_400_000
MAX_SEGMENTS = 1_000


@dataclass
class Stretch:
    """Rows of one run in one source while they are read."""

    start_ms: int
    end_ms: int
    rows: int = 0
    longest_gap_ms: int = 0


class Segmenter:
    """Numbers the stretches of one source in file order."""

    def __init__(self) -> None:
        self.stretches: list[Stretch] = []
        self._fresh = True

    def begin_run(self) -> None:
        """A header line was met: what follows is a run of its own."""
        self._fresh = True

    def assign(self, start_ms: Int64s, end_ms: Int64s) -> Int64s:
        """The stretch number of each row; rows in file order."""
        result = np.empty(len(start_ms), dtype=np.int64)
        done = 0
        while done < len(start_ms):
            if self._fresh:
                self.stretches.append(Stretch(int(start_ms[done]), int(end_ms[done])))
                self._fresh = False
            taken = self._extend(start_ms[done:], end_ms[done:])
            result[done : done + taken] = len(self.stretches) - 1
            done += taken
        return result

    def _extend(self, start_ms: Int64s, end_ms: Int64s) -> int:
        """Take rows into the last stretch up to the first break; how many were taken."""
        stretch = self.stretches[-1]
        if stretch.rows >= 2 and _is_dense(start_ms, end_ms, stretch.end_ms):
            stretch.start_ms = min(stretch.start_ms, int(start_ms.min()))
            stretch.end_ms = max(stretch.end_ms, int(end_ms.max()))
            stretch.rows += len(start_ms)
            return len(start_ms)
        latest = np.maximum.accumulate(np.append(stretch.end_ms, end_ms))
        gaps = np.maximum(start_ms - latest[:-1], 0)
        longest = np.maximum.accumulate(np.append(stretch.longest_gap_ms, gaps))
        pause = (gaps > GAP_MS) & (gaps > GAP_FACTOR * longest[:-1])
        pause &= stretch.rows + np.arange(len(gaps)) >= 2
        breaks = np.flatnonzero(pause | (end_ms < latest[:-1] - BACK_MS))
        taken = int(breaks[0]) if len(breaks) and len(self.stretches) < MAX_SEGMENTS else len(start_ms)
        if taken:
            stretch.start_ms = min(stretch.start_ms, int(start_ms[:taken].min()))
            stretch.end_ms = int(latest[taken])
            stretch.longest_gap_ms = int(longest[taken])
            stretch.rows += taken
        self._fresh = taken < len(start_ms)
        return taken


def _is_dense(start_ms: Int64s, end_ms: Int64s, latest_ms: int) -> bool:
    """No row breaks the run, and no pause is so long that a later break would be measured by it."""
    pause = int(start_ms.max()) - latest_ms
    back = max(int(end_ms.max()), latest_ms) - int(end_ms.min())
    return pause * GAP_FACTOR <= GAP_MS and back <= BACK_MS


def out_of_line(
    start_ms: Int64s, end_ms: Int64s, before: tuple[int, int] | None, after: tuple[int, int] | None
) -> Bools:
    """Rows far in time from both neighbours, which agree with each other: a damaged time.

    ``before`` and ``after``: (start, end) of the rows next to the batch, None at the file's edges.
    """
    if _all_near(start_ms, before, after):
        return np.zeros(len(start_ms), dtype=bool)
    wrong = np.ones(len(start_ms), dtype=bool)
    for times, side in ((start_ms, 0), (end_ms, 1)):
        padded = np.concatenate(
            (
                [before[side]] if before else times[:0],
                times,
                [after[side]] if after else times[:0],
            )
        )
        offset = 1 if before else 0
        wrong &= _isolated(padded)[offset : offset + len(times)]
    return wrong


def _all_near(start_ms: Int64s, before: tuple[int, int] | None, after: tuple[int, int] | None) -> bool:
    """All starts, those of the neighbours too, lie within a time that no step of damage fits in."""
    if not len(start_ms):
        return True
    starts = [int(start_ms.min()), int(start_ms.max()), *(side[0] for side in (before, after) if side)]
    return max(starts) - min(starts) <= GAP_MS


def _isolated(times: npt.NDArray[np.int64]) -> Bools:
    result = np.zeros(len(times), dtype=bool)
    if len(times) < 3:
        return result
    steps = np.abs(np.diff(times))
    result[1:-1] = (steps[:-1] > GAP_MS) & (steps[1:] > GAP_MS) & (np.abs(times[2:] - times[:-2]) <= GAP_MS)
    result[0] = steps[0] > EDGE_MS and steps[1] <= GAP_MS
    result[-1] = steps[-1] > EDGE_MS and steps[-2] <= GAP_MS
    return result
