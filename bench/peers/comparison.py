"""One case: verifies every product's calls and measures the fastest correct one of each, interleaved with the
others."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import math
import statistics
import time

import operands
import reference
from calls import Call, sentence
from cases import Case
from verify import NONE, WRONG, Entry, Verifier, choose
from products import Product

SAMPLE_SECONDS = 0.01  # calls that take less are repeated within a sample
PAUSE_SECONDS = 0.06  # the threads of ONNX Runtime spin for 30 to 50 ms after a call
HOPELESS = 4  # times the product's best call: no second sample


@dataclasses.dataclass
class Effort:
    """Rounds go on until `seconds` have passed, but there are at least `least` and at most `most` of them.

    A product that takes more than `behind` times as long as the fastest in its first samples gets no others.
    """

    seconds: float
    least: int
    most: int
    behind: float = math.inf


def hold(case: Case, products: list[Product], effort: Effort) -> dict:
    drawn = operands.draw(case)
    verifier = Verifier(drawn, reference.expected(drawn))
    entries = {product.name: enter(product, verifier) for product in products}
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


def enter(product: Product, verifier: Verifier) -> list[Entry]:
    """The product's calls, heard once, each with a first sample."""
    if product.adapter is None:
        return [Entry(Call("import"), problem=product.problem)]
    operator = verifier.operands.case.operator
    try:
        calls = getattr(product.adapter, operator, none_for)(verifier.operands)
    except Exception as failure:  # each product has its own family of exceptions
        return [Entry(Call(operator), problem=sentence(failure))]
    if not calls:
        return [Entry(Call(operator), problem="no such call")]
    entries = [Entry(call, problem=call.problem) for call in calls]
    best = math.inf
    for entry in entries:
        verifier.hear(entry, product)
        if entry.verdict == NONE:
            continue
        entry.samples.append(sample(entry.call, 1))
        if entry.best < HOPELESS * best:
            entry.samples.append(sample(entry.call, loops(entry)))
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
    fastest = min((entry.best for entry in entries if entry.verdict != WRONG), default=math.inf)
    return [entry for entry in entries if entry.best <= behind * fastest]


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
                sample(entry.call, 1 + count // 10)
            entry.samples.append(sample(entry.call, count))
    gc.enable()


def loops(entry: Entry) -> int:
    return max(1, int(SAMPLE_SECONDS / max(entry.best, 1e-7)))


def sample(call: Call, count: int) -> float:
    """Seconds of one of `count` calls."""
    run = call.run
    start = time.perf_counter_ns()
    for _ in itertools.repeat(None, count):
        run()
    return (time.perf_counter_ns() - start) / count * 1e-9


def record(chosen: Entry | None, entries: list[Entry]) -> dict:
    calls = [{"call": entry.call.name, "verdict": entry.verdict, "problem": entry.problem} for entry in entries]
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
