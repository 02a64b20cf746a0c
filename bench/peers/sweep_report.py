"""The table of a sweep, and what is suspicious in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import scores
from report import number, share

SLOWER = 1.05  # time with more threads over that with fewer
BUMP = 1.2  # time of an index over that at the size before


def text(document: dict) -> str:
    own = own_names(document)
    lines = []
    for line in document["lines"]:
        head = ["indices", *(document["titles"][name] for name in own), "best other", "", "ratio", "all / 1"]
        rows = [head, *(row(document, point, own) for point in line["points"])]
        widths = [max(len(cells[column]) for cells in rows) for column in range(len(head))]
        lines += [f"{line['title']} ({line['key']}): nanoseconds of an index, medians"]
        lines += ["  ".join(cell.rjust(width) for cell, width in zip(cells, widths)).rstrip() for cells in rows]
        lines.append("")
    return "\n".join(lines + check(document))


def own_names(document: dict) -> list[str]:
    return [name for name in document["titles"] if scores.is_own(name)]


def single(document: dict) -> str | None:
    """strew with one thread."""
    return next((name for name in own_names(document) if document["titles"][name].endswith(" 1 thread")), None)


def nanoseconds(point: dict, product: str, by: str = scores.MEDIAN) -> float | None:
    found = scores.time(point, product, by)
    return found * 1e9 / point["size"] if found else None


def best_other(point: dict) -> tuple[str, float]:
    name, seconds = scores.best(point)
    return name, seconds * 1e9 / point["size"]


def against_one(document: dict, point: dict, by: str = scores.MEDIAN) -> float | None:
    """Time with all threads over that with one."""
    one = single(document)
    return scores.ratio(point, scores.OWN, one, by) if one and one != scores.OWN else None


def growth(before: dict, point: dict, by: str) -> float | None:
    """Time of an index over that at the size before."""
    times = nanoseconds(before, scores.OWN, by), nanoseconds(point, scores.OWN, by)
    return times[1] / times[0] if all(times) else None


def row(document: dict, point: dict, own: list[str]) -> list[str]:
    name, other = best_other(point)
    times = (nanoseconds(point, entry) for entry in own)
    ratios = (scores.ratio(point), against_one(document, point))
    return [str(point["size"]), *("-" if time is None else number(time) for time in times), number(other) if name else "-",
            document["titles"].get(name, ""), *map(share, ratios)]  # fmt: skip


def check(document: dict) -> list[str]:
    slower, bumps = [], []
    for line in document["lines"]:
        points = line["points"]
        slower += suspects(line, points, SLOWER, lambda point, by: against_one(document, point, by))
        bumps += suspects(line, zip(points, points[1:]), BUMP, lambda pair, by: growth(*pair, by))
    return [
        f"Slower with all threads than with one (above {SLOWER}): {', '.join(slower) or 'nowhere'}.",
        f"An index takes longer than at the size before (above {BUMP}): {', '.join(bumps) or 'nowhere'}.",
        "Both by medians and by the best rounds, so that another program's turn is no suspect.",
    ]


def suspects(line: dict, places: Iterable, limit: float, ratio: Callable) -> list[str]:
    """Where the ratio is above the limit by both measures; a place is a point or a pair of neighbours."""
    found = []
    for place in places:
        ratios = [ratio(place, by) for by in (scores.MEDIAN, scores.BEST)]
        if all(value and value > limit for value in ratios):
            point = place if isinstance(place, dict) else place[1]
            found.append(f"{line['key']} {point['size']}: {min(ratios):.2f}")
    return found
