#!/usr/bin/env python3
"""rules.py [ROOT]: each rule of a list is explained on the list's page and named by a test, and no page names an
undefined rule of those families. The engine's list is src/base/rules.def with docs/contract.md, a frontend's
frontends/<frontend>/rules.def with docs/frontends/<frontend>.md, a backend's backends/<backend>/src/rules.def with
docs/backends/<backend>.md, the Python package's python/bindings/rules.def with
docs/python.md. Each phrase of a vocabulary (strew_phrase) stands in a sentence of the engine, and each one there that
speaks of extents in the vocabulary of NumPy."""

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
    backends = sorted(path.parent.parent.name for path in root.glob("backends/*/src/rules.def"))
    yield from ((f"backends/{backend}/src/rules.def", f"docs/backends/{backend}.md") for backend in backends)
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


PHRASE = re.compile(r'\{\s*"([^"]+)",\s*"[^"]*"\s*\}')
VOCABULARIES = ("frontends/common/vocabulary.cpp", "frontends/directml/failure.cpp", "frontends/bnns/last_error.cpp",
                "python/bindings/vocabulary.cpp", "runtimes/torch/failure.cpp")  # fmt: skip


def phrases_of(root, place):
    """The phrases of a file's tables of strew_phrase."""
    tables = re.findall(r"strew_phrase [^;]*?= *\{.*?\};", read(root / place), re.DOTALL)
    return [phrase for table in tables for phrase in PHRASE.findall(table)]


def phrase_failures(root):
    sources = "".join(path.read_text() for path in sorted((root / "src").rglob("*.[ch]pp")))
    strings = "".join(re.sub(r'"\s*"', "", sources))
    told = set(re.findall(r"<([^<>\n]+)>", "".join(re.findall(r'"[^"\n]*"', strings))))
    for place in VOCABULARIES:
        for phrase in phrases_of(root, place):
            if phrase not in told and f'"{phrase}"' not in strings:
                yield f"{place}: no sentence of the engine has the phrase '{phrase}'"
    known = phrases_of(root, "python/bindings/vocabulary.cpp")
    for phrase in sorted(told):
        if "extent" in phrase and phrase not in known:
            yield f"'{phrase}', of a sentence of the engine, is not in the vocabulary of NumPy"


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
    if all((root / place).is_file() for place in VOCABULARIES):
        failures += phrase_failures(root)
    print("\n".join(failures or [f"{len(rules)} rules in {len(by_page)} lists"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
