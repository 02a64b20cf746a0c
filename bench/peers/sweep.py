"""Measures six operators from 10 to 10^8 indices: a picture, a table, and a check that nothing gets slower in between.

python bench/peers/sweep.py --package build/python --cases add_1d --products numpy,torch --most 1e6
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import json
import math
import re
import sys
from collections.abc import Callable

import numpy as np

import comparison
import machine
import operands
import options
import sweep_report
from cases import K, M, Case, Shape

EFFORT = comparison.Effort(seconds=0.5, least=5, most=15, behind=8)
FIRST, LAST = 10, 100 * M
STEPS = 2  # for each power of ten
MOST_MOVED = 700 * M  # elements: the serial reference takes some seconds
MOST_MEMORY = 0.5  # of what is available
FLOAT, ROW = 4, 64  # bytes of an element, elements of a row


@dataclasses.dataclass(frozen=True)
class Line:
    """One panel of the picture: a case at any number of indices."""

    key: str
    title: str
    operator: str
    shapes: Callable[[int], tuple[Shape, Shape]]  # of data and indices
    reduction: str = "none"
    values: str = "uniform"
    axis: int = 0

    def case(self, count: int) -> Case:
        data, indices = self.shapes(count)
        return Case(f"{self.key}_{count}", "sweep", self.operator, data, indices, axis=self.axis,
                    reduction=self.reduction, values=self.values)  # fmt: skip


def in_rows(count: int) -> tuple[Shape, Shape]:
    """Indices along the last axis, 1000 in each row."""
    rows = max(1, count // K)
    return (rows, K), (rows, count // rows)


LINES = (
    Line("gather_rows", "gather, rows of 256 bytes", "gather", lambda n: ((100 * K, ROW), (n,))),
    Line("gather_1d", "gather, f32", "gather", lambda n: ((1 * M,), (n,))),
    Line("gather_elements", "gather_elements, last axis, f32", "gather_elements", in_rows, axis=1),
    Line("scatter_rows", "scatter, distinct rows of 256 bytes", "scatter", lambda n: ((max(n, K), ROW), (n,)),
         values="permutation"),
    Line("add_rows", "scatter add, rows of 64 f32", "scatter", lambda n: ((100 * K, ROW), (n,)), reduction="add"),
    Line("add_1d", "scatter add, f32", "scatter", lambda n: ((1 * M,), (n,)), reduction="add"),
)  # fmt: skip


def arguments() -> argparse.Namespace:
    parser = options.parser("sweep", __doc__)
    parser.set_defaults(threads=options.threads("all,1"))
    parser.add_argument("--cases", default=".", metavar="REGEX", help="lines whose name it matches (default: all)")
    parser.add_argument("--most", type=float, default=LAST, help="indices (default: 1e8, where the memory allows)")
    parser.add_argument("--show", action="store_true", help="measure nothing, report what the folder has")
    return parser.parse_args()


def sizes(most: float) -> list[int]:
    steps = round(math.log10(LAST / FIRST) * STEPS)
    every = (round(FIRST * 10 ** (step / STEPS)) for step in range(steps + 1))
    return [size for size in every if size <= most]


def fits(case: Case) -> bool:
    """Operands, the expected result, and the copy that some products make."""
    moved, table = math.prod(operands.moved(case)), math.prod(case.data)
    result = table if case.is_scatter else moved
    whole = (table + moved + 3 * result) * FLOAT + math.prod(case.indices) * np.dtype(case.index_dtype).itemsize
    return moved <= MOST_MOVED and whole < MOST_MEMORY * machine.available_bytes()


def measure(given: argparse.Namespace) -> dict:
    lines = [line for line in LINES if re.search(given.cases, line.key)]
    if not lines:
        sys.exit(f"sweep: no line matches {given.cases!r}")
    field = options.field(given)
    effort = options.effort(given, EFFORT)
    titles = {product.name: product.title for product in field}
    document = {"machine": machine.describe(), "titles": titles, "lines": []}
    for line in lines:
        points = []
        for size in sizes(given.most):
            if not fits(case := line.case(size)):
                print(f"{case.key} is too large", file=sys.stderr)
                break
            print(case.key, file=sys.stderr, flush=True)
            points.append({"size": size, **comparison.hold(case, field, effort)})
            gc.collect()
        document["lines"].append({"key": line.key, "title": line.title, "points": points})
    return document


def main() -> None:
    given = arguments()
    file = given.output / "sweep.json"
    if given.show:
        document = json.loads(file.read_text())
    else:
        document = measure(given)
        given.output.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document, indent=1) + "\n")
    print(sweep_report.text(document))
    if not given.no_picture:
        import sweep_picture  # starts slowly

        sweep_picture.draw(document, given.output / "sweep.png")


if __name__ == "__main__":
    main()
