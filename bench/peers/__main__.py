"""Compares strew with other products and writes the results.

While something is tuned: python bench/peers --package build/python --cases '^gather_1d' --products numpy,torch --rounds 5
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pathlib
import re
import sys
import time

import comparison
import drawn
import machine
import models
import options
import products
import report
from cases import CASES, Case

FULL = comparison.Effort(seconds=5.0, least=5, most=25)
QUICK = comparison.Effort(seconds=0.8, least=5, most=15)


def arguments() -> argparse.Namespace:
    parser = options.parser("peers", __doc__)
    parser.add_argument("--quick", action="store_true", help="smaller operands, fewer rounds")
    parser.add_argument("--cases", default=".", metavar="REGEX", help="cases whose name it matches (default: all)")
    parser.add_argument("--seed", type=int, default=drawn.SEED, help="of the drawn cases (default: %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    parser.add_argument("--show", action="store_true", help="measure nothing, report what the folder has")
    parser.add_argument("--list", action="store_true", help="print the cases and end")
    return parser.parse_args()


def selected(given: argparse.Namespace) -> list[Case]:
    every = [*CASES, *models.CASES, *drawn.cases(given.seed)]
    return [case.at_size(given.quick) for case in every if re.search(given.cases, case.key)]


def measure(cases: list[Case], given: argparse.Namespace) -> dict:
    field = options.field(given)
    effort = options.effort(given, QUICK if given.quick else FULL)
    seed = given.seed if any(case.group == drawn.DRAWN for case in cases) else None
    document = {"machine": machine.describe(), "quick": given.quick, "seed": seed, "products": products.described(field)}
    document["cases"] = []
    start = time.monotonic()
    for number, case in enumerate(cases, 1):
        print(f"{number}/{len(cases)} {case.key}", file=sys.stderr, flush=True)
        document["cases"].append(comparison.hold(case, field, effort))
        gc.collect()
    document["minutes"] = round((time.monotonic() - start) / 60, 1)
    document["machine"]["load_after"] = os.getloadavg()[0]
    return document


def main() -> None:
    given = arguments()
    cases = selected(given)
    if not cases:
        sys.exit(f"peers: no case matches {given.cases!r}")
    if given.list:
        sys.exit("\n".join(f"{case.key:32}{case.label}" for case in cases))
    file = given.output / "peers.json"
    if given.show:
        document = json.loads(file.read_text())
    else:
        document = measure(cases, given)
        given.output.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document, indent=1) + "\n")
    print(report.markdown(document) if given.markdown else report.text(document))
    if not given.no_picture:
        import picture  # starts slowly

        picture.draw(document, given.output / "peers.png")


if __name__ == "__main__":
    main()
