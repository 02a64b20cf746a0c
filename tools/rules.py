#!/usr/bin/env python3
"""rules.py [ROOT]: each rule of a list is explained on the list's page and named by a test, and no page names an
undefined rule of those families. The engine's list is src/base/rules.def with docs/contract.md, a frontend's
frontends/<frontend>/rules.def with docs/frontends/<frontend>.md, the Python package's python/bindings/rules.def with
docs/python.md."""

import pathlib
import re
import sys

RULE = re.compile(r"^\s*STREW_RULE\(\s*([A-Z]+)(\d+)\s*,", re.MULTILINE)
TEST_SUFFIXES = {".c", ".cpp", ".hpp", ".h", ".py", ".sh", ".txt"}


def read(path):
    if not path.is_file():
        sys.exit(f"rules: {path.name} is missing: {path}")
    return path.read_text()


def lists(root):
    """(list of rules, its page), as paths from the root."""
    frontends = sorted(path.parent.name for path in root.glob("frontends/*/rules.def"))
    yield "src/base/rules.def", "docs/contract.md"
    yield from ((f"frontends/{frontend}/rules.def", f"docs/frontends/{frontend}.md") for frontend in frontends)
    if (root / "python").is_dir():
        yield "python/bindings/rules.def", "docs/python.md"


def rules_of(root, place):
    found = [family + number for family, number in RULE.findall(read(root / place))]
    if not found:
        sys.exit(f"rules: {place} has no STREW_RULE line")
    return found


def names(text, families):
    """The rule numbers that a text mentions."""
    return set(re.findall(rf"(?<![A-Za-z0-9])(?:{'|'.join(families)})\d+(?![0-9])", text))


def tested_rules(root, families):
    tests = [path for path in (root / "tests").rglob("*") if path.suffix in TEST_SUFFIXES and path.is_file()]
    tests = [path for path in tests if (root / "tests/gate") not in path.parents]
    return set().union(*(names(path.read_text(errors="replace"), families) for path in tests))


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    by_page = {page: rules_of(root, place) for place, page in lists(root)}
    rules = [rule for own in by_page.values() for rule in own]
    families = sorted({rule.rstrip("0123456789") for rule in rules})
    tested = tested_rules(root, families)
    failures = [f"{rule}: no file under tests/ names it" for rule in rules if rule not in tested]
    failures += [f"{rule}: two rules have this number" for rule in sorted({r for r in rules if rules.count(r) > 1})]
    for page, own in by_page.items():
        named = names(read(root / page), families)
        failures += [f"{rule}: not in {page}" for rule in own if rule not in named]
        failures += [f"{rule}: in {page} but not in a rules.def" for rule in sorted(named - set(rules))]
    print("\n".join(failures or [f"{len(rules)} rules in {len(by_page)} lists"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
