#!/usr/bin/env python3
"""The pages of docs/operators/: their sections, their rules, and every example, run; docs/cli.md, against the program;
docs/cookbook.md and docs/frontends/to_onnx.md, run.

A page's fenced blocks: npy   arrays, a line each: name, element type, values
                        sh    run in a folder with these arrays; what it prints is the text block that follows
                        cpp   bodies of functions; those of all pages are one program, whose asserts must hold"""
import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
import npy_io  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("STREW_CLI", ""))
COMMON = ROOT / "docs/operators/common.md"  # what the pages below do not repeat
PAGES = sorted(set((ROOT / "docs/operators").glob("*.md")) - {COMMON})
CLI_PAGE = ROOT / "docs/cli.md"
COOKBOOK = ROOT / "docs/cookbook.md"
TO_ONNX = ROOT / "docs/frontends/to_onnx.md"
# Only their cpp blocks, and a text block of what is printed.
MORE_PAGES = [ROOT / "docs/cpp.md", ROOT / "docs/explain.md", ROOT / "docs/prepared.md"]
EIGEN = pathlib.Path("/usr/include/eigen3")  # an example of docs/cpp.md, left out where it is not installed
SECTIONS = ["Definition", "Shapes", "Types", "Options", "Errors", "Example", "Source"]
FAMILIES = {"gather": ["AX"], "scatter": ["AX"], "gather_elements": ["EL"], "scatter_elements": ["EL"],
            "gather_nd": ["ND"], "scatter_nd": ["ND"], "tensor_scatter": ["TS"], "stablehlo_gather": ["GC", "SH"],
            "stablehlo_scatter": ["SC"], "segment_reduce": ["SG"], "segment_scan": ["SG"], "sddmm": ["SG"], "gather_block_quantized": ["AX", "QB"]}
OF_SEGMENTS = {"segment_reduce", "segment_scan", "sddmm"}
EVERYWHERE = ["PT", "TY", "AT", "EX", "SZ", "OV", "IX", "MM", "CN", "IN", "OU"]
# A gather reduces nothing and writes no cell twice, a scatter does not fill, an append has no options.
LEFT_OUT = {"gather": {"TY4", "AT2", "OU1", "IX2"}, "scatter": {"AT4"},
            "append": {"TY4", "AT2", "AT3", "AT4", "IX2"}, "segments": {"OU1"}, "scans": {"OU1", "PB4"}, "codes": {"TY2", "TY4", "AT2", "OU1", "IX2"}}
ONLY_OF_SEGMENTS = {"AT7", "OF1", "PB4"}
ONLY_OF_CODES = {"TY5"}
WHERE_DATA_ARE_CODES = {"segment_reduce": {"TY5", "QB1", "QB2", "QB3", "QB4", "PB6"}}  # beside their own
# More operands than data, indices and updates: in Python a module of their own.
MORE_OPERANDS = {"gather_block_quantized", *OF_SEGMENTS}
EXTENTS_FOLLOW = {page.stem for page in PAGES} - {"tensor_scatter", "stablehlo_scatter"} - MORE_OPERANDS  # AT6 is not met there
# Where the result goes and how fast; the geometry of StableHLO, which its section Definition has.
NOT_OPTIONS = {"out", "threads", "on_error", "operand_batching_dims", "start_indices_batching_dims", "input_batching_dims",
               "scatter_indices_batching_dims", "indices_are_sorted", "unique_indices"}
CODES = {"bool": "b1", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u16": "u2", "u32": "u4",
         "u64": "u8", "f16": "f2", "f32": "f4", "f64": "f8"}


def blocks(page):
    """(language, number of the first line, text) of each fenced block."""
    found = []
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL):
        found.append((match[1], page.read_text()[:match.start()].count("\n") + 2, match[2]))
    return found


def kind_of(page):
    if page.stem == "segment_scan":
        return "scans"
    if page.stem in OF_SEGMENTS:
        return "segments"
    if page.stem == "gather_block_quantized":
        return "codes"
    return "append" if page.stem == "tensor_scatter" else "gather" if "gather" in page.stem else "scatter"


OF_NO_OPERATOR = {"PT6"}  # what strew/problem.h refuses; its PB rules are a family of their own


def rules_of(page):
    rules = re.findall(r"^STREW_RULE\((\w+),", (ROOT / "src/base/rules.def").read_text(), re.MULTILINE)
    families = FAMILIES[page.stem] + EVERYWHERE
    if page.stem in OF_SEGMENTS:
        families.extend(sorted({rule.rstrip("0123456789") for rule in ONLY_OF_SEGMENTS}))
        rules = [rule for rule in rules if not re.fullmatch(r"PB[^4]|AT4", rule)]
    else:
        rules = [rule for rule in rules if rule not in ONLY_OF_SEGMENTS]
    if page.stem != "gather_block_quantized":
        rules = [rule for rule in rules if rule not in ONLY_OF_CODES]
    skipped = OF_NO_OPERATOR | LEFT_OUT[kind_of(page)] | ({"AT6"} if page.stem in EXTENTS_FOLLOW else set())
    return [rule for rule in rules if rule.rstrip("0123456789") in families and rule not in skipped]


def python_keywords(page):
    """The keywords of the page's Python function that are options, with their defaults."""
    own = page.stem.startswith("stablehlo_")
    module = "stablehlo.py" if own else f"_{page.stem}.py" if page.stem in MORE_OPERANDS else "_strew.pyi"
    name = page.stem.removeprefix("stablehlo_")
    functions = [node for node in ast.walk(ast.parse((ROOT / "python/strew" / module).read_text()))
                 if isinstance(node, ast.FunctionDef) and node.name == name]
    found = functions[-1 if page.stem in MORE_OPERANDS else 0]  # after its overloads
    pairs = [(word.arg, ast.unparse(value).replace("'", '"'))
             for word, value in zip(found.args.kwonlyargs, found.args.kw_defaults) if value is not None]
    return {word: value for word, value in pairs if word not in NOT_OPTIONS}


def flatten(values):
    return [one for value in values for one in flatten(value)] if isinstance(values, list) else [values]


def extents_of(values):
    return [len(values)] + (extents_of(values[0]) if values else []) if isinstance(values, list) else []


def write_array(folder, line):
    name, code, text = line.split(None, 2)
    values = ast.literal_eval(text)
    (folder / name).write_bytes(npy_io.array(CODES[code], extents_of(values), flatten(values)))


def cache_value(name):
    """A variable of the build that the program belongs to; empty if there is none."""
    cache = PROGRAM.parent / "CMakeCache.txt"
    found = re.search(rf"^{name}:\w+=(.*)$", cache.read_text(), re.MULTILINE) if cache.is_file() else None
    return found[1] if found else ""


def program_of(pages):
    """The text of one program that runs every cpp block, with the lines of the pages in its error messages."""
    includes, functions, calls = {"#include <cassert>"}, [], []
    for page in pages:
        for number, (language, line, text) in enumerate(blocks(page)):
            if language != "cpp" or ("<Eigen/" in text and not EIGEN.is_dir()):
                continue
            lines = text.splitlines()
            includes.update(one for one in lines if one.startswith("#include"))
            body = "\n".join("" if one.startswith("#include") else one for one in lines)
            functions.append(f"static void {page.stem}_{number}() {{\n#line {line} \"{page.name}\"\n{body}\n}}\n")
            calls.append(f"  {page.stem}_{number}();\n")
    return "\n".join(sorted(includes)) + "\n" + "".join(functions) + "int main() {\n" + "".join(calls) + "}\n"


class Form(unittest.TestCase):
    def test_the_contract_links_every_page(self):
        linked = re.findall(r"\(operators/(\w+)\.md\)", (ROOT / "docs/contract.md").read_text())
        self.assertEqual(sorted(linked), [page.stem for page in PAGES])
        self.assertEqual(sorted(FAMILIES), [page.stem for page in PAGES])

    def test_title_and_sections(self):
        for page in PAGES:
            text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
            self.assertEqual(re.findall(r"^# (.*)$", text, re.MULTILINE), [page.stem], page.name)
            self.assertEqual(re.findall(r"^## (.*)$", text, re.MULTILINE), SECTIONS, page.name)

    def test_every_rule_is_on_its_page(self):
        for page in PAGES:
            text = page.read_text()
            text += COMMON.read_text() if "(common.md#errors)" in text else ""
            named = set(re.findall(r"\b[A-Z]{2}\d+\b", text))
            self.assertEqual([rule for rule in rules_of(page) if rule not in named], [], page.name)
            own = [rule for rule in rules_of(page) if rule.rstrip("0123456789") in FAMILIES[page.stem]]
            rows = re.findall(r"^\| ([A-Z]{2}\d+) \|", text, re.MULTILINE)
            self.assertEqual(sorted(rule for rule in own if rule not in rows and rule != "TS7"), [], page.name)

    def test_no_other_rule_is_named(self):
        known = set(re.findall(r"^STREW_RULE\((\w+),", (ROOT / "src/base/rules.def").read_text(), re.MULTILINE))
        for page in PAGES:
            families = {rule.rstrip("0123456789") for rule in known}
            named = {rule for rule in re.findall(r"\b[A-Z]{2}\d+\b", page.read_text())
                     if rule.rstrip("0123456789") in families}
            self.assertLessEqual(named - WHERE_DATA_ARE_CODES.get(page.stem, set()), set(rules_of(page)), page.name)
        named = set(re.findall(r"\b[A-Z]{2}\d+\b", COMMON.read_text()))
        self.assertLessEqual(named, set(rules_of(PAGES[0])) | set(rules_of(ROOT / "docs/operators/scatter.md")))

    def test_links(self):
        for page in [*PAGES, *ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), TO_ONNX]:
            text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
            for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", text):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")

    def test_every_option_of_the_command_is_on_the_page(self):
        common = set(re.findall(r"--[a-z-]+", self.help("inspect")))
        common |= {"--output", "--force", "--no-mmap", "--in-place", "--zeros", "--init", "--rows", "--value", "--format"}
        common |= {"--memory", "--done", "--folder", "--device"}
        for page in PAGES:
            if page.stem.startswith("stablehlo"):
                continue
            options = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", self.help(page.stem.replace("_", "-")), re.MULTILINE))
            self.assertGreater(len(options - common), 1)
            text = page.read_text() + COMMON.read_text()
            missing = [one for one in sorted(options - common) if f"`{one}`" not in text]
            self.assertEqual(missing, [], page.name)

    def test_every_keyword_of_the_python_function_is_in_its_column(self):
        for page in PAGES:
            text = page.read_text()
            column = self.python_column(text, "## Options\n")
            for kind in ("gathers", "scatters"):
                if f"(common.md#options-of-{kind})" in text:
                    column += self.python_column(COMMON.read_text(), f"## Options of {kind}\n")
            words = [f"`{name}`" if page.stem.startswith("stablehlo_") else f"`{name}` ({default})"
                     for name, default in python_keywords(page).items()]
            self.assertEqual(sorted(column), sorted(words), page.name)

    def python_column(self, text, title):
        rows = [line.split(" | ") for line in text.split(title)[1].split("\n##")[0].splitlines() if line.startswith("| ")]
        self.assertEqual(rows[0][1], "Python", title)
        return [row[1] for row in rows[1:]]

    def help(self, name):
        return subprocess.run([PROGRAM, name, "--help"], check=True, stdout=subprocess.PIPE).stdout.decode()


class CommandLine(unittest.TestCase):
    """docs/cli.md names everything that the program has."""

    def setUp(self):
        self.text = CLI_PAGE.read_text()
        self.root = self.help()
        self.commands = re.findall(r"^  ([a-z-]+)  ", self.root.partition("ommands:")[2], re.MULTILINE)

    def help(self, *words):
        return subprocess.run([PROGRAM, *words, "--help"], check=True, stdout=subprocess.PIPE).stdout.decode()

    def test_every_command_has_an_example(self):
        examples = "".join(text for language, _, text in blocks(CLI_PAGE) if language == "sh")
        self.assertGreater(len(self.commands), 9)
        for name in self.commands:
            self.assertRegex(self.text, rf"(?m)^\| `{name}` \|")
            self.assertRegex(examples, rf"strew {name} ")

    def test_operands(self):
        for name in self.commands[:7]:
            operands = re.search(r"^Usage: strew \S+ \[OPTIONS\] (.*)$", self.help(name), re.MULTILINE)[1]
            self.assertIn(f"| `{name}` | `{operands}` |", self.text)

    def test_every_option_is_on_the_page_or_on_that_of_an_operator(self):
        pages = self.text + "".join(page.read_text() for page in [COMMON, *PAGES]) + (ROOT / "docs/caps.md").read_text()
        for name in self.commands:
            for option in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", self.help(name), re.MULTILINE):
                self.assertIn(option, pages, name)
        common = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", self.help("inspect"), re.MULTILINE))
        for option in common | {"--output", "--force", "--no-mmap", "--version"}:
            self.assertIn(f"`{option}`", self.text)

    def test_exit_codes(self):
        rows = re.findall(r"^\| (\d+) \| ", self.text, re.MULTILINE)
        self.assertEqual(rows, re.findall(r"^  (\d+)  ", self.root.partition("Exit codes:")[2], re.MULTILINE))

    def test_dtypes(self):
        listed = re.search(r"TYPE is one of ((?:\w+, )*\w+)", " ".join(self.help("inspect").split()))[1].split(", ")
        words = (ROOT / "docs/words.md").read_text()
        self.assertEqual([name for name in listed if f"`{name}`" not in words], [])


class Picture(unittest.TestCase):
    """docs/scatter_gather.svg, the first that a reader of README.md sees."""
    PATH = ROOT / "docs/scatter_gather.svg"

    def rows(self):
        """The numbers in each row of cells, from left to right."""
        space = "{http://www.w3.org/2000/svg}"
        rows = []
        for group in xml.parse(self.PATH).getroot().findall(f"{space}g"):
            cells = [text for text in group.findall(f"{space}text") if text.get("class") in ("value", "index")]
            rows.append([int(text.text) for text in sorted(cells, key=lambda text: int(text.get("x")))])
        return rows

    def test_the_cells_hold_what_the_operators_compute(self):
        indices, updates, table, output, gathered = self.rows()
        sums = [0] * len(table)
        for index, update in zip(indices, updates):
            sums[index] += update
        self.assertEqual(table, sums)
        self.assertEqual(output, [table[index] for index in gathered])
        self.assertLess(len(set(indices)), len(indices))  # an index repeats

    def test_it_is_small_and_has_colours_for_a_dark_page(self):
        self.assertLess(self.PATH.stat().st_size, 30_000)
        light, dark = self.PATH.read_text().split("@media (prefers-color-scheme: dark)")
        classes = set(re.findall(r"^ +\.([\w-]+) \{[^}]*(?:fill|stroke): #", light, re.MULTILINE))
        self.assertEqual({name for name in classes if not re.search(rf"\.{name}[ ,]", dark)}, set())


class Photographs(unittest.TestCase):
    """The two pictures of the demo in README.md: reduced, so that the repository stays small."""

    def test_they_are_on_the_page_and_small(self):
        page = (ROOT / "README.md").read_text()
        pictures = sorted((ROOT / "docs").glob("*.jpg"))
        self.assertEqual([path.name for path in pictures], ["demo_colours.jpg", "demo_relief.jpg"])
        for path in pictures:
            self.assertIn(f"](docs/{path.name})", page)
            self.assertTrue(path.read_bytes().startswith(b"\xff\xd8\xff"), path.name)
            self.assertLess(path.stat().st_size, 120_000, path.name)


class Contributing(unittest.TestCase):
    def test_every_check_of_the_gate_has_its_row(self):
        checks = re.findall(r"^check (\w+) ", (ROOT / "tools/check").read_text(), re.MULTILINE)
        table = (ROOT / "CONTRIBUTING.md").read_text().partition("## The checks\n")[2].partition("## ")[0]
        rows = re.findall(r"^\| (\w+)[^|]*\| `([^` ]+)", table, re.MULTILINE)
        self.assertEqual([name for name, _ in rows], [name for name in checks if name != "python"])
        programs = [program for _, program in rows if "/" in program and "venv" not in program]
        self.assertEqual([one for one in programs if not (ROOT / one).exists()], [])


class Cookbook(unittest.TestCase):
    def test_each_task_has_arrays_a_command_its_output_and_cpp(self):
        tasks = re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", COOKBOOK.read_text(), re.MULTILINE | re.DOTALL)
        self.assertEqual(len(tasks), 15)
        self.assertEqual(re.findall(r"^- \[(.*)\]", COOKBOOK.read_text(), re.MULTILINE), [name for name, _ in tasks])
        for name, text in tasks:
            self.assertEqual(re.findall(r"^```(\w+)$", text, re.MULTILINE), ["npy", "sh", "text", "cpp"], name)
            self.assertRegex(text, r"(?m)^strew inspect ", name)
            self.assertRegex(text, r"(?m)^assert\(", name)


class Examples(unittest.TestCase):
    def run_commands(self, page, folder):
        """Returns the number of sh blocks that were run."""
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
        waiting, count = None, 0
        for language, line, text in blocks(page):
            if language == "npy":
                for one in text.splitlines():
                    write_array(folder, one)
            elif language == "sh":
                self.assertIsNone(waiting, f"{page.name}:{line}: the sh block before has no text block")
                waiting = subprocess.run(["sh", "-c", text], cwd=folder, env=environment, check=False, timeout=60,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()
                count += 1
            elif language == "text" and waiting is not None:
                self.assertEqual(waiting, text, f"{page.name}:{line}")
                waiting = None
        self.assertIsNone(waiting, f"{page.name}: the last sh block has no text block")
        return count

    def test_commands_print_what_the_page_says(self):
        for page in [*PAGES, CLI_PAGE, COOKBOOK, TO_ONNX]:
            with tempfile.TemporaryDirectory(prefix="strew-docs-") as folder:
                count = self.run_commands(page, pathlib.Path(folder))
            self.assertGreaterEqual(count, 0 if page.stem.startswith("stablehlo") else 1, page.name)

    def test_cpp_compiles_and_its_asserts_hold(self):
        pages = [*PAGES, COOKBOOK, *MORE_PAGES]
        for page in pages:
            self.assertTrue(any(language == "cpp" for language, _, _ in blocks(page)), page.name)
        build = PROGRAM.parent
        library = next(path for path in (build / "libstrew.so", build / "libstrew.a") if path.exists())
        compiler = cache_value("CMAKE_CXX_COMPILER") or shutil.which("c++")
        with tempfile.TemporaryDirectory(prefix="strew-docs-") as folder:
            source = pathlib.Path(folder) / "pages.cpp"
            source.write_text(program_of(pages))
            command = [compiler, "-std=c++20", *cache_value("CMAKE_CXX_FLAGS").split(), "-UNDEBUG", "-Wall", "-Wextra",
                       "-Werror", "-I", ROOT / "include", "-isystem", EIGEN, source, library, f"-Wl,-rpath,{build}", "-pthread", "-o",
                       source.with_suffix("")]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            done = subprocess.run([source.with_suffix("")], check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=60)
            printed = "".join(text for page in MORE_PAGES for language, _, text in blocks(page) if language == "text")
            self.assertEqual((done.returncode, without_times(done.stdout.decode())), (0, without_times(printed)))


def without_times(text):
    """What is expected of a call depends on the machine."""
    return re.sub(r"(?m)^(estimate .*?)\d+ ns", r"\1# ns", text)


if __name__ == "__main__":
    if not PROGRAM.is_file():
        sys.exit("docs_test.py: STREW_CLI names no program")
    unittest.main()
