#!/usr/bin/env python3
"""--zeros and --init, --rows, --value: operands that are written on the command line."""
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402


class Zeros(CliCase):
    def setUp(self):
        super().setUp()
        self.array("rows.npy", "i8", [2], [2, 2])
        self.array("up.npy", "f4", [2, 2], [7, 8, 9, 10])

    def test_extents_and_value(self):
        for extents in ("3,2", "3, 2"):
            self.ok("scatter", "--zeros", extents, "rows.npy", "up.npy", "--reduction", "add", "-o", "out.npy")
            self.assertEqual(self.output(), ([3, 2], [0, 0, 0, 0, 16, 18]))
        self.ok("scatter", "rows.npy", "up.npy", "--zeros=3,2", "--init", "1.5", "--reduction", "add", "-o", "out.npy")
        self.assertEqual(self.output(), ([3, 2], [1.5, 1.5, 1.5, 1.5, 17.5, 19.5]))

    def test_zeros_are_no_old_values(self):
        self.array("up.npy", "f4", [2, 2], [2, -3, 4, -5])
        alone = {"mean": [3, -4], "max": [4, -3], "min": [2, -5], "mul": [8, 15]}
        with_zero = {"mean": [2, -8 / 3], "max": [4, 0], "min": [0, -5], "mul": [0, 0]}
        for reduction, cell in alone.items():
            words = ("scatter", "--zeros", "3,2", "rows.npy", "up.npy", "--reduction", reduction, "-o", "out.npy")
            for more in ((), ("--exclude-self",)):
                self.ok(*words, *more)
                self.assertEqual(self.output(), ([3, 2], [0, 0, 0, 0, *cell]), (reduction, more))
            for more in (("--include-self",), ("--init", "0")):
                self.ok(*words, *more)
                rounded = [round(one, 5) for one in self.output()[1]]
                self.assertEqual(rounded, [0, 0, 0, 0, *(round(one, 5) for one in with_zero[reduction])], (reduction, more))
        self.array("bits.npy", "u1", [2, 2], [7, 5, 3, 4])
        self.ok("scatter", "--zeros", "3,2", "--dtype", "u8", "rows.npy", "bits.npy", "--reduction", "and", "-o", "out.npy")
        self.assertEqual(self.output()[1][4:], [3, 4])

    def test_what_zero_does_not_change_has_the_same_bits(self):
        self.array("up.npy", "f4", [2, 2], [-0.0, 1e-30, -0.0, 1])
        for reduction in ("add", "sub"):
            words = ("scatter", "--zeros", "3,2", "rows.npy", "up.npy", "--reduction", reduction)
            self.ok(*words, "-o", "out.npy")
            self.ok(*words, "--include-self", "-o", "other.npy")
            self.assertEqual(self.read("out.npy"), self.read("other.npy"), reduction)

    def test_types(self):
        self.array("up.npy", "u1", [2, 2], [7, 8, 9, 10])
        self.ok("scatter", "--zeros", "3,2", "--dtype", "uint8", "--init", "255", "rows.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([3, 2], [255, 255, 255, 255, 9, 10]))
        self.write("up.npy", npy_io.header("'|V2'", [2, 2]) + bytes(8))
        self.ok("scatter", "--zeros", "3,2", "--dtype", "bf16", "--init", "1", "rows.npy", "up.npy", "-o", "o.safetensors")
        self.assertEqual(self.read("o.safetensors")[-12:], b"\x80\x3f" * 4 + bytes(4))

    def test_scalar_and_empty(self):
        self.array("ix.npy", "i8", [1, 0], [])
        self.array("up.npy", "f4", [1], [3])
        self.ok("scatter-nd", "--zeros", "", "ix.npy", "up.npy", "--init", "2", "--reduction", "mul", "-o", "out.npy")
        self.assertEqual(self.output(), ([], [6]))
        self.array("ix.npy", "i8", [0], [])
        self.array("up.npy", "f4", [0, 0], [])
        self.ok("scatter", "--zeros", "5,0", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([5, 0], []))

    def test_other_commands(self):
        self.array("ix.npy", "i8", [1, 2], [1, 0])
        self.array("one.npy", "f4", [1], [5])
        self.ok("scatter-nd", "--zeros", "2,2", "ix.npy", "one.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 2], [0, 0, 5, 0]))
        self.array("tokens.npy", "f4", [1, 1, 2], [5, 6])
        self.ok("tensor-scatter", "--zeros", "1,2,2", "tokens.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([1, 2, 2], [5, 6, 0, 0]))
        self.assertIn(b"f32", self.ok("explain", "scatter", "--zeros", "3,2", "rows.npy", "up.npy"))

    def test_what_is_wrong(self):
        operands = ("rows.npy", "up.npy", "-o", "out.npy")
        three = ("scatter", "--zeros", "3,2")
        cases = [
            (2, "--zeros: 'x' is not an extent", ("scatter", "--zeros", "x", *operands)),
            (2, "--zeros: '-1' is not an extent", ("scatter", "--zeros=-1", *operands)),
            (2, "'up.npy' is one operand too many", (*three, "t.npy", *operands)),
            (2, "'up.npy' is one operand too many", ("scatter", "t.npy", *operands, "--zeros", "3,2")),
            (2, "UPDATES is missing", (*three, "rows.npy", "-o", "out.npy")),
            (2, "--exclude-self and --include-self contradict each other",
             (*three, *operands, "--exclude-self", "--include-self")),
            (2, "--init is only used with --zeros", ("scatter", "t.npy", *operands, "--init", "1")),
            (2, "--init: 'one' is not a number", (*three, *operands, "--init", "one")),
            (2, "--init: the value is not exact in i32", (*three, *operands, "--init", "1.5", "--dtype", "i32")),
            (3, "--zeros: elements of the type opaque are only moved, no number becomes one", (*three, *operands, "--dtype", "opaque")),
            (2, "--zeros 9223372036854775807,2: the shape has more bytes",
             ("scatter", "--zeros", "9223372036854775807,2", *operands)),
            (3, "up.npy: --dtype f64 has 8 bytes", (*three, *operands, "--dtype", "f64")),
            (3, "rows.npy: position 0: component 0 is 2", ("scatter", "--zeros", "2,2", *operands)),
        ]
        for code, text, words in cases:
            lines = self.refused(code, *words)
            self.assertIn(text, lines[0], words)
        self.assertIn("gather has no option --zeros", self.refused(2, "gather", "--zeros", "3", "rows.npy", "-o", "x.npy")[0])
        hint = self.refused(2, *three, "rows.npy", "-o", "out.npy")[1]
        self.assertEqual(hint, "hint: strew scatter with --zeros takes INDICES UPDATES")


class RowsAndValue(CliCase):
    def setUp(self):
        super().setUp()
        self.array("t.npy", "f4", [3, 2], range(6))
        self.array("rows.npy", "i8", [2], [2, 0])

    def same(self, words, with_files):
        """Two ways to say one call."""
        self.ok(*words, "-o", "out.npy")
        self.ok(*with_files, "-o", "other.npy")
        self.assertEqual(self.read("out.npy"), self.read("other.npy"), words)

    def test_rows(self):
        self.same(("gather", "t.npy", "--rows", "2,0"), ("gather", "t.npy", "rows.npy"))
        self.same(("gather", "--rows=-1,+0", "t.npy"), ("gather", "t.npy", "rows.npy"))
        self.same(("gather", "t.npy", "--rows", "9,1", "--out-of-bounds", "clamp"),
                  ("gather", "t.npy", "--rows", "2,1"))
        self.ok("gather", "t.npy", "--rows", "1,0", "--axis", "1", "-o", "out.npy")
        self.assertEqual(self.output(), ([3, 2], [1, 0, 3, 2, 5, 4]))
        self.ok("gather", "t.npy", "--rows", "", "-o", "out.npy")
        self.assertEqual(self.output(), ([0, 2], []))
        self.array("up.npy", "f4", [2, 2], [7, 8, 9, 10])
        self.same(("scatter", "t.npy", "up.npy", "--rows", "2,0"), ("scatter", "t.npy", "rows.npy", "up.npy"))

    def test_value(self):
        self.array("up.npy", "f4", [2, 2], [1.5] * 4)
        self.same(("scatter", "t.npy", "rows.npy", "--value", "1.5"), ("scatter", "t.npy", "rows.npy", "up.npy"))
        self.same(("scatter", "t.npy", "--value=1.5", "--rows", "2,0", "--reduction", "add"),
                  ("scatter", "t.npy", "rows.npy", "up.npy", "--reduction", "add"))
        self.array("ix.npy", "i8", [2, 2], [1, 0, 0, 2])
        self.same(("scatter-elements", "t.npy", "ix.npy", "--value", "1.5"),
                  ("scatter-elements", "t.npy", "ix.npy", "up.npy"))
        self.array("tuples.npy", "i8", [2, 1], [2, 2])
        self.same(("scatter-nd", "t.npy", "tuples.npy", "--value", "1.5", "--reduction", "mul"),
                  ("scatter-nd", "t.npy", "tuples.npy", "up.npy", "--reduction", "mul"))
        self.ok("scatter", "--zeros", "3", "--dtype", "i64", "--rows", "2,0,2", "--value", "1", "--reduction", "add",
                "-o", "out.npy")
        self.assertEqual(self.output(), ([3], [1, 0, 2]))

    def test_orders_types_and_in_place(self):
        self.array("f.npy", "f4", [2, 3], range(6), fortran=True)
        self.ok("scatter", "f.npy", "--rows", "1", "--value", "9", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 3], [0, 2, 4, 9, 9, 9]))
        self.write("b.npy", npy_io.header("'|V2'", [2]) + bytes(4))
        self.ok("scatter", "b.npy", "--rows", "1", "--value", "1", "--dtype", "bf16", "-o", "out.npy")
        self.assertEqual(self.read("out.npy")[-4:], b"\0\0\x80\x3f")
        self.ok("scatter", "t.npy", "--rows", "1", "--value", "9", "--in-place")
        self.assertEqual(self.output("t.npy"), ([3, 2], [0, 1, 9, 9, 4, 5]))

    def test_other_commands(self):
        told = self.ok("explain", "scatter", "t.npy", "--rows", "1", "--value", "1")
        self.assertIn(b"indices      i64 [1]\nupdates      f32 [1, 2]\n", told)
        self.ok("bench", "scatter", "t.npy", "--rows", "1", "--value", "1", "--seconds", "0")

    def test_what_is_wrong(self):
        self.write("v.npy", npy_io.header("'|V3'", [2]) + bytes(6))
        self.array("i.npy", "i4", [2], [0, 1])
        out = ("-o", "out.npy")
        cases = [
            (2, "--rows: 'x' is not an integer", ("gather", "t.npy", "--rows", "1,x", *out)),
            (2, "--rows: '' is not an integer", ("gather", "t.npy", "--rows", "1,", *out)),
            (2, "--rows: '1.5' is not an integer", ("gather", "t.npy", "--rows", "1.5", *out)),
            (2, "'rows.npy' is one operand too many", ("gather", "t.npy", "rows.npy", "--rows", "1", *out)),
            (2, "gather-nd has no option --rows", ("gather-nd", "t.npy", "--rows", "1", *out)),
            (2, "tensor-scatter has no option --value", ("tensor-scatter", "t.npy", "--value", "1", *out)),
            (2, "DATA is missing", ("gather", "--rows", "1", *out)),
            (3, "--rows 1,9: position 1: component 0 is 9, outside [-3, 2]", ("gather", "t.npy", "--rows", "1,9", *out)),
            (2, "--value: 'x' is not a number", ("scatter", "t.npy", "rows.npy", "--value", "x", *out)),
            (2, "--value: the value is not exact in i32", ("scatter", "i.npy", "--rows", "1", "--value", "1.5", *out)),
            (3, "--value: elements of the type opaque are only moved, no number becomes one",
             ("scatter", "v.npy", "--rows", "1", "--value", "1", *out)),
            (3, "axis is 5", ("scatter", "t.npy", "rows.npy", "--axis", "5", "--value", "1", *out)),
        ]
        for code, text, words in cases:
            self.assertIn(text, self.refused(code, *words)[0], words)
        hint = self.refused(2, "scatter", "--rows", "1", "--value", "1", *out)[1]
        self.assertEqual(hint, "hint: strew scatter with --rows and --value takes DATA")


if __name__ == "__main__":
    cli_case.main()
