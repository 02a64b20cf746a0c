#!/usr/bin/env python3
"""--zeros and --init: data of a scatter that are no file."""
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
            (2, "--init is only used with --zeros", ("scatter", "t.npy", *operands, "--init", "1")),
            (2, "--init: 'one' is not a number", (*three, *operands, "--init", "one")),
            (2, "--init: the value is not exact in i32", (*three, *operands, "--init", "1.5", "--dtype", "i32")),
            (3, "--zeros: elements of the type opaque have no width", (*three, *operands, "--dtype", "opaque")),
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


if __name__ == "__main__":
    cli_case.main()
