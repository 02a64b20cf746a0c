"""Compares the fused operators with other products, at one thread and at all, and writes the results.

Each number of threads has a process of its own, on as many processors, whose malloc keeps its memory: products that make
a new result in each call do not wait for pages.
While something is tuned: python bench/peers/fused --package build/python --cases '^bag_f32$' --quick --threads 1
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).parents[1])  # modules of both folders, by their names from there

import comparison  # noqa: E402
import machine  # noqa: E402
import options  # noqa: E402
import products  # noqa: E402
from fused import field as fields  # noqa: E402
from fused import operands, reference, report  # noqa: E402
from fused.cases import CASES, FusedCase  # noqa: E402
from fused.verify import FusedVerifier  # noqa: E402

FULL = comparison.Effort(seconds=5.0, least=5, most=25, behind=8)
QUICK = comparison.Effort(seconds=0.8, least=5, most=15, behind=8)
KEPT = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 34)}


def arguments() -> argparse.Namespace:
    parser = options.parser("fused", __doc__)
    parser.set_defaults(threads=options.threads("1,all"))
    parser.add_argument("--quick", action="store_true", help="smaller operands, fewer rounds")
    parser.add_argument("--cases", default=".", metavar="REGEX", help="cases whose name it matches (default: all)")
    parser.add_argument("--calls", default=".", metavar="REGEX",
                        help="calls of other products whose name it matches (default: all, of which the fastest counts)")  # fmt: skip
    parser.add_argument("--processor-time", action="store_true",
                        help="of the process instead of the time that passes: one thread on a busy machine")  # fmt: skip
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    parser.add_argument("--show", action="store_true", help="measure nothing, report what the folder has")
    parser.add_argument("--list", action="store_true", help="print the cases and end")
    parser.add_argument("--here", type=pathlib.Path, metavar="FILE", help=argparse.SUPPRESS)  # one number of threads
    return parser.parse_args()


def selected(given: argparse.Namespace) -> list[FusedCase]:
    return [case.at_size(given.quick) for case in CASES if re.search(given.cases, case.key)]


def measure_here(cases: list[FusedCase], given: argparse.Namespace) -> dict:
    """With all processors that this process has."""
    options.use_package(given)
    try:
        field = fields.field(given.products, machine.CORES, given.calls)
    except ValueError as failure:
        sys.exit(f"fused: {failure}")
    effort = options.effort(given, QUICK if given.quick else FULL)
    if given.processor_time:
        effort = dataclasses.replace(effort, clock=time.process_time_ns)
    run = {"threads": machine.CORES, "products": products.described(field), "cases": [], "skipped": []}
    start = time.monotonic()
    for number, case in enumerate(cases, 1):
        print(f"{number}/{len(cases)} {case.key}", file=sys.stderr, flush=True)
        if fields.lacks(field, case.operator):
            run["skipped"].append({"key": case.key, "operator": case.operator})
            continue
        drawn = operands.draw(case)
        verifier = FusedVerifier(drawn, reference.expected(drawn))
        run["cases"].append({**comparison.compare(case, verifier, field, effort), "bytes": drawn.bytes})
        del drawn, verifier
        gc.collect()
    run["minutes"] = round((time.monotonic() - start) / 60, 1)
    return run


def measure(given: argparse.Namespace) -> dict:
    document = {"machine": machine.describe(), "quick": given.quick, "kept": KEPT, "runs": []}
    document["clock"] = "processor time" if given.processor_time else "time that passes"
    processors = sorted(os.sched_getaffinity(0))
    counts = dict.fromkeys(len(processors) if count is None else count for count in given.threads)
    for count in counts:
        if not 1 <= count <= len(processors):
            sys.exit(f"fused: {count} threads: there are {len(processors)} processors")
        document["runs"].append(measured_apart(given, processors[-count:]))
    return document


def measured_apart(given: argparse.Namespace, processors: list[int]) -> dict:
    """In a process on these processors: what asks for their number gets this one."""
    file = given.output / f"fused-{len(processors)}.json"
    words = [sys.executable, *sys.argv, "--here", str(file)]
    os.sched_setaffinity(0, processors)  # inherited
    code = subprocess.run(words, env=os.environ | KEPT, check=False).returncode
    if code:
        sys.exit(code)
    run = json.loads(file.read_text())
    file.unlink()
    return run


def main() -> None:
    given = arguments()
    cases = selected(given)
    if not cases:
        sys.exit(f"fused: no case matches {given.cases!r}")
    if given.list:
        sys.exit("\n".join(f"{case.key:20}{case.label}" for case in cases))
    if given.here:
        given.here.write_text(json.dumps(measure_here(cases, given)))
        return
    file = given.output / "fused.json"
    if given.show:
        document = json.loads(file.read_text())
    else:
        given.output.mkdir(parents=True, exist_ok=True)
        document = measure(given)
        file.write_text(json.dumps(document, indent=1) + "\n")
    print(report.markdown(document) if given.markdown else report.text(document))
    if not given.no_picture:
        from fused import picture  # starts slowly

        picture.draw(document, given.output / "fused.png")


if __name__ == "__main__":
    main()
