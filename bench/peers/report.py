"""Formats the document as text for the terminal or as Markdown."""

from __future__ import annotations

import math

import scores
from calls import NO_CALL

BEHIND = 0.97  # ratios below are counted
MARKS = {"right": "", "rounded": "≈", "open": "°", "wrong": "✗", "bound": ""}
LEGEND = (
    "Milliseconds of one call, the median of all rounds; * the fastest product other than strew; ratio: its time over "
    "strew's, above 1 strew is faster; of best: the same of the best rounds.",
    "✗ a wrong answer, which counts for nothing; ° another answer where several updates collide without a reduction "
    "and the product leaves open which one stays; - no such call.",
)


def text(document: dict) -> str:
    lines = [*title(document), "", *aligned(*table(document)), "", *LEGEND, "", *summary(document), ""]
    return "\n".join(lines + notes(document))


def aligned(head: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return ["  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))])
            for row in [head, *rows]]  # fmt: skip


def markdown(document: dict) -> str:
    """Beside strew the fastest other product of each case only: all of them do not fit on a page."""
    rows = [compact(document, case) for case in document["cases"]]
    lines = [*title(document), "Milliseconds, medians.", "", "| case | fastest other | ms | strew | ratio | of best |"]
    lines += ["|---|---|--:|--:|--:|--:|", *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join([*lines, "", *bullets(summary(document)), "", *bullets(notes(document))])


def compact(document: dict, case: dict) -> list[str]:
    fastest, _ = scores.best(case)
    title = document["products"][fastest]["title"] if fastest else "-"
    times = [cell(case["products"][name], False) if name else "-" for name in (fastest, scores.OWN)]
    ratios = [scores.ratio(case), scores.ratio(case, by=scores.BEST)]
    return [f"`{case['key']}` {case['label']}", title, *times, *map(share, ratios)]


def bullets(lines: list[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def title(document: dict) -> list[str]:
    drawn = "" if document["seed"] is None else f", drawn with seed {document['seed']}"
    return [ran(document, "make peers", document["minutes"], drawn), f"{versions(document)}."]


def ran(document: dict, target: str, minutes: float, rest: str = "") -> str:
    """What ran, when, and where."""
    machine = document["machine"]
    return (
        f"{target}, {machine['date']}, {'quick sizes, ' if document['quick'] else ''}{minutes} minutes{rest}. "
        f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB, {machine['system']}, "
        f"load {machine['load']:.1f} in the minute before."
    )


def versions(document: dict) -> str:
    return ", ".join(f"{entry['title']} {entry['version']}" for name, entry in document["products"].items()
                     if not entry["problem"] and (name == scores.OWN or not scores.is_own(name)))  # fmt: skip


def table(document: dict) -> tuple[list[str], list[list[str]]]:
    products = document["products"]
    own = [name for name in products if scores.is_own(name)]
    head = ["case", *(entry["title"] for entry in products.values())]
    head += [f"ratio{name.removeprefix(scores.OWN)}" for name in own] + ["of best"]
    rows = []
    for case in document["cases"]:
        fastest, _ = scores.best(case)
        cells = [cell(case["products"][name], name == fastest) for name in products]
        ratios = [*(scores.ratio(case, own=name) for name in own), scores.ratio(case, by=scores.BEST)]
        rows.append([case["key"], *cells, *map(share, ratios)])
    return head, rows


def share(ratio: float | None) -> str:
    """Two digits after the point, of small ones two that are not zero."""
    return "-" if ratio is None else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


def cell(found: dict, is_best: bool) -> str:
    if found["verdict"] == "none":
        return "-"
    return f"{number(found[scores.MEDIAN] * 1e3)}{MARKS[found['verdict']]}{'*' if is_best else ''}"


def number(value: float) -> str:
    """Three significant digits."""
    if value >= 100:
        return f"{value:.0f}"
    digits = 2 - math.floor(math.log10(value))
    return f"{value:.{digits}f}"


def summary(document: dict) -> list[str]:
    if not scores.ratios(document):
        return ["No ratios: strew, or every other product, is missing."]
    own = [name for name in document["products"] if scores.is_own(name)]
    lines = [compared(document, name, scores.MEDIAN) for name in own] + [compared(document, scores.OWN, scores.BEST)]
    others = {name: scores.ratios(document, name) for name in document["products"] if not scores.is_own(name)}
    parts = [f"{document['products'][name]['title']} {share(scores.mean(list(ratios.values())))}"
             for name, ratios in others.items() if ratios]  # fmt: skip
    lines.append(f"Each product over strew, geometric mean of its own cases: {', '.join(parts)}.")
    return lines + behind(document)


def compared(document: dict, own: str, by: str) -> str:
    found = scores.ratios(document, own=own, by=by)
    title = document["products"][own]["title"]
    if not found:
        return f"{title} has no valid time."
    least, most = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
    slower = sum(ratio < BEHIND for ratio in found.values())
    times = "medians" if by == scores.MEDIAN else "best rounds"
    return (
        f"Best other product / {title} ({times}): geometric mean {share(scores.mean(list(found.values())))}, below {BEHIND} "
        f"in {slower} of {len(found)} cases, worst {share(found[least])} ({least}), maximum {share(found[most])} ({most})."
    )


def behind(document: dict) -> list[str]:
    found = scores.ratios(document)
    slower = [case for case in document["cases"] if found.get(case["key"], 1) < BEHIND]
    if not slower:
        return [f"No case below {BEHIND}."]
    names = [f"{case['key']} {share(found[case['key']])} ({document['products'][scores.best(case)[0]]['title']})"
             for case in sorted(slower, key=lambda case: found[case["key"]])]  # fmt: skip
    return [f"Below {BEHIND}: {', '.join(names)}."]


def notes(document: dict) -> list[str]:
    """What each product gives a wrong answer to, leaves open, or cannot do."""
    lines = []
    for name, entry in document["products"].items():
        if entry["problem"]:
            lines.append(f"{entry['title']} is not here: {entry['problem']}")
            continue
        calls = [(case["key"], call) for case in document["cases"] for call in case["products"][name]["calls"]]
        wrong, opened = (by_call(calls, verdict) for verdict in ("wrong", "open"))
        missing = [f"{case['key']} ({case['products'][name]['problem']})" for case in document["cases"]
                   if case["products"][name]["verdict"] == "none" and case["products"][name]["problem"] != NO_CALL]  # fmt: skip
        if wrong:
            lines.append(f"{entry['title']}, wrong: {wrong}.")
        if opened:
            lines.append(f"{entry['title']}, open ({entry['open']}): {opened}.")
        if missing:
            lines.append(f"{entry['title']}, cannot: {', '.join(missing)}.")
    return lines


def by_call(calls: list[tuple[str, dict]], verdict: str) -> str:
    """The calls with this verdict, each with its cases."""
    cases: dict[str, list[str]] = {}
    for key, call in calls:
        if call["verdict"] == verdict:
            cases.setdefault(call["call"], []).append(key)
    return "; ".join(f"{call} in {', '.join(keys)}" for call, keys in cases.items())
