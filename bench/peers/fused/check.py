"""What the results are worth, counted, and the cases that ask for a look."""

from __future__ import annotations

import collections

import scores
from calls import NO_CALL
from fused.field import COPY, UNFUSED
from report import BEHIND, share

SLOWER = 1.05  # time with more threads over that with fewer
VERDICTS = {scores.RIGHT: "serial bits", scores.ROUNDED: "up to rounding", scores.WRONG: "wrong"}


def table(document: dict) -> tuple[list[str], list[list[str]]]:
    """For each product its calls by verdict, and those that failed."""
    counts: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    titles = {}
    for run in document["runs"]:
        for name, entry in run["products"].items():
            titles[name] = entry["title"]
            for case in run["cases"]:
                counts[name].update(call["verdict"] for call in case["products"][name]["calls"]
                                    if call["problem"] != NO_CALL)  # fmt: skip
    head = ["product", *VERDICTS.values(), "failed", "most bits differing"]
    rows = [[titles[name], *(str(counts[name][verdict]) for verdict in (*VERDICTS, scores.NONE)), differing(document, name)]
            for name in titles if name != COPY]  # fmt: skip
    return head, rows



def differing(document: dict, product: str) -> str:
    """The largest share of the elements of a result whose bits are others, among those equal up to rounding."""
    shares = [(call["differing"], case["key"]) for run in document["runs"] for case in run["cases"]
              for call in case["products"][product]["calls"] if call["verdict"] == scores.ROUNDED]  # fmt: skip
    if not shares:
        return "-"
    most, key = max(shares)
    return f"{100 * most:.3g} % ({key})"


def suspects(document: dict) -> list[str]:
    """By medians and by the best rounds both, so that another program's turn is no suspect."""
    behind, unfused = [], []
    for run in document["runs"]:
        for case in run["cases"]:
            place = f"{case['key']} on {run['threads']}"
            behind += [f"{place}: {share(ratio)}" for ratio in [clearly(case)] if ratio and ratio < BEHIND]
            unfused += [f"{place}: {share(ratio)}" for ratio in [clearly(case, UNFUSED)] if ratio and ratio < BEHIND]
    return [
        f"Another product is faster (below {BEHIND}): {', '.join(behind) or 'nowhere'}.",
        f"Not fusing is faster (below {BEHIND}): {', '.join(unfused) or 'nowhere'}.",
        f"More threads are slower (above {SLOWER}): {', '.join(slower(document)) or 'nowhere'}.",
        f"Not the bits of the serial loop: {', '.join(other_bits(document)) or 'nowhere'}.",
    ]


def clearly(case: dict, other: str | None = None) -> float | None:
    """The ratio that is more in strew's favour."""
    ratios = [scores.ratio(case, other, by=by) for by in (scores.MEDIAN, scores.BEST)]
    return max(ratios) if all(ratios) else None


def slower(document: dict) -> list[str]:
    """Time with each number of threads over that with the number before."""
    found = []
    runs = sorted(document["runs"], key=lambda run: run["threads"])
    for few, many in zip(runs, runs[1:]):
        before = {case["key"]: case for case in few["cases"]}
        for case in many["cases"]:
            growth = least_growth(before.get(case["key"]), case)
            if growth and growth > SLOWER:
                found.append(f"{case['key']}: {growth:.2f}")
    return found


def least_growth(before: dict | None, after: dict) -> float | None:
    times = [(scores.time(before, scores.OWN, by), scores.time(after, scores.OWN, by))
             for by in (scores.MEDIAN, scores.BEST) if before]  # fmt: skip
    return min(after / before for before, after in times) if times and all(map(all, times)) else None


def other_bits(document: dict) -> list[str]:
    """Of strew, which promises them."""
    return [f"{case['key']} on {run['threads']} ({call['call']}: {call['verdict']})"
            for run in document["runs"] for case in run["cases"] for call in case["products"][scores.OWN]["calls"]
            if call["verdict"] in (scores.ROUNDED, scores.WRONG)]  # fmt: skip
