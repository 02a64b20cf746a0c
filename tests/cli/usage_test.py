#!/usr/bin/env python3
"""The words of a command line: what is refused in which sentence, what is suggested, and that help is the truth."""
import ast
import json
import os
import pathlib
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import UntouchedCase  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
GATHERS = ["gather", "gather-elements", "gather-nd"]
SCATTERS = ["scatter", "scatter-elements", "scatter-nd"]
SEGMENTS = ["segment-reduce", "segment-scan", "sddmm"]
OPERATORS = GATHERS + SCATTERS + ["tensor-scatter", *SEGMENTS, "gather-block-quantized"]
COMMANDS = OPERATORS + ["recover", "inspect", "check", "conformance", "caps", "explain", "bench", "tune", "generate", "help"]
# What the parser of options says by itself.
FOREIGN = re.compile(r"expected|required|At Most|At Least|received|excludes|Could not|argument|subcommand|not understood")


class Sentences(UntouchedCase):
    def refusal(self, *words):
        lines = self.refused(2, *words)
        self.assertLessEqual(len(lines), 2, lines)
        return lines[0].removeprefix("strew: "), "".join(lines[1:]).removeprefix("hint: ")

    def test_what_is_wrong_and_what_would_be_right(self):
        takes = "strew gather-nd takes DATA INDICES"
        good = ("gather-nd", "data.npy", "ix.npy")
        cases = [
            ([], "no command is named", "strew --help lists the commands"),
            (["explain"], "no command is named", "strew explain --help lists the commands"),
            (["zzz"], "there is no command 'zzz'", "strew --help lists the commands"),
            (["--zzz"], "there is no option --zzz", "strew --help lists the options"),
            (["explain", "caps"], "explain has no command 'caps'", "strew explain --help lists the commands"),
            (["gather-nd"], "DATA is missing", takes),
            (["gather-nd", "data.npy"], "INDICES is missing", takes),
            (["tensor-scatter", "a"], "UPDATES is missing", "strew tensor-scatter takes CACHE UPDATES [WRITE_INDICES]"),
            ([*good, "up.npy"], "'up.npy' is one operand too many", takes),
            ([*good, "--", "-o"], "'-o' is one operand too many", takes),
            (["caps", "x"], "'x' is one operand too many", "strew caps takes no operand"),
            ([*good, "--zzz"], "gather-nd has no option --zzz", "strew gather-nd --help lists the options"),
            ([*good, "-x"], "gather-nd has no option -x", "strew gather-nd --help lists the options"),
            ([*good, "-qx"], "gather-nd has no option -x", "strew gather-nd --help lists the options"),
            ([*good, "--mode", "linear"], "gather-nd has no option --mode", "--mode is an option of tensor-scatter"),
            ([*good, "-o"], "-o needs a value: FILE", ""),
            ([*good, "--batch-dims"], "--batch-dims needs a value: N", ""),
            ([*good, "-o", "a", "--output=b"], "--output is given more than once", ""),
            ([*good, "--json=1"], "--json takes no value, and has '1'", ""),
            ([*good, "--batch-dims", "x"], "--batch-dims: 'x' is not an integer", ""),
            ([*good, "--threads=0"], "--threads: '0' is not an integer of at least 1", ""),
            ([*good, "--batch-dims", "--json"], "--batch-dims: '--json' is not an integer", ""),
            (["caps", "--tuning", "--directml"],
             "--directml and --tuning ask for different tables; one can be printed", ""),
            (["caps", "--targets", "--tuning"],
             "--tuning and --targets ask for different tables; one can be printed", ""),
        ]
        for words, message, hint in cases:
            self.assertEqual(self.refusal(*words), (message, hint), words)

    def test_did_you_mean(self):
        good = ("scatter-nd", "data.npy", "ix.npy", "data.npy")
        cases = [(["gathr"], "gather"), (["gahter"], "gather"), (["gather_nd"], "gather-nd"), (["insepct"], "inspect"),
                 (["explain", "scater"], "scatter"), (["help", "gaps"], "caps"), (["scatterelements"], "scatter-elements"),
                 ([*good, "--outptu", "x"], "--output"), ([*good, "--out-of-bound=skip"], "--out-of-bounds"),
                 ([*good, "--reduce", "add"], "--reduction"), ([*good, "--jsn"], "--json"),
                 ([*good, "--reduction", "maxx"], "max"), ([*good, "--reduction", "sum"], "add"),
                 ([*good, "--out-of-bounds", "clip"], "clamp"), ([*good, "--dtype", "flot32"], "float32"),
                 ([*good, "--negative-indices", "from-end"], "from_end")]
        for words, meant in cases:
            self.assertEqual(self.refusal(*words)[1], f"did you mean '{meant}'?", words)

    def test_words_of_other_libraries_are_those_that_python_knows(self):
        text = (ROOT / "python/strew/_words.py").read_text()
        table = ast.literal_eval(re.search(r"^ELSEWHERE: .*? = (\{.*?^\})", text, re.MULTILINE | re.DOTALL)[1])
        options = [("scatter", "--reduction"), ("scatter", "--out-of-bounds"), ("gather", "--out-of-bounds")]
        for theirs, ours in table.items():
            hints = []
            for command, option in options:
                message, hint = self.refusal(command, "a", "b", *(["c"] if command == "scatter" else []), option, theirs)
                if ours in message.partition(" is not one of ")[2].split(", "):
                    hints.append(hint)
            self.assertEqual(set(hints), {f"did you mean '{ours}'?"}, theirs)

    def test_nothing_of_the_parser_is_said(self):
        words = ["data.npy", "ix.npy", "--json", "-q", "-o", "out.npy", "--axis", "-1", "--", "--help-me", "-", "--axis=",
                 "--output=", "--=", "-=", "=", "gather", "explain", "--reduction", "--threads", "--version", "a b", "--a:b"]
        draw = random.Random(3)
        for _ in range(120 // cli_case.ONE_IN):
            chosen = [draw.choice(COMMANDS)] + draw.choices(words, k=draw.randrange(6))
            done = self.run_strew(*chosen)
            if done.returncode != 2:
                self.write("out.npy", b"as it was")
                continue
            lines = [line for line in done.stderr.decode().splitlines() if line.startswith(("strew: ", "hint: "))]
            self.assertEqual(FOREIGN.findall(" ".join(lines)), [], (chosen, lines))

    def test_json(self):
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "--outptu", "--json")
        error = json.loads(done.stdout)
        self.assertEqual((done.returncode, error["kind"], error["message"], error["hint"]),
                         (2, "usage", "gather-nd has no option --outptu", "did you mean '--output'?"))


class Help(UntouchedCase):
    def help(self, *words):
        return self.ok(*words).decode()

    def test_the_formats_are_those_of_the_build(self):
        formats = json.loads(self.help("caps", "--json"))["formats"]
        root, gather = self.help("--help"), self.help("gather", "--help")
        written = {suffix for one in formats if one["written"] for suffix in one["suffixes"]}
        self.assertEqual(set(re.search(r"its suffix: (.*?);", " ".join(gather.split()))[1].split(", ")), written)
        self.assertIn(f"--format {'|'.join(one['name'] for one in formats if one['written'])}", gather)
        for one in formats[2:]:  # those of which an input's suffix is the name
            lines = [line for line in root.splitlines() if line.startswith(f"  FILE{one['suffixes'][0]}")]
            self.assertEqual(len(lines), 1 if one["read"] else 0, one)
            self.assertEqual(f"no {one['suffixes'][0]} files" in root, not one["read"], one)

    def test_three_ways_to_ask(self):
        for name in COMMANDS:
            text = self.help(name, "--help")
            self.assertEqual(self.help("help", name), text)
            self.assertEqual(self.help(name, "-h"), text)
            self.assertIn(f"Usage: strew {name} ", text)
        for name in OPERATORS:
            for parent in ("explain", "bench"):
                self.assertEqual(self.help("help", parent, name), self.help(parent, name, "--help"))
        self.assertEqual(self.help("help"), self.help("--help"))

    def test_help_is_given_whatever_else_is_wrong(self):
        text = self.help("gather", "--help")
        self.assertEqual(self.help("gather", "--bogus", "-h"), text)
        self.assertEqual(self.help("gather", "a", "b", "c", "--help"), text)
        self.assertEqual(self.help("gather", "--axis", "x", "--help"), text)
        self.refused(2, "gathr", "--help")

    def test_every_command_is_listed(self):
        listed = re.findall(r"^  ([a-z-]+)  +\S", self.help("--help").partition("ommands:")[2], re.MULTILINE)
        self.assertEqual(listed, COMMANDS)

    def test_only_exit_codes_that_exist_are_listed(self):
        listed = re.findall(r"^  (\d+)  ", self.help("--help").partition("Exit codes:")[2], re.MULTILINE)
        self.assertEqual(listed, ["0", "1", "2", "3", "4", "5", "70"])


class Choices(UntouchedCase):
    """One list: what help shows, what an error lists and what is accepted."""

    def operands(self, name):
        self.array("ix.npy", "i8", [2, 1], [0, 4])
        self.array("up.npy", "i4", [2, 1], [1, 2])
        if name == "segment-reduce":
            return [name, "data.npy", "--indices", "ix.npy"]
        if name == "segment-scan":
            self.array("ids.npy", "i8", [5], [0, 4, 0, 1, 1])
            return [name, "data.npy", "--segments", "ids.npy"]
        if name == "sddmm":
            return [name, "data.npy", "data.npy", "--indices", "ix.npy"]
        if name == "gather-block-quantized":
            return [name, "data.npy", "--indices", "ix.npy", "--scales", "up.npy"]
        return [name, "data.npy", "ix.npy"] + ([] if name in GATHERS else ["up.npy"])

    def shown(self, name):
        """Option -> choices in the help of a command."""
        text = self.ok(name, "--help").decode()
        found = re.findall(r"^  (--[a-z-]+) ([a-z0-9_|]+\|[a-z0-9_|]+)(?: |$)", text, re.MULTILINE)
        return {option: listed.split("|") for option, listed in found}

    def words(self):
        page = json.loads(self.ok("caps", "--json"))
        words = {one for operator in page["operators"] for one in operator["policies"]["from_end"]}
        words |= {one for operator in page["operators"] for one in operator["reductions"]["f32"]}
        return sorted(words | {"linear", "circular", "from_end", "invalid", "wide", "native", "allow", "auto", "always",
                               "never", "8", "4", "2", "low_first", "halves", "f32", "f16", "bf16"})

    def test_each_operator(self):
        for name in OPERATORS:
            for option, shown in self.shown(name).items():
                for word in self.words()[::cli_case.ONE_IN]:
                    done = self.run_strew(*self.operands(name), option, word, "--dry-run")
                    said = done.stderr.decode()
                    refusal = f"strew: {option}: '{word}' is not one of {', '.join(shown)}\n"
                    if word in shown:
                        self.assertNotIn("is not one of", said, (name, option, word))
                    else:
                        self.assertEqual(done.returncode, 2, (name, option, word))
                        self.assertTrue(said.startswith(refusal), (said, refusal))

    def test_which_operator_has_which(self):
        policies = {name: self.shown(name).get("--out-of-bounds") for name in OPERATORS}
        self.assertEqual(policies, {**dict.fromkeys([*GATHERS, "gather-block-quantized"], ["error", "clamp", "wrap", "fill", "assume"]),
                                    **dict.fromkeys(SCATTERS + SEGMENTS, ["error", "clamp", "wrap", "skip", "assume"]),
                                    "tensor-scatter": None})
        self.assertEqual([name for name in OPERATORS if "--reduction" in self.shown(name)],
                         SCATTERS + ["segment-reduce", "segment-scan"])
        self.assertEqual([name for name in OPERATORS if "--mode" in self.shown(name)], ["tensor-scatter"])
        for name in [*GATHERS, *SCATTERS, *SEGMENTS, "gather-block-quantized"]:
            text = " ".join(self.ok(name, "--help").decode().split())
            described = re.search(r"outside its extent: (.*?)--", text)[1]
            self.assertEqual([one for one in re.findall(r"\((\w+)", described)], policies[name])

    def test_dtypes(self):
        widths = {1: ["bool", "i8", "u8", "int8", "uint8"],
                  2: ["i16", "u16", "f16", "bf16", "int16", "uint16", "float16", "bfloat16"],
                  4: ["i32", "u32", "f32", "int32", "uint32", "float32"],
                  8: ["i64", "u64", "f64", "c64", "int64", "uint64", "float64", "complex64"],
                  16: ["c128", "complex128"]}
        widths[1] += ["f8_e4m3", "f8_e5m2", "float8_e4m3fn", "float8_e5m2"]
        for width, names in widths.items():
            self.write("v.npy", cli_case.npy_io.header(f"'|V{width}'", [1]) + bytes(width))
            for name in names:
                self.ok("inspect", "v.npy", "--dtype", name)
        every = ["opaque"] + [name for names in widths.values() for name in names]
        for command in [*OPERATORS, "inspect"]:
            text = " ".join(self.ok(command, "--help").decode().split())
            listed = re.search(r"TYPE is one of ((?:\w+, )*\w+)", text)[1].split(", ")
            self.assertEqual(sorted(listed), sorted(every), command)
        message = self.refused(2, "inspect", "v.npy", "--dtype", "zzz")[0]
        self.assertEqual(message, f"strew: --dtype: 'zzz' is not one of {', '.join(listed)}")

    def test_names_of_numpy_mean_the_same(self):
        self.write("v.npy", cli_case.npy_io.header("'<V2'", [2]) + b"\x80\x3f\xcd\x3d")
        for theirs, ours in (("bfloat16", "bf16"), ("float16", "f16"), ("int16", "i16"), ("uint16", "u16")):
            self.assertEqual(self.ok("inspect", "v.npy", "--dtype", theirs), self.ok("inspect", "v.npy", "--dtype", ours))


class Hints(UntouchedCase):
    def hints(self, code, *words):
        return self.refused(code, *words)[1:]

    def test_a_hint_adds_something(self):
        self.array("f.npy", "f4", [2, 1], [0, 1])
        self.array("up.npy", "i4", [3], [1, 2, 3])
        self.array("fup.npy", "f4", [2], [1, 2])
        out = ("-o", "out.npy")
        gather, scatter = ("gather-nd", "data.npy", "ix.npy"), ("scatter-nd", "data.npy", "ix.npy")
        self.assertEqual(self.hints(3, "gather-nd", "data.npy", "f.npy", *out),
                         ["hint: in NumPy, a.astype('int64') converts it"])
        self.assertEqual(self.hints(3, *scatter, "fup.npy", *out), ["hint: in NumPy, a.astype('int32') converts it"])
        self.assertEqual(self.hints(3, *scatter, "up.npy", *out),
                         ["hint: strew scatter-nd --help says which extents it takes"])
        for words in ((*gather, "--batch-dims", "5"), ("gather", "data.npy", "ix.npy", "--axis", "4")):
            self.assertEqual(self.hints(3, *words, *out), [], words)
        for descr, hints in (("|V2", ["hint: --dtype NAME says what the elements are, e.g. --dtype bf16"]), ("|S2", [])):
            self.write("s.npy", cli_case.npy_io.header(repr(descr), [2]) + b"abcd")
            words = ("scatter-nd", "s.npy", "ix.npy", "s.npy", "--reduction", "add", *out)
            self.assertEqual(self.hints(3, *words), hints, descr)
        self.assertEqual(self.hints(2, *gather, "--out-of-bounds", "fill", "--fill-value", "0.5", *out), [])


if __name__ == "__main__":
    cli_case.main()
