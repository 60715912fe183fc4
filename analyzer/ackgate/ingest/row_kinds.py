"""What a row is: a sample, a transaction controller's sum, or a sub-result of the sample before it."""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ackgate.ingest.batch import (
    NESTED_IN_TRANSACTION,
    NESTED_SUB,
    Batch,
    Bools,
    Coded,
    Int64s,
)

SAMPLE, TRANSACTION, SUB_RESULT = 0, 1, 2

_TRANSACTION = re.compile(r"Number of samples in transaction : \d+, number of failing samples : \d+")
_XMETER_RECEIVED = re.compile(r"Received (\d[\d,.\u00a0\u202f' ]*) of message\s*\.?\s*$")
_XMETER_CONNECT = re.compile(
    r"Connection .* established successfully\.\s*$|Failed to establish Connection ", re.DOTALL
)
_NEGATIVE_LATENCY = re.compile(r"received \d+.*, negative latency (\d{1,15}) ")
_SUFFIX = re.compile(r"(.+)-\d+$", re.DOTALL)
_MAX_DEPTH = 4
_MAX_ROUNDS = 64


@dataclass(frozen=True)
class Messages:
    """What each row's response message says. ``received``: XMeter's message count, -1 where none;
    ``negative_latencies``: messages of a receive window that came before they were sent, by their clocks;
    ``nothing``: no row says any of these."""

    transaction: Bools
    received: Int64s
    xmeter_connect: Bools
    negative_latencies: Int64s
    nothing: bool = False


def read_messages(message: Coded) -> Messages:
    """Recognise transaction-controller rows and the XMeter plug-in's rows by their message."""
    texts = message.texts
    transaction = np.array([t.startswith("Number of") and bool(_TRANSACTION.match(t)) for t in texts], bool)
    received = np.array([_received(t) for t in texts], dtype=np.int64)
    connect = np.array(
        [t[:7] in ("Connect", "Failed ") and bool(_XMETER_CONNECT.match(t)) for t in texts], bool
    )
    negative = np.array([_negative_latencies(t) for t in texts], dtype=np.int64)
    if not (transaction.any() or connect.any() or negative.any() or (received >= 0).any()):
        return _nothing_said(len(message.codes))
    codes = message.codes
    return Messages(transaction[codes], received[codes], connect[codes], negative[codes])


def _nothing_said(rows: int) -> Messages:
    no = np.zeros(rows, dtype=bool)
    return Messages(no, np.full(rows, -1, np.int64), no, np.zeros(rows, np.int64), nothing=True)


def _received(text: str) -> int:
    match = _XMETER_RECEIVED.match(text) if text.startswith("Received ") else None
    return int(re.sub(r"\D", "", match[1])) if match else -1


def _negative_latencies(text: str) -> int:
    match = _NEGATIVE_LATENCY.match(text) if text.startswith("received ") else None
    return int(match[1]) if match else 0


@dataclass(frozen=True)
class Parent:
    """The last row that is no sub-result: codes and times of what a sub-result must belong to."""

    label: int = -1
    thread: int = -1
    start_ms: int = 0
    end_ms: int = -1


class SubResults:
    """Recognises sub-results: label ``parent-N``, the parent's thread, inside its time, directly after it.

    One object per source: the parent may stand in the batch before.
    """

    def __init__(self) -> None:
        self._ancestors: list[tuple[int, ...]] = []
        self._by_text: dict[str, int] = {}
        self._parent = Parent()

    def candidates(self, label: Int64s, texts: list[str]) -> Bools:
        """Rows whose label is that of another row with ``-N`` added."""
        self._learn(texts)
        may_be = np.array([bool(chain) for chain in self._ancestors], dtype=bool)
        return may_be[label] if may_be.any() and len(label) else np.zeros(len(label), dtype=bool)

    def find(
        self, candidates: Bools, label: Int64s, thread: Int64s, start_ms: Int64s, end_ms: Int64s
    ) -> Bools:
        """Which rows are sub-results; remembers the last row that is none for the next batch."""
        found = np.zeros(len(label), dtype=bool)
        if candidates.any():
            found = self._settle(candidates, label, thread, start_ms, end_ms)
        others = np.flatnonzero(~found)
        if len(others):
            n = others[-1]
            self._parent = Parent(int(label[n]), int(thread[n]), int(start_ms[n]), int(end_ms[n]))
        return found

    def forget_parent(self) -> None:
        """A new run begins: nothing before it is a parent."""
        self._parent = Parent()

    def _settle(
        self, candidates: Bools, label: Int64s, thread: Int64s, start_ms: Int64s, end_ms: Int64s
    ) -> Bools:
        chain = np.full((len(self._ancestors), _MAX_DEPTH), -2, dtype=np.int64)
        for code, codes in enumerate(self._ancestors):
            chain[code, : len(codes)] = codes
        before = self._parent
        labels, threads = np.append(before.label, label), np.append(before.thread, thread)
        starts, ends = np.append(before.start_ms, start_ms), np.append(before.end_ms, end_ms)
        found = np.append(False, candidates)
        rows = np.arange(len(labels))
        for _ in range(_MAX_ROUNDS):
            parent = np.maximum.accumulate(np.where(found, 0, rows))
            fits = (threads == threads[parent]) & (starts >= starts[parent]) & (ends <= ends[parent])
            fits &= (chain[labels] == labels[parent][:, None]).any(axis=1)
            kept: Bools = found & fits
            if (kept == found).all():
                return kept[1:]
            found = kept  # a row that fails may be a parent itself: settle again
        return np.zeros(len(label), dtype=bool)

    def _learn(self, texts: list[str]) -> None:
        known = len(self._by_text)
        if len(texts) == known:
            return
        for code in range(known, len(texts)):
            self._by_text[texts[code]] = code
        self._ancestors = [self._chain(text) for text in texts]

    def _chain(self, text: str) -> tuple[int, ...]:
        chain: list[int] = []
        while len(chain) < _MAX_DEPTH and (match := _SUFFIX.match(text)):
            text = match[1]
            if text in self._by_text:
                chain.append(self._by_text[text])
        return tuple(chain)


def nested_kinds(batch: Batch, transaction: Bools) -> npt.NDArray[np.int64]:
    """Kinds of XML rows, whose nesting is written in the file."""
    assert batch.nesting is not None
    kinds = np.where(batch.nesting == NESTED_SUB, SUB_RESULT, SAMPLE).astype(np.int64)
    kinds[transaction & (batch.nesting != NESTED_SUB)] = TRANSACTION
    kinds[(batch.nesting == NESTED_IN_TRANSACTION) & ~transaction] = SAMPLE
    return kinds
