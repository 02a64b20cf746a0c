"""Formats the document as text for the terminal or as Markdown: a table for each number of threads, then the checks."""

from __future__ import annotations

import report
import scores
from fused import check
from fused.field import COPY, UNFUSED
from report import bullets, cell, share

LEGEND = (
    *report.LEGEND[:1],
    "unfused: strew's gather, a product in NumPy and strew's scatter. % of copy: the time of a copy that reads and writes as "
    "many bytes as the case must, over strew's.",
    "≈ equal up to rounding: another order of the sum, or other roundings; ✗ a wrong answer, which counts for nothing; "
    "- no such call.",
)


def text(document: dict) -> str:
    lines = heading(document)
    for run in document["runs"]:
        lines += ["", f"{threads(run)}: milliseconds of one call", *report.aligned(*table(run))]
        lines += ["", *calls(run), "", *skipped(run), *report.summary(compared(run))]
    head, rows = check.table(document)
    lines += ["", *LEGEND, "", "Results, of all calls that were tried:", *report.aligned(head, rows), ""]
    return "\n".join([*lines, *check.suspects(document), "", *notes(document)])


def markdown(document: dict) -> str:
    """Beside strew the fastest other product of each case only: all of them do not fit on a page."""
    lines = heading(document)
    for run in document["runs"]:
        lines += ["", f"{threads(run)}, milliseconds, medians:", ""]
        lines += ["| case | fastest other | ms | strew | ratio | of best | unfused / strew | % of copy |"]
        lines += ["|---|---|--:|--:|--:|--:|--:|--:|"]
        lines += ["| " + " | ".join(report.compact(run, case) + own_shares(case)) + " |" for case in run["cases"]]
        lines += ["", *bullets(skipped(run) + report.summary(compared(run)))]
    head, rows = check.table(document)
    lines += ["", "| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([*lines, "", *bullets(check.suspects(document) + notes(document))])


def heading(document: dict) -> list[str]:
    minutes = round(sum(run["minutes"] for run in document["runs"]), 1)
    kept = " ".join(f"{name}={value}" for name, value in document["kept"].items())
    return [
        report.ran(document, "make fused", minutes),
        f"{report.versions(compared(document['runs'][0]))}. Memory is touched before, and kept by malloc on all sides ({kept}); "
        f"{document['clock']}.",
    ]


def threads(run: dict) -> str:
    return f"{run['threads']} thread{'s' * (run['threads'] > 1)}"


def table(run: dict) -> tuple[list[str], list[list[str]]]:
    products = run["products"]
    head = ["case", *(entry["title"] for entry in products.values()), "ratio", "of best", "unfused / strew", "% of copy"]
    rows = []
    for case in run["cases"]:
        fastest, _ = scores.best(case)
        cells = [cell(case["products"][name], name == fastest) for name in products]
        ratios = (scores.ratio(case), scores.ratio(case, by=scores.BEST))
        rows.append([case["key"], *cells, *map(share, ratios), *own_shares(case)])
    return head, rows


def own_shares(case: dict) -> list[str]:
    """Without fusing over strew, and the copy over strew."""
    copied = of_copy(case)
    return [share(scores.ratio(case, UNFUSED)), "-" if copied is None else f"{100 * copied:.0f}"]


def of_copy(case: dict, by: str = scores.MEDIAN) -> float | None:
    """Time of the copy over that of strew."""
    own, copy = scores.time(case, scores.OWN, by), case["products"][COPY]
    return copy[by] / own if own and copy["verdict"] == scores.BOUND else None


def calls(run: dict) -> list[str]:
    """The call of the fastest other product, and of strew."""
    lines = []
    for case in run["cases"]:
        names = [name for name in (scores.best(case)[0], scores.OWN) if "call" in case["products"].get(name, {})]
        chosen = (f"{run['products'][name]['title']}, {case['products'][name]['call']}" for name in names)
        lines.append(f"{case['key']}: {'; '.join(chosen)}")
    return lines


def skipped(run: dict) -> list[str]:
    return [f"Skipped: {case['key']}, this strew has no {case['operator']}." for case in run["skipped"]]


def notes(document: dict) -> list[str]:
    """Those of each number of threads, once where they are the same."""
    every = [line for run in document["runs"] for line in report.notes(compared(run))]
    return list(dict.fromkeys(every))


def compared(run: dict) -> dict:
    """Without what is measured beside the products."""
    return {**run, "products": {name: entry for name, entry in run["products"].items() if name not in (UNFUSED, COPY)}}
