#!/usr/bin/env python3
"""rules.py [ROOT]: each rule of src/base/rules.def is explained in docs/contract.md and named by a test, and
docs/contract.md names no rule of those families that does not exist."""

import pathlib
import re
import sys

RULE = re.compile(r"^\s*STREW_RULE\(\s*([A-Z]+)(\d+)\s*,", re.MULTILINE)
TEST_SUFFIXES = {".c", ".cpp", ".hpp", ".h", ".py", ".sh", ".txt"}


def read(path):
    if not path.is_file():
        sys.exit(f"rules: {path.name} is missing: {path}")
    return path.read_text()


def names(text, families):
    """The rule numbers that a text mentions."""
    return set(re.findall(rf"(?<![A-Za-z0-9])(?:{'|'.join(families)})\d+(?![0-9])", text))


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    found = RULE.findall(read(root / "src/base/rules.def"))
    rules = [family + number for family, number in found]
    if not rules:
        sys.exit("rules: src/base/rules.def has no STREW_RULE line")
    families = sorted({family for family, _ in found})
    explained = names(read(root / "docs/contract.md"), families)
    tests = [path for path in (root / "tests").rglob("*") if path.suffix in TEST_SUFFIXES and path.is_file()]
    tests = [path for path in tests if (root / "tests/gate") not in path.parents]
    tested = set().union(*(names(path.read_text(errors="replace"), families) for path in tests))
    complaints = [f"{rule}: not in docs/contract.md" for rule in rules if rule not in explained]
    complaints += [f"{rule}: no file under tests/ names it" for rule in rules if rule not in tested]
    complaints += [f"{rule}: in docs/contract.md but not in rules.def" for rule in sorted(explained - set(rules))]
    complaints += [f"{rule}: twice in rules.def" for rule in sorted({r for r in rules if rules.count(r) > 1})]
    print("\n".join(complaints or [f"{len(rules)} rules"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
