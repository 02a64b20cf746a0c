#!/usr/bin/env python3
"""strew gather-block-quantized: each operand and option against a loop written from
docs/operators/gather_block_quantized.md."""
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402
from formats_test import tensors  # noqa: E402


def packed(codes, bits):
    """Bytes of one row, low first."""
    made = bytearray(-(-len(codes) * bits // 8))
    for number, code in enumerate(codes):
        made[number * bits // 8] |= code << number * bits % 8
    return list(made)


def decoded(codes, scales, zeros, block):
    return [(code - zeros[c // block]) * scales[c // block] for c, code in enumerate(codes)]


class Codes(CliCase):
    """Three rows of four codes of 4 bits, in blocks of two."""

    codes, scales, zeros = [[0, 1, 2, 3], [4, 5, 6, 7], [15, 8, 0, 9]], [[1, 10], [2, 20], [0.5, 4]], [[1, 2], [3, 4], [8, 0]]
    picked = [2, 0, 2]

    def setUp(self):
        super().setUp()
        self.array("codes.npy", "u1", [3, 2], [byte for row in self.codes for byte in packed(row, 4)])
        self.array("scales.npy", "f4", [3, 2], sum(self.scales, []))
        self.array("zeros.npy", "u1", [3, 1], [byte for row in self.zeros for byte in packed(row, 4)])
        self.array("book.npy", "f4", [16], [100 - n for n in range(16)])
        self.array("rows.npy", "i8", [3], self.picked)

    call = ("gather-block-quantized", "codes.npy", "--indices", "rows.npy", "--scales", "scales.npy")

    def decode(self, *options):
        self.ok(*self.call, *options, "-o", "out.npy")
        return self.output()

    def expected(self, zeros=None):
        zeros = zeros or [[0, 0]] * 3
        return [3, 4], sum((decoded(self.codes[row], self.scales[row], zeros[row], 2) for row in self.picked), [])

    def fails(self, code, *options):
        return self.refused(code, *self.call, *options, "-o", "no.npy")

    def test_operands(self):
        blocks = ("--block-size", "2")
        self.assertEqual(self.decode(*blocks), self.expected())
        self.assertEqual(self.decode(*blocks, "--zero-points", "zeros.npy"), self.expected(self.zeros))
        books = [[100 - code for code in row] for row in self.codes]
        wanted = sum((decoded(books[row], self.scales[row], [0, 0], 2) for row in self.picked), [])
        self.assertEqual(self.decode(*blocks, "--codebook", "book.npy"), ([3, 4], wanted))
        self.array("scales.npy", "f4", [3, 1], [1, 2, 3])
        self.assertEqual(self.decode()[1], [45, 24, 0, 27, 0, 1, 2, 3, 45, 24, 0, 27])  # a row is one block

    def test_signed_codes_and_halves(self):
        self.array("codes.npy", "i1", [3, 2], [0x10, 0x32, 0x54, 0x76, -0x71, -0x70])
        self.assertEqual(self.decode("--block-size", "2")[1][:4], [-0.5, -4, 0, -28])  # 0x8f is -1 and -8
        self.array("codes.npy", "u1", [3, 2], [0x10, 0x32, 0x54, 0x76, 0x8F, 0x90])
        self.array("scales.npy", "f4", [3, 1], [1, 1, 1])
        self.assertEqual(self.decode("--packing", "halves")[1][:4], [15, 0, 8, 9])

    def test_bits_columns_and_axis(self):
        self.array("codes.npy", "u1", [2, 3, 1], [0b11100100, 1, 2, 3, 4, 5])
        self.array("scales.npy", "f4", [2, 3, 1], [1, 2, 3, 4, 5, 6])
        self.array("rows.npy", "i8", [2], [0, 2])
        self.assertEqual(self.decode("--bits", "2", "--axis", "1", "--columns", "3"),
                         ([2, 2, 3], [0, 1, 2, 6, 0, 0, 12, 0, 0, 6, 6, 0]))
        self.assertEqual(self.decode("--bits", "8", "--axis", "-2"), ([2, 2, 1], [228, 6, 12, 30]))
        self.array("rows.npy", "i8", [2, 1], [2, 0])
        self.assertEqual(self.decode("--bits", "8", "--axis", "1", "--batch-dims", "1"), ([2, 1, 1], [6, 12]))
        self.array("rows.npy", "i8", [1, 0], [])
        self.assertEqual(self.decode("--bits", "8"), ([1, 0, 3, 1], []))

    def test_types_of_scales_and_values(self):
        self.array("scales.npy", "f2", [3, 2], sum(self.scales, []))
        self.assertEqual(self.decode("--block-size", "2"), self.expected())
        self.assertEqual(npy_io.parse(self.read("out.npy"))[0], "<f2")
        self.assertEqual(self.decode("--block-size", "2", "--output-dtype", "f32"), self.expected())
        self.assertEqual(npy_io.parse(self.read("out.npy"))[0], "<f4")
        self.array("scales.npy", "u1", [3, 1], [127, 128, 126])  # 1, 2, 1/2
        self.assertEqual(self.decode()[1][:8], [7.5, 4, 0, 4.5, 0, 1, 2, 3])
        self.assertEqual(npy_io.parse(self.read("out.npy"))[0], "<f4")

    def test_bf16(self):
        self.write("scales.npy", npy_io.header("'|V2'", [3, 1]) + b"\x80\x3f\x00\x40\x00\x40")  # 1, 2, 2
        self.decoded_to_bf16("out.npy", "--dtype", "bf16")
        self.assertEqual(npy_io.parse(self.read("out.npy"))[0], "|V2")
        self.array("scales.npy", "f4", [3, 1], [1, 2, 2])
        self.decoded_to_bf16("out.npy", "--output-dtype", "bf16")
        self.ok(*self.call, "--output-dtype", "bf16", "-o", "out.safetensors")
        self.assertIn(b"bf16 [3, 4]", self.ok("inspect", "out.safetensors"))
        self.write("scales.safetensors", tensors({"s": ("F8_E8M0", [3, 1], b"\x7f\x80\x80")}))
        self.ok(*self.call[:4], "--scales", "scales.safetensors", "--dtype", "u8", "-o", "out.npy")
        self.assertEqual(self.output()[1][:4], [30, 16, 0, 18])

    def decoded_to_bf16(self, name, *options):
        self.ok(*self.call, *options, "-o", name)
        self.assertEqual(npy_io.parse(self.read(name))[3][:8], b"\xf0\x41\x80\x41\x00\x00\x90\x41")  # 30, 16, 0, 18

    def test_policies(self):
        self.array("rows.npy", "i8", [3], [2, 7, -3])
        blocks = ("--block-size", "2")
        self.assertEqual(self.decode(*blocks, "--out-of-bounds", "fill")[1], [7.5, 4, 0, 36, 0, 0, 0, 0, 0, 1, 20, 30])
        self.assertEqual(self.decode(*blocks, "--out-of-bounds", "fill", "--fill-value", "0.5")[1][4:8], [0.5] * 4)
        self.assertEqual(self.decode(*blocks, "--out-of-bounds", "clamp", "--negative-indices", "invalid")[1],
                         [7.5, 4, 0, 36, 7.5, 4, 0, 36, 0, 1, 20, 30])
        self.assertEqual(self.fails(3, *blocks)[0], "strew: rows.npy: position 1: component 0 is 7, outside [-3, 2] (axis 0 "
                                                    "of extent 3); 1 of 3 positions is bad")
        self.assertIn("--out-of-bounds clamp, wrap or fill", self.fails(3, *blocks)[1])

    def test_a_mapped_table(self):
        """Larger than what is read; and read to its end."""
        width, rows = 256, 1000
        values = [number % 251 for number in range(rows * width)]
        self.array("codes.npy", "u1", [rows, width], values)
        self.array("scales.npy", "f4", [rows, 1], [number % 7 for number in range(rows)])
        self.array("rows.npy", "i8", [2], [999, 500])
        wanted = [values[row * width + c] * (row % 7) for row in (999, 500) for c in range(width)]
        for more in ((), ("--no-mmap",), ("--threads", "1")):
            self.assertEqual(self.decode("--bits", "8", *more), ([2, width], wanted), more)

    def test_files_and_the_standard_input(self):
        for place, name in enumerate(("codes.npy", "--indices", "rows.npy", "--scales", "scales.npy")):
            words = list(self.call)
            if name.startswith("--"):
                continue
            words[place + 1] = "-"
            with open(self.path(name), "rb") as stream:
                self.ok(*words, "--block-size", "2", "-o", "out.npy", stdin=stream)
            self.assertEqual(self.output(), self.expected(), name)

    def test_explain_bench_and_json(self):
        more = ("--block-size", "2", "--zero-points", "zeros.npy")
        found = json.loads(self.ok("explain", *self.call, *more, "--json"))
        self.assertEqual({name: one["extents"] for name, one in found["operands"].items()},
                         {"data": [3, 2], "indices": [3], "scales": [3, 2], "zero_points": [3, 1], "output": [3, 4]})
        self.assertIn(b"\nzero_points  u8 [3, 1]\n", self.ok("explain", *self.call, *more))
        found = json.loads(self.ok(*self.call, *more, "--dry-run", "--json"))
        self.assertEqual((found["operator"], found["positions"], found["output"]["dtype"]), ("gather-block-quantized", 3, "f32"))
        short = ("--seconds", "0", "--repetitions", "5", "--json", "--prepared")
        found = json.loads(self.ok("bench", *self.call, *more, *short))
        self.assertEqual([one["prepared"] for one in found["results"]], [False, True])
        self.assertEqual(found["row_bytes"], 16)

    def test_random_problems(self):
        random_of = random.Random(22)
        for seed in range(0, 30, cli_case.ONE_IN):
            bits, rows = random_of.choice([8, 4, 2]), random_of.randrange(1, 5)
            columns, block = random_of.randrange(1, 20), random_of.randrange(1, 9)
            blocks = -(-columns // block)
            codes = [[random_of.randrange(2**bits) for _ in range(columns)] for _ in range(rows)]
            zeros = [[random_of.randrange(2**bits) for _ in range(blocks)] for _ in range(rows)]
            scales = [[random_of.randrange(-9, 9) / 4 for _ in range(blocks)] for _ in range(rows)]
            picked = [random_of.randrange(rows) for _ in range(random_of.randrange(6))]
            for name, numbers in (("codes.npy", codes), ("zeros.npy", zeros)):
                lines = [packed(row, bits) for row in numbers]
                self.array(name, "u1", [rows, len(lines[0])], sum(lines, []))
            self.array("scales.npy", "f4", [rows, blocks], sum(scales, []))
            self.array("rows.npy", "u2", [len(picked)], picked)
            wanted = sum((decoded(codes[row], scales[row], zeros[row], block) for row in picked), [])
            self.assertEqual(self.decode("--bits", str(bits), "--block-size", str(block), "--columns", str(columns),
                                         "--zero-points", "zeros.npy"), ([len(picked), columns], wanted), seed)

    def test_refusals(self):
        self.array("ints.npy", "i4", [3, 2], [1] * 6)
        self.array("flat.npy", "u1", [6], [1] * 6)
        self.write("scalar.npy", npy_io.array("u1", [], [1]))
        two = ("--block-size", "2")
        for options, code, file, rule in (
                ((), 3, "scales.npy", "QB3"), (("--block-size", "-1"), 3, "", "QB2"), (("--columns", "9"), 3, "codes.npy", "QB2"),
                (("--axis", "1"), 3, "", "QB2"), (("--axis", "5"), 3, "", "AX2"), (("--batch-dims", "2"), 3, "", "AX3"),
                ((*two, "--zero-points", "scales.npy"), 3, "scales.npy", "TY5"), ((*two, "--codebook", "ints.npy"), 3, "ints.npy", "TY5"),
                ((*two, "--zero-points", "zeros.npy", "--codebook", "book.npy"), 3, "", "QB4"),
                ((*two, "--packing", "halves", "--bits", "8"), 2, "", "QB1"),
                ((*two, "--dtype", "i32"), 3, "scales.npy", "TY5"), ((*two, "--out-of-bounds", "fill", "--fill-value", "1e400"), 2, "", "")):
            line = self.fails(code, *options)[0]
            self.assertTrue(line.startswith(f"strew: {file}") and rule in line, (options, line))
        for codes, rule in (("ints.npy", "TY5"), ("flat.npy", ""), ("scalar.npy", "")):
            line = self.refused(3, "gather-block-quantized", codes, *self.call[2:], "-o", "no.npy")[0]
            self.assertIn(rule, line)
        self.assertEqual(self.refused(2, *self.call[:4], "-o", "no.npy")[0], "strew: --scales is missing")
        self.assertEqual(self.fails(2, "--bits", "3")[0], "strew: --bits: '3' is not one of 8, 4, 2")
        self.assertIn("a gather has no output before", self.fails(2, "--out-of-bounds", "skip")[1])


if __name__ == "__main__":
    cli_case.main()
