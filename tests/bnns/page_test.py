#!/usr/bin/env python3
"""docs/frontends/bnns.md: its rules are those of the frontend and of the engine, every layout and reduce function is on it, and
its examples compile and print what it says."""
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
PAGE = (ROOT / "docs/frontends/bnns.md").read_text()
HEADER = (ROOT / "include/strew/bnns.h").read_text()


def rules(path):
    return dict(re.findall(r'^STREW_RULE\((\w+),.*?"(.*)"\)', (ROOT / path).read_text(), re.MULTILINE))


def block(language):
    return re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def cache_value(name):
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found[1] if found else ""


def libraries():
    found = [next(iter(sorted(folder.glob(name + ".*[oa]"))), None)
             for folder, name in ((BUILD / "frontends", "libstrew_bnns"), (BUILD, "libstrew"))]
    return [*found, *(f"-Wl,-rpath,{path.parent}" for path in found), "-pthread"]


class Page(unittest.TestCase):
    def test_each_rule_of_the_frontend_has_its_row(self):
        rows = dict(re.findall(r"^\| (BN\d+) \| \w+ \| (.*?) \|$", PAGE, re.MULTILINE))
        own = rules("frontends/bnns/rules.def")
        self.assertEqual(list(rows), list(own))
        for rule, text in own.items():
            self.assertTrue(rows[rule].lower().startswith(text.lower()), rule)

    def test_other_rules_are_those_of_the_engine(self):
        named = set(re.findall(r"\b[A-Z]{2}\d+\b", re.sub(r"\bBN\d+", "", PAGE)))
        self.assertLessEqual(named, set(rules("src/base/rules.def")))

    def test_each_layout_is_in_the_table(self):
        values = set(re.findall(r"BNNSDataLayout\w+ = (0x\w+)", HEADER))
        self.assertEqual(len(values), 28)
        counted = {f"0x{rank}800{last}" for rank in range(3, 8) for last in (0, 1)}
        self.assertEqual([one for one in sorted(values - counted) if one not in PAGE], [])

    def test_each_reduce_function_is_in_the_table(self):
        names = re.findall(r"BNNSReduceFunction(\w+) = ", HEADER)
        self.assertEqual([name for name in names if f"`{name}`" not in PAGE], [])

    def test_links(self):
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", PAGE):
            self.assertTrue((ROOT / "docs/frontends" / target).exists(), target)


class Examples(unittest.TestCase):
    def run_program(self, suffix, text, compiler, flags):
        with tempfile.TemporaryDirectory(prefix="strew-bnns-") as folder:
            source = pathlib.Path(folder, "page" + suffix)
            source.write_text(text)
            command = [compiler, *flags, "-Wall", "-Wextra", "-Werror", "-UNDEBUG", f"-I{ROOT / 'include'}", source,
                       *libraries(), "-o", source.with_suffix("")]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            done = subprocess.run([source.with_suffix("")], check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout.decode())
        return done.stdout.decode()

    def test_c(self):
        compiler = cache_value("CMAKE_C_COMPILER") or shutil.which("cc")
        flags = ["-std=c11", *cache_value("CMAKE_C_FLAGS").split()]
        if "-fsanitize=" in " ".join(flags) or not (BUILD / "libstrew.so").exists():
            self.skipTest("a program of C does not link the runtime of C++ by itself")
        self.assertEqual(self.run_program(".c", block("c"), compiler, flags), block("text"))

    def test_cpp(self):
        lines = block("cpp").splitlines()
        includes = [one for one in lines if one.startswith("#include")]
        body = [one for one in lines if not one.startswith("#include")]
        text = "\n".join(["#include <cassert>", "#include <vector>", *includes, "int main() {", *body, "}", ""])
        compiler = cache_value("CMAKE_CXX_COMPILER") or shutil.which("c++")
        flags = ["-std=c++20", *cache_value("CMAKE_CXX_FLAGS").split()]
        self.assertEqual(self.run_program(".cpp", text, compiler, flags), "")


if __name__ == "__main__":
    if not (BUILD / "CMakeCache.txt").is_file():
        sys.exit("page_test.py: STREW_CLI names no program of a build")
    unittest.main()
