#!/usr/bin/env python3
"""docs/frontends/directml.md: its examples are programs that print what the page shows, its rules are the rules.
docs/frontends/directml_port.md: the program after its port is the example, and names that are the same are there."""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/frontends/directml.md"
PORT = ROOT / "docs/frontends/directml_port.md"
BUILD = pathlib.Path(os.environ.get("STREW_CLI", "")).parent


def examples():
    """Each program with what it prints: the text that follows it at once, if any."""
    return re.findall(r"^```cpp\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def cache_value(name):
    cache = BUILD / "CMakeCache.txt"
    found = re.search(rf"^{name}:\w+=(.*)$", cache.read_text(), re.MULTILINE) if cache.is_file() else None
    return found[1] if found else ""


def library(folder, name):
    return next(path for path in (folder / f"lib{name}.so", folder / f"lib{name}.a") if path.exists())


class Page(unittest.TestCase):
    def test_every_rule_has_a_row_and_no_other(self):
        known = re.findall(r"^STREW_RULE\((\w+),", (ROOT / "frontends/directml/rules.def").read_text(), re.MULTILINE)
        self.assertEqual(re.findall(r"^\| (DM\d+) \|", PAGE.read_text(), re.MULTILINE), known)
        self.assertLessEqual(set(re.findall(r"\bDM\d+\b", PAGE.read_text())), set(known))

    def test_every_erratum_has_a_row_and_a_test(self):
        rows = re.findall(r"^\| (E\d+) \|", PAGE.read_text(), re.MULTILINE)
        tests = re.findall(r"^TEST_F\(directml_errata, (E\d+)_", (ROOT / "tests/directml/errata_test.cpp").read_text(),
                           re.MULTILINE)
        self.assertEqual(rows, [f"E{number}" for number in range(1, 22)])
        self.assertEqual(tests, rows)

    def test_links(self):
        for page in (PAGE, PORT):
            for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), target)

    def run_program(self, text):
        compiler = cache_value("CMAKE_CXX_COMPILER") or shutil.which("c++")
        frontend, engine = library(BUILD / "frontends", "strew_directml"), library(BUILD, "strew")
        with tempfile.TemporaryDirectory(prefix="strew-directml-") as folder:
            source = pathlib.Path(folder) / "page.cpp"
            source.write_text(text)
            command = [compiler, "-std=c++20", *cache_value("CMAKE_CXX_FLAGS").split(), "-Wall", "-Wextra", "-Wpedantic",
                       "-Werror", "-I", ROOT / "include", source, frontend, engine, f"-Wl,-rpath,{frontend.parent}:{BUILD}",
                       "-pthread", "-o", source.with_suffix("")]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            done = subprocess.run([source.with_suffix("")], check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=60)
            return done.returncode, done.stdout.decode()

    def test_the_message_of_a_bad_index(self):
        shown = re.search(r"^```text\n(IX1: .*?)\n```$", PAGE.read_text(), re.MULTILINE)[1]
        program = examples()[0][0].replace("at[] = {4, 3, 1, 7}", "at[] = {4, 3, 9, 7}")
        self.assertEqual(self.run_program(program), (1, shown + "\n"))

    def test_the_examples_print_what_the_page_shows(self):
        self.assertEqual(len(examples()), 2)
        for program, shown in examples():
            with self.subTest(program=program):
                self.assertEqual(self.run_program(program), (0, shown))


class Port(unittest.TestCase):
    """The example runs in tests/examples."""

    def block(self, language):
        found = re.findall(rf"^```{re.escape(language)}\n(.*?)^```$", PORT.read_text(), re.MULTILINE | re.DOTALL)
        self.assertEqual(len(found), 1)
        return found[0]

    def test_the_program_after_its_port_is_the_example(self):
        self.assertEqual(self.block("cpp"), (ROOT / "examples/hello_directml.cpp").read_text())

    def test_as_many_lines_are_unchanged_as_the_page_says(self):
        before, after = self.block("c++").splitlines(), self.block("cpp").splitlines()
        blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
        said = re.search(r"(\d+) of the (\d+) lines", " ".join(PORT.read_text().split()))
        self.assertEqual((int(said[1]), int(said[2])), (sum(one.size for one in blocks), len(after)))

    def test_names_that_are_the_same_are_declared(self):
        headers = [ROOT / "include/strew/directml.h", *(ROOT / "include/strew/directml").glob("*.hpp")]
        declared = set(re.findall(r"\w+", "".join(path.read_text() for path in headers)))
        rows = re.findall(r"^\| (.*) \| the same \|$", PORT.read_text(), re.MULTILINE)
        self.assertEqual(len(rows), 8)
        self.assertEqual([name for row in rows for name in re.findall(r"`(\w+)`", row) if name not in declared], [])


if __name__ == "__main__":
    if not (BUILD / "CMakeCache.txt").is_file():
        sys.exit("page_test.py: STREW_CLI names no program of a build")
    unittest.main()
