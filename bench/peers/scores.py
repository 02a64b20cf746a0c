"""Ratios over the cases of a document."""

from __future__ import annotations

import math

OWN = "strew"
VALID = ("right", "open")


def seconds(case: dict, product: str) -> float | None:
    """The time of a product whose answer counts."""
    found = case["products"].get(product)
    return found["seconds"] if found and found["verdict"] in VALID else None


def best(case: dict) -> tuple[str, float]:
    """The fastest of the other products, ("", inf) where there is none."""
    times = {name: seconds(case, name) for name in case["products"] if name != OWN}
    valid = {name: time for name, time in times.items() if time is not None}
    return min(valid.items(), key=lambda item: item[1], default=("", math.inf))


def ratio(case: dict, other: str | None = None) -> float | None:
    """The other product's time (without a name: the best one's) over strew's: above 1, strew is faster."""
    own = seconds(case, OWN)
    against = seconds(case, other) if other else best(case)[1]
    return against / own if own and against and against < math.inf else None


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def ratios(document: dict, other: str | None = None) -> dict[str, float]:
    found = ((case["key"], ratio(case, other)) for case in document["cases"])
    return {key: value for key, value in found if value is not None}
