"""One case: verifies every product's calls and measures the fastest correct one of each, interleaved with the
others."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import math
import re
import statistics
import time
from collections.abc import Callable

import operands
import reference
from calls import NO_CALL, Call, sentence
from cases import Case
from products import Product
from scores import BOUND, NONE, VALID, WRONG
from verify import Entry, Verifier, choose

SAMPLE_SECONDS = 0.01  # calls that take less are repeated within a sample
PAUSE_SECONDS = 0.06  # the threads of ONNX Runtime spin for 30 to 50 ms after a call
HOPELESS = 4  # times the product's best call: no second sample


@dataclasses.dataclass
class Effort:
    """Rounds go on until `seconds` have passed, but there are at least `least` and at most `most` of them.

    A product that takes more than `behind` times as long as the fastest in its first samples gets no others. `clock`
    counts nanoseconds: that of the process leaves out the turns of other programs, and is for one thread.
    """

    seconds: float
    least: int
    most: int
    behind: float = math.inf
    clock: Callable[[], int] = time.perf_counter_ns


def hold(case: Case, products: list[Product], effort: Effort) -> dict:
    drawn = operands.draw(case)
    return compare(case, Verifier(drawn, reference.expected(drawn)), products, effort)


def compare(case: Case, verifier: Verifier, products: list[Product], effort: Effort) -> dict:
    entries = {product.name: enter(product, verifier, effort.clock) for product in products}
    chosen = {product.name: settle(product, entries[product.name], verifier) for product in products}
    measure(in_reach([entry for entry in chosen.values() if entry], effort.behind), effort)
    for product in products:
        if entry := chosen[product.name]:
            verifier.hear(entry, product)
    return {
        "key": case.key,
        "label": case.label,
        "group": case.group,
        "positions": case.positions,
        "products": {name: record(chosen[name], entries[name]) for name in entries},
    }


def none_for(_: operands.Operands) -> list[Call]:
    """An operator of which the product has no call."""
    return []


def enter(product: Product, verifier: Verifier, clock: Callable[[], int]) -> list[Entry]:
    """The product's calls, heard once, each with a first sample."""
    if product.adapter is None:
        return [Entry(Call("import"), problem=product.problem)]
    operator = verifier.operands.case.operator
    try:
        calls = getattr(product.adapter, operator, none_for)(verifier.operands)
    except Exception as failure:  # each product has its own family of exceptions
        return [Entry(Call(operator), problem=sentence(failure))]
    calls = [call for call in calls if re.search(product.only, call.name)]
    if not calls:
        return [Entry(Call(operator), problem=NO_CALL)]
    entries = [Entry(call, problem=call.problem) for call in calls]
    best = math.inf
    for entry in entries:
        verifier.hear(entry, product)
        if entry.verdict == NONE:
            continue
        entry.samples.append(sample(entry.call, 1, clock))
        if entry.best < HOPELESS * best:
            entry.samples.append(sample(entry.call, loops(entry), clock))
        best = min(best, entry.best)
    return entries


def settle(product: Product, entries: list[Entry], verifier: Verifier) -> Entry | None:
    """The call to measure. It is heard several times more; if it turns out wrong, the next one is."""
    while (entry := choose(entries)) and entry.verdict != WRONG:
        before = entry.verdict
        verifier.hear_again(entry, product)
        if entry.verdict == before:
            break
    return entry


def in_reach(entries: list[Entry], behind: float) -> list[Entry]:
    fastest = min((entry.best for entry in entries if entry.verdict in VALID), default=math.inf)
    return [entry for entry in entries if entry.verdict == BOUND or entry.best <= behind * fastest]


def measure(entries: list[Entry], effort: Effort) -> None:
    """Rounds: a sample of each, in alternating order, so that none always follows the same one."""
    turns = [(entry, loops(entry)) for entry in entries]
    for entry in entries:
        entry.samples.clear()
    gc.collect()
    gc.disable()
    end = time.perf_counter() + effort.seconds
    for number in range(effort.most):
        if number >= effort.least and time.perf_counter() > end:
            break
        for entry, count in turns if number % 2 == 0 else reversed(turns):
            time.sleep(PAUSE_SECONDS)
            if count > 1:
                sample(entry.call, 1 + count // 10, effort.clock)
            entry.samples.append(sample(entry.call, count, effort.clock))
    gc.enable()


def loops(entry: Entry) -> int:
    return max(1, int(SAMPLE_SECONDS / max(entry.best, 1e-7)))


def sample(call: Call, count: int, clock: Callable[[], int]) -> float:
    """Seconds of one of `count` calls."""
    run = call.run
    start = clock()
    for _ in itertools.repeat(None, count):
        run()
    return (clock() - start) / count * 1e-9


def record(chosen: Entry | None, entries: list[Entry]) -> dict:
    calls = [{"call": entry.call.name, "verdict": entry.verdict, "problem": entry.problem, "differing": entry.differing}
             for entry in entries]  # fmt: skip
    if chosen is None:
        return {"verdict": NONE, "problem": entries[0].problem, "calls": calls}
    return {
        "verdict": chosen.verdict,
        "call": chosen.call.name,
        "seconds": chosen.best,
        "median": statistics.median(chosen.samples),
        "rounds": len(chosen.samples),
        "calls": calls,
    }
