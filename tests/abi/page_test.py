#!/usr/bin/env python3
"""docs/abi.md: each of its C programs compiles without a warning, runs, and prints the text block that follows it.

STREW_LIBRARY is the library; STREW_CC, STREW_CXX and STREW_FLAGS are what it was built with."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/abi.md"
LIBRARY = pathlib.Path(os.environ.get("STREW_LIBRARY", ""))
FLAGS = os.environ.get("STREW_FLAGS", "").split()


def programs():
    """(number of the first line, source, what it prints) of each program of the page."""
    text = PAGE.read_text()
    for match in re.finditer(r"^```c\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text[:match.start()].count("\n") + 2, match[1], match[2]


def run(*command, **more):
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, **more)
    return done.returncode, done.stdout.decode()


class Page(unittest.TestCase):
    def build(self, folder, line, source):
        text = folder / "page.c"
        text.write_text(f'#line {line} "{PAGE.name}"\n{source}')
        made = run(os.environ.get("STREW_CC", "cc"), *FLAGS, "-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror",
                   f"-I{ROOT}/include", "-c", text, "-o", text.with_suffix(".o"))
        self.assertEqual(made, (0, ""))
        # the sanitizers' runtime for C lacks what a C++ library needs of it: linked as C++
        made = run(os.environ.get("STREW_CXX", "c++"), *FLAGS, text.with_suffix(".o"), LIBRARY, "-ldl", "-o",
                   text.with_suffix(""))
        self.assertEqual(made, (0, ""))
        return text.with_suffix("")

    def test_programs(self):
        for line, source, expected in programs():
            with tempfile.TemporaryDirectory(prefix="strew-abi-") as folder:
                program = self.build(pathlib.Path(folder), line, source)
                environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARY.parent)}
                self.assertEqual(run(program, env=environment), (0, expected), f"{PAGE.name}:{line}")

    def test_every_program_is_run(self):
        self.assertEqual(len(list(programs())), len(re.findall("^```c$", PAGE.read_text(), re.MULTILINE)))
        self.assertEqual(len(list(programs())), 5)

    def test_links_and_numbers(self):
        text = PAGE.read_text()
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            self.assertTrue((PAGE.parent / target).exists(), target)
        functions = (ROOT / "tests/abi/symbols.txt").read_text().split()
        self.assertIn(f"{len(functions)} functions", text)
        self.assertEqual(sorted(set(re.findall(r"\b(strew_[a-z_]+)\(", text)) - set(functions)), [])


if __name__ == "__main__":
    if not LIBRARY.is_file():
        sys.exit("page_test.py: STREW_LIBRARY names no library")
    unittest.main()
