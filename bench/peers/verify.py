"""Verifies a call by comparing its result with the serial one, several times, since races do not always show."""

from __future__ import annotations

import dataclasses
import math
import time

import numpy as np

import reference
from calls import Call, sentence
from operands import Operands
from products import Product
from scores import BOUND, NONE, OPEN, RIGHT, ROUNDED, VALID, WRONG

WORSE = (NONE, RIGHT, ROUNDED, OPEN, WRONG)  # a call keeps the worst verdict that it ever got
TRIALS, TRIAL_SECONDS = 5, 1.0


@dataclasses.dataclass
class Entry:
    """A call in the comparison: a verdict, seconds of its samples, and the share of the results with other bits."""

    call: Call
    verdict: str = NONE
    problem: str = ""
    samples: list[float] = dataclasses.field(default_factory=list)
    differing: float = 0.0

    @property
    def best(self) -> float:
        return min(self.samples, default=math.inf)


@dataclasses.dataclass
class Verifier:
    """Of one case."""

    operands: Operands
    expected: np.ndarray

    def hear(self, entry: Entry, product: Product) -> None:
        """Runs the call once from the beginning."""
        if entry.call.problem or entry.verdict == WRONG:
            return
        try:
            result = self.result(entry.call)
        except Exception as failure:  # each product has its own family of exceptions
            entry.verdict, entry.problem = NONE, sentence(failure)
            return
        if entry.call.is_bound:
            entry.verdict = BOUND
            return
        verdict, differing = self.verdict_of(result, product)
        entry.verdict = max(entry.verdict, verdict, key=WORSE.index)
        entry.differing = max(entry.differing, differing)

    def verdict_of(self, result: np.ndarray, product: Product) -> tuple[str, float]:
        """The verdict, and the share of elements with other bits where that is counted."""
        if same(result, self.expected):
            return RIGHT, 0.0
        return (OPEN if self.is_open(result, product) else WRONG), 0.0

    def hear_again(self, entry: Entry, product: Product) -> None:
        end = time.perf_counter() + TRIAL_SECONDS
        for _ in range(TRIALS):
            if entry.verdict in VALID and time.perf_counter() < end:
                self.hear(entry, product)

    def result(self, call: Call) -> np.ndarray:
        self.operands.reset()
        if call.reset:
            call.reset()
        returned = call.run()
        return call.as_array(returned) if call.returns else self.operands.output

    def is_open(self, result: np.ndarray, product: Product) -> bool:
        if not (product.open and self.operands.case.leaves_winner_open):
            return False
        return reference.is_possible(result, self.operands, self.expected)


def same(result: np.ndarray, expected: np.ndarray) -> bool:
    return result.dtype == expected.dtype and result.shape == expected.shape and np.array_equal(result, expected)


def choose(entries: list[Entry]) -> Entry | None:
    """The fastest call that is not wrong; else the fastest."""
    for verdicts in (VALID, (BOUND,), (WRONG,)):
        possible = [entry for entry in entries if entry.verdict in verdicts]
        if possible:
            return min(possible, key=lambda entry: entry.best)
    return None
