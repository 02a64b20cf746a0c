"""Compares strew with other products and writes the results."""

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
import machine
import picture
import products
import report
from cases import CASES

FULL = comparison.Effort(seconds=5.0, least=4, most=25)
QUICK = comparison.Effort(seconds=0.8, least=4, most=15)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="peers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller operands, fewer rounds")
    parser.add_argument("--filter", default=".", metavar="REGEX", help="cases whose name it matches (default: all)")
    parser.add_argument("--products", default=",".join(products.NAMES), help="which, by name (default: %(default)s)")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("build/peers"), help="folder of the files")
    parser.add_argument("--show", action="store_true", help="measure nothing, report what the folder has")
    parser.add_argument("--list", action="store_true", help="print the cases and end")
    return parser.parse_args()


def measure(options: argparse.Namespace) -> dict:
    cases = [case.at_size(options.quick) for case in CASES if re.search(options.filter, case.key)]
    if not cases:
        sys.exit(f"peers: no case matches {options.filter!r}")
    field = [products.load(name) for name in options.products.split(",")]
    document = {"machine": machine.describe(), "quick": options.quick, "products": described(field), "cases": []}
    start = time.monotonic()
    for number, case in enumerate(cases, 1):
        print(f"{number}/{len(cases)} {case.key}", file=sys.stderr, flush=True)
        document["cases"].append(comparison.hold(case, field, QUICK if options.quick else FULL))
        gc.collect()
    document["minutes"] = round((time.monotonic() - start) / 60, 1)
    document["machine"]["load_after"] = os.getloadavg()[0]
    return document


def described(field: list[products.Product]) -> dict:
    return {
        product.name: {"title": product.title, "version": product.version, "open": product.open,
                       "problem": product.problem}
        for product in field
    }  # fmt: skip


def main() -> None:
    options = arguments()
    if options.list:
        sys.exit("\n".join(f"{case.key:26}{case.at_size(options.quick).label}" for case in CASES))
    file = options.output / "peers.json"
    if options.show:
        document = json.loads(file.read_text())
    else:
        document = measure(options)
        options.output.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document, indent=1) + "\n")
    print(report.markdown(document) if options.markdown else report.text(document))
    picture.draw(document, options.output / "peers.png")


if __name__ == "__main__":
    main()
