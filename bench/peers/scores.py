"""Ratios over the cases of a document. Times are medians of the rounds, unless `by` is "seconds", the best round."""

from __future__ import annotations

import math

OWN = "strew"
RIGHT, ROUNDED, OPEN, WRONG, NONE, BOUND = "right", "rounded", "open", "wrong", "none", "bound"
VALID = (RIGHT, ROUNDED, OPEN)
MEDIAN, BEST = "median", "seconds"


def is_own(product: str) -> bool:
    """strew takes part under several names, once for each number of threads."""
    return product.split("/")[0] == OWN


def time(case: dict, product: str, by: str = MEDIAN) -> float | None:
    """That of a product whose answer counts."""
    found = case["products"].get(product)
    return found[by] if found and found["verdict"] in VALID else None


def best(case: dict, by: str = MEDIAN) -> tuple[str, float]:
    """The fastest of the other products, ("", inf) where there is none."""
    times = {name: time(case, name, by) for name in case["products"] if not is_own(name)}
    valid = {name: seconds for name, seconds in times.items() if seconds is not None}
    return min(valid.items(), key=lambda item: item[1], default=("", math.inf))


def ratio(case: dict, other: str | None = None, own: str = OWN, by: str = MEDIAN) -> float | None:
    """The other product's time (without a name: the best one's) over strew's: above 1, strew is faster."""
    mine = time(case, own, by)
    against = time(case, other, by) if other else best(case, by)[1]
    return against / mine if mine and against and against < math.inf else None


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def ratios(document: dict, other: str | None = None, own: str = OWN, by: str = MEDIAN) -> dict[str, float]:
    found = ((case["key"], ratio(case, other, own, by)) for case in document["cases"])
    return {key: value for key, value in found if value is not None}
