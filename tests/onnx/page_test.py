#!/usr/bin/env python3
"""docs/frontends/onnx.md: its versions and rules are those of the headers, its links lead somewhere, and its example
compiles and holds."""
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
PAGE = (ROOT / "docs/frontends/onnx.md").read_text()
HEADERS = {path.name: path.read_text() for path in (ROOT / "include/strew/onnx").glob("*.hpp")}
KINDS = {"GATHER": "gather", "GATHER_ELEMENTS": "gather_elements", "GATHER_ND": "gather_nd",
         "SCATTER_ELEMENTS": "scatter_elements", "SCATTER_ND": "scatter_nd", "TENSOR_SCATTER": "tensor_scatter"}


def cache_value(name):
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found[1] if found else ""


def versions():
    """version -> (operator, features) of the table in the header."""
    rows = re.findall(r'\{"(\w+)", (\d+), STREW_OPERATOR_(\w+),\s*([\w| \n]+)\}', HEADERS["versions.hpp"].split("own_domain")[0])
    return {f"{name}-{since}": (KINDS[kind], set(re.split(r"[| \n]+", features)))
            for name, since, kind, features in rows}


class Page(unittest.TestCase):
    def test_each_version_has_its_row(self):
        rows = {cells[0]: cells for cells in
                ([cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines()
                 if re.match(r"\| \w+-\d+ \|", line))}
        self.assertEqual(list(rows), list(versions()))
        self.assertEqual(len(rows), 19)
        for version, (kind, features) in versions().items():
            _, is_what, attributes, bfloat16, indices, negatives = rows[version]
            with self.subTest(version):
                self.assertEqual(re.sub(r"\[(\w+)\]\(.*\)", r"\1", is_what), kind)
                named = set(re.findall(r"`(\w+)`", attributes))
                self.assertEqual(named, features & {"axis", "batch_dims", "mode", "reduction"})
                self.assertEqual("max, min" in attributes, "extremes" in features)
                self.assertEqual(bfloat16 == "yes", "bfloat16" in features)
                self.assertEqual(indices == "int32, int64", "int32_indices" in features)
                self.assertEqual(negatives == "from the end", "negatives" in features)

    def test_the_attributes_of_other_domains_are_those_of_the_header(self):
        known = re.findall(r'\{"(\w+)", (\w+), attribute_kind::(\w+),', HEADERS["attributes.hpp"])
        for operator, table in (("SegmentReduce", "own_versions[]"), ("GatherBlockQuantized", "runtime_versions[]")):
            features = set(re.findall(r"\w+", HEADERS["versions.hpp"].split(table)[1].split("}};")[0]))
            wanted = {name: "integer" if kind == "integer" else "string" for name, needs, kind in known
                      if needs in features}
            section = PAGE.split(f"## {operator}\n")[1].split("\n## ")[0]
            rows = re.findall(r"^\| (`[^|]*`) \| (\w+) \|", section, re.MULTILINE)
            with self.subTest(operator):
                self.assertEqual({name: kind for names, kind in rows for name in re.findall(r"`(\w+)`", names)}, wanted)

    def test_each_rule_has_its_row_and_a_test(self):
        rows = re.findall(r"^\| (ON\d+) \|", PAGE, re.MULTILINE)
        used = set(re.findall(r'"(ON\d+)"', "".join(HEADERS.values())))
        tested = set(re.findall(r'"(ON\d+)"', (ROOT / "tests/onnx/refusals_test.cpp").read_text()))
        self.assertEqual(rows, sorted(used, key=lambda rule: int(rule[2:])))
        self.assertEqual(set(rows), tested)

    def test_other_rules_are_those_of_the_engine(self):
        named = set(re.findall(r"\b[A-Z]{2}\d+\b", re.sub(r"\bON\d+", "", PAGE)))
        known = re.findall(r"^STREW_RULE\((\w+),", (ROOT / "src/base/rules.def").read_text(), re.MULTILINE)
        self.assertLessEqual(named, set(known))

    def test_links(self):
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", PAGE):
            self.assertTrue((ROOT / "docs/frontends" / target).exists(), target)


class Example(unittest.TestCase):
    def compile(self, text, *flags):
        library = next(path for path in (BUILD / "libstrew.so", BUILD / "libstrew.a") if path.exists())
        compiler = cache_value("CMAKE_CXX_COMPILER") or shutil.which("c++")
        with tempfile.TemporaryDirectory(prefix="strew-onnx-") as folder:
            source = pathlib.Path(folder, "page.cpp")
            source.write_text(text)
            command = [compiler, "-std=c++20", *cache_value("CMAKE_CXX_FLAGS").split(), "-UNDEBUG", "-Wall", "-Wextra",
                       "-Wshadow", "-Wconversion", "-Werror", f"-I{ROOT / 'include'}", *flags, source, library,
                       f"-Wl,-rpath,{BUILD}", "-pthread", "-o", source.with_suffix("")]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            return subprocess.run([source.with_suffix("")], check=False, timeout=60).returncode

    def test_example(self):
        body = re.search(r"^```cpp\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
        includes = "".join(re.findall(r"^#include.*\n", body, re.MULTILINE))
        rest = re.sub(r"^#include.*\n", "", body, flags=re.MULTILINE)
        self.assertEqual(self.compile(f"#include <cassert>\n{includes}int main() {{\n{rest}}}\n"), 0)

    def test_without_exceptions_there_are_the_try_forms(self):
        text = """#include <strew/onnx.hpp>
int main() {
  return strew::onnx::try_shape({.op_type = "Gather", .opset = 13}, {}).error().rule() == "ON6" ? 0 : 1;
}
"""
        self.assertEqual(self.compile(text, "-fno-exceptions"), 0)


if __name__ == "__main__":
    if not BUILD.joinpath("CMakeCache.txt").is_file():
        sys.exit("page_test.py: STREW_CLI names no program of a build")
    unittest.main()
