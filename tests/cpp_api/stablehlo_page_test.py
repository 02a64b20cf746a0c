#!/usr/bin/env python3
"""docs/frontends/stablehlo.md: its attributes, options and update computations are those of the headers, its rules those of
the engine, and its example prints what it says."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("STREW_CLI", "")).parent
PAGE = (ROOT / "docs/frontends/stablehlo.md").read_text()
HEADERS = ROOT / "include/strew/stablehlo"
GATHER_CONSTRAINTS, SCATTER_CONSTRAINTS = 23, 25  # of the specification
OF_TYPES = {"C23": "TY2"}, {"C6": "TY2", "C23": "TY4", "C24": "OU1", "C25": "TY2"}
OF_SEVERAL = {"C1", "C3", "C5"}  # rules of the header, since the engine's operator has one input


def members(header, struct):
    """name -> default of the data members of a struct."""
    text = (HEADERS / header).read_text()
    body = re.search(rf"^struct {struct} {{\n(.*?)^}};", text, re.MULTILINE | re.DOTALL)[1]
    found = re.findall(r"^  [\w:]+ (\w+) = (.*?);", body.partition("native()")[0], re.MULTILINE)
    return {name: value.rpartition("::")[2] for name, value in found}


def tables(first):
    """The rows of all tables whose head begins with this cell, as lists of cells without marks of code."""
    found = re.findall(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip().replace("`", "") for cell in line[1:-1].split("|")] for table in found
            for line in table.splitlines()]


def cache_value(name):
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found[1] if found else ""


class Headers(unittest.TestCase):
    def test_attributes(self):
        cells = tables("gather")
        for column, struct in enumerate(("gather_dimensions", "scatter_dimensions")):
            listed = {row[column]: row[2] for row in cells if row[column]}
            self.assertEqual(listed, members("dimensions.hpp", struct))
            self.assertEqual(list(listed), list(members("dimensions.hpp", struct)))

    def test_options(self):
        cells = tables("option")
        for operator in ("gather", "scatter"):
            listed = {row[0]: row[2] for row in cells if row[1] in (operator, "both")}
            self.assertEqual(listed, members("options.hpp", f"{operator}_options"))

    def test_update_computations(self):
        header = (HEADERS / "update_computation.hpp").read_text()
        named = dict(re.findall(r"reduction (\w+) = reduction::(\w+);", header))
        words = (ROOT / "include/strew/words.def").read_text()
        reductions = re.findall(r'^STREW_REDUCTION\(\d+, \w+, (\w+), .*, "(\w+)"\)$', words, re.MULTILINE)
        constants = {name: constant for constant, of in named.items() for one, name in reductions if one == of}
        self.assertGreater(len(constants), 8)
        self.assertEqual({row[0]: row[1] for row in tables("name")}, constants)


class Rules(unittest.TestCase):
    def test_every_constraint_has_its_row_in_order(self):
        known = dict(re.findall(r'^STREW_RULE\((\w+),.*?"(.*)"\)', (ROOT / "src/base/rules.def").read_text(), re.MULTILINE))
        several = set(re.findall(r'"(SC\d)"', (HEADERS / "inputs.hpp").read_text()))
        self.assertEqual(several, {constraint.replace("C", "SC") for constraint in OF_SEVERAL})
        found = tables("constraint")
        expected = []
        for prefix, count, special in (("GC", GATHER_CONSTRAINTS, OF_TYPES[0]), ("SC", SCATTER_CONSTRAINTS, OF_TYPES[1])):
            expected += [(f"C{n}", special.get(f"C{n}", f"{prefix}{n}")) for n in range(1, count + 1)]
            expected += [("", "SH1")] if prefix == "GC" else []
        self.assertEqual([(row[0], row[1]) for row in found], expected)
        for _, rule, text in found:
            if rule[:2] in ("GC", "SC", "SH") and rule not in several:
                self.assertEqual(text, known.pop(rule), rule)
            else:
                self.assertTrue(rule in several or rule in known, rule)
        self.assertEqual([rule for rule in known if rule[:2] in ("GC", "SC", "SH")], [])

    def test_other_rules_are_those_of_the_engine(self):
        known = set(re.findall(r"^STREW_RULE\((\w+),", (ROOT / "src/base/rules.def").read_text(), re.MULTILINE))
        self.assertLessEqual(set(re.findall(r"\b[A-Z]{2}\d+\b", PAGE)) - {"SC1", "SC3", "SC5"}, known)

    def test_links(self):
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", PAGE):
            self.assertTrue((ROOT / "docs/frontends" / target).exists(), target)


class Example(unittest.TestCase):
    def test_it_prints_what_the_page_says(self):
        program, shown = re.search(r"^```cpp\n(.*?)^```$\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL).groups()
        compiler = cache_value("CMAKE_CXX_COMPILER") or shutil.which("c++")
        library = next(path for path in (BUILD / "libstrew.so", BUILD / "libstrew.a") if path.exists())
        with tempfile.TemporaryDirectory(prefix="strew-stablehlo-") as folder:
            source = pathlib.Path(folder, "page.cpp")
            source.write_text(program)
            command = [compiler, "-std=c++20", *cache_value("CMAKE_CXX_FLAGS").split(), "-Wall", "-Wextra", "-Wpedantic",
                       "-Werror", f"-I{ROOT / 'include'}", source, library, f"-Wl,-rpath,{BUILD}", "-pthread", "-o",
                       source.with_suffix("")]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            done = subprocess.run([source.with_suffix("")], check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=60)
        self.assertEqual((done.returncode, done.stdout.decode()), (0, shown))


if __name__ == "__main__":
    if not (BUILD / "CMakeCache.txt").is_file():
        sys.exit("stablehlo_page_test.py: STREW_CLI names no program of a build")
    unittest.main()
