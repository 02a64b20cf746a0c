#!/usr/bin/env python3
"""strew segment-reduce of rows of codes: the values of docs/operators/segment_reduce.md, the bits of decoding, reducing and
rounding by their own commands, and refusals."""
import json
import os
import random
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402
from formats_test import tensors  # noqa: E402
from gather_block_quantized_test import packed  # noqa: E402

BITS = {2: "e", 4: "f"}


class BagCase(CliCase):
    """Three rows of four codes of 4 bits, in blocks of two: 0 1 2 3, 4 5 6 7, 8 9 10 11. A bag of two rows, and another."""

    scales = [1, 10, 2, 20, 3, 30]

    def setUp(self):
        super().setUp()
        self.array("codes.npy", "u1", [3, 2], [0x10, 0x32, 0x54, 0x76, 0x98, 0xBA])
        self.array("scales.npy", "f4", [3, 2], self.scales)
        self.array("zeros.npy", "u1", [3, 1], [0x21, 0x00, 0x08])
        self.array("book.npy", "f4", [16], [100 - n for n in range(16)])
        self.array("rows.npy", "i8", [4], [1, 0, 0, 2])
        self.array("begins.npy", "i8", [3], [0, 2, 4])
        self.array("weights.npy", "f4", [4], [1, 100, 0.5, 2])

    plain = ("segment-reduce", "codes.npy", "--indices", "rows.npy", "--offsets", "begins.npy")
    call = (*plain, "--scales", "scales.npy", "--block-size", "2")
    sums = ([2, 4], [8, 11, 140, 170, 24, 28, 320, 360])

    def reduce(self, *options, call=None):
        self.ok(*(call or self.call), *options, "-o", "out.npy")
        return self.output()

    def fails(self, code, *options, call=None):
        return self.refused(code, *(call or self.call), *options, "-o", "no.npy")

    def descr(self, name="out.npy"):
        return npy_io.parse(self.read(name))[0]


class Values(BagCase):
    def test_sums_of_decoded_rows(self):
        self.assertEqual(self.reduce(), self.sums)
        self.assertEqual(self.descr(), "<f4")
        self.assertEqual(self.reduce("--zero-points", "zeros.npy", "--weights", "weights.npy"),
                         ([2, 4], [-92, 10, 120, 1140, -0.5, 6, 600, 665]))
        self.assertEqual(self.reduce("--codebook", "book.npy")[1], [292, 289, 2860, 2830, 376, 372, 3680, 3640])
        self.array("scales.npy", "f4", [3, 1], [1, 2, 3])
        self.assertEqual(self.reduce(call=(*self.plain, "--scales", "scales.npy"))[1], [8, 11, 14, 17, 24, 28, 32, 36])

    def test_columns_and_reductions(self):
        self.assertEqual(self.reduce("--columns", "3", "--reduction", "max"), ([2, 3], [8, 10, 120, 24, 27, 300]))
        self.assertEqual(self.reduce("--reduction", "mean")[1], [4, 5.5, 70, 85, 12, 14, 160, 180])
        self.assertEqual(self.reduce("--reduction", "none")[1], [0, 1, 20, 30, 24, 27, 300, 330])
        self.assertEqual(self.reduce("--padding-index", "0")[1], [8, 10, 120, 140, 24, 27, 300, 330])

    def test_signed_codes_bits_and_halves(self):
        self.array("scales.npy", "f4", [3, 1], [1, 1, 1])
        call = (*self.plain, "--scales", "scales.npy")
        self.array("codes.npy", "i1", [3, 2], [0x10, 0x32, 0x54, 0x76, -0x71, -0x70])  # the last are -1, -8, 0, -7
        self.assertEqual(self.reduce(call=call)[1], [4, 6, 8, 10, -1, -7, 2, -4])
        self.assertEqual(self.reduce("--bits", "8", call=call), ([2, 2], [0x64, 0xA8, -0x61, -0x3E]))
        self.array("codes.npy", "u1", [3, 1], [0b11100100, 0, 0b01010101])
        self.assertEqual(self.reduce("--bits", "2", call=call), ([2, 4], [0, 1, 2, 3, 1, 2, 3, 4]))
        self.array("codes.npy", "u1", [3, 2], [0x20, 0x31, 0x64, 0x75, 0xA8, 0xB9])
        self.assertEqual(self.reduce("--packing", "halves", call=call)[1], [4, 6, 8, 10, 8, 10, 12, 14])

    def test_the_other_forms(self):
        scales = ("--scales", "scales.npy", "--block-size", "2")
        self.array("ids.npy", "i8", [3], [1, 0, 1])
        self.assertEqual(self.reduce(call=("segment-reduce", "codes.npy", "--segments", "ids.npy", *scales)),
                         ([2, 4], [8, 10, 120, 140, 24, 28, 320, 360]))
        self.array("rows.npy", "i8", [2, 2], [1, 0, 0, 2])
        self.assertEqual(self.reduce(call=("segment-reduce", "codes.npy", "--indices", "rows.npy", *scales)), self.sums)

    def test_batches(self):
        self.array("codes.npy", "u1", [2, 2, 1], [1, 2, 3, 4])
        self.array("scales.npy", "f4", [2, 2, 1], [1, 10, 100, 1000])
        self.array("ids.npy", "i8", [2, 2], [0, 0, 1, 0])
        call = ("segment-reduce", "codes.npy", "--segments", "ids.npy", "--scales", "scales.npy", "--bits", "8", "--batch-dims", "1")
        self.assertEqual(self.reduce("--count", "count.npy", call=call), ([2, 2, 1], [21, 0, 4000, 300]))
        self.assertEqual(self.output("count.npy"), ([2, 2], [2, 0, 1, 1]))

    def test_results_beside_the_output(self):
        self.ok(*self.call, "--reduction", "max", "-o", "out.npy", "--arg", "arg.npy", "--count", "count.npy")
        self.assertEqual(self.output(), ([2, 4], [8, 10, 120, 140, 24, 27, 300, 330]))
        self.assertEqual(self.output("arg.npy"), ([2, 4], [0] * 4 + [3] * 4))
        self.assertEqual(self.output("count.npy"), ([2], [2, 2]))


class Types(BagCase):
    def test_of_the_scales_or_chosen(self):
        self.array("scales.npy", "f2", [3, 2], self.scales)
        self.assertEqual((self.reduce(), self.descr()), (self.sums, "<f2"))
        self.assertEqual((self.reduce("--output-dtype", "f32"), self.descr()), (self.sums, "<f4"))
        self.array("scales.npy", "u1", [3, 2], [128] * 6)  # 2
        self.assertEqual((self.reduce()[1], self.descr()), ([8, 12, 16, 20, 16, 20, 24, 28], "<f4"))

    def test_one_rounding(self):
        """17 times 255: 4335, which f16 has not; rounded each time it is another one."""
        self.array("codes.npy", "u1", [17, 1], [255] * 17)
        self.array("scales.npy", "f2", [17, 1], [1] * 17)
        self.array("ids.npy", "i8", [17], [0] * 17)
        call = ("segment-reduce", "codes.npy", "--segments", "ids.npy", "--scales", "scales.npy", "--bits", "8")
        self.assertEqual(self.reduce(call=call), ([1, 1], [4336]))
        self.assertEqual(self.reduce("--accumulate", "native", call=call), ([1, 1], [4344]))
        self.assertEqual(self.reduce("--output-dtype", "f32", call=call), ([1, 1], [4335]))

    def test_bf16_that_a_file_cannot_name(self):
        self.array("ids.npy", "i8", [3], [0, 0, 0])
        self.write("scales.npy", npy_io.header("'|V2'", [3, 1]) + b"\x80\x3f\x00\x40\x00\x40")  # 1, 2, 2
        self.write("half.npy", npy_io.header("'|V2'", [3]) + b"\x80\x3f\x00\x40\x00\x40")
        self.array("single.npy", "f4", [3], [1, 2, 2])
        self.write("base.npy", npy_io.header("'|V2'", [1, 4]) + b"\x80\x3f" * 4)
        call = ("segment-reduce", "codes.npy", "--segments", "ids.npy", "--scales", "scales.npy", "--dtype", "bf16")
        self.ok(*call, "-o", "out.npy")
        self.assertEqual(npy_io.parse(self.read("out.npy"))[::3], ("|V2", b"\xc0\x41\xe8\x41\x08\x42\x1c\x42"))  # 24 29 34 39
        for weights in ("half.npy", "single.npy"):
            self.ok(*call, "--weights", weights, "--base", "base.npy", "-o", "out.npy")  # 49 58 67 76
            self.assertEqual(npy_io.parse(self.read("out.npy"))[::3], ("|V2", b"\x44\x42\x68\x42\x86\x42\x98\x42"), weights)
        self.ok(*call, "--base", "base.npy", "-o", "out.safetensors")
        self.assertIn(b"bf16 [1, 4]", self.ok("inspect", "out.safetensors"))
        self.array("scales.npy", "f4", [3, 1], [1, 2, 2])
        self.ok(*call[:-2], "--base", "base.npy", "--output-dtype", "bf16", "-o", "out.safetensors")
        self.assertIn(b"bf16 [1, 4]", self.ok("inspect", "out.safetensors"))

    def test_exponents_beside_a_base(self):
        """--dtype is the type of the scales, not of the base."""
        self.write("scales.safetensors", tensors({"s": ("F8_E8M0", [3, 2], b"\x80" * 6)}))
        self.array("base.npy", "f2", [2, 4], [1] * 8)
        call = (*self.plain, "--scales", "scales.safetensors", "--dtype", "u8", "--block-size", "2")
        self.assertEqual(self.reduce("--base", "base.npy", call=call)[1], [9, 13, 17, 21, 17, 21, 25, 29])
        self.assertEqual(self.descr(), "<f2")


class Bases(BagCase):
    def setUp(self):
        super().setUp()
        self.array("base.npy", "f2", [2, 3], [1, 2, 3, 4, 5, 6])

    def test_it_tells_columns_and_type(self):
        self.assertEqual(self.reduce("--base", "base.npy"), ([2, 3], [9, 13, 143, 28, 33, 326]))
        self.assertEqual(self.descr(), "<f2")
        self.assertEqual(self.reduce("--base", "base.npy", "--exclude-self", "--columns", "3", "--output-dtype", "f16")[1],
                         [8, 11, 140, 24, 28, 320])

    def test_in_place(self):
        self.ok(*self.call, "--base", "base.npy", "--in-place", "--count", "count.npy")
        self.assertEqual((self.output("base.npy"), self.output("count.npy")), (([2, 3], [9, 13, 143, 28, 33, 326]), ([2], [2, 2])))
        self.array("base.npy", "f4", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8], fortran=True)  # 1 3 5 7, 2 4 6 8
        self.ok(*self.call, "--base", "base.npy", "--in-place")
        body = npy_io.parse(self.read("base.npy"))[3]
        self.assertEqual(list(struct.unpack("<8f", body)), [9, 26, 14, 32, 145, 326, 177, 368])

    def test_what_does_not_fit(self):
        self.array("long.npy", "f4", [2, 5], [0] * 10)
        self.array("flat.npy", "f4", [2], [0] * 2)
        self.array("ints.npy", "i4", [2, 4], [0] * 8)
        for options, file, rule in ((("--base", "long.npy"), "codes.npy", "QB2"), (("--base", "flat.npy", "--columns", "4"), "flat.npy", "SG3"),
                                    (("--base", "ints.npy"), "ints.npy", "TY2"),
                                    (("--base", "base.npy", "--columns", "4"), "base.npy", "SG3"),
                                    (("--base", "base.npy", "--output-dtype", "f32"), "base.npy", "TY2")):
            lines = self.fails(3, *options)
            self.assertTrue(lines[0].startswith(f"strew: {file}: ") and lines[0].endswith(f"({rule})"), lines)
        self.assertEqual(lines[1], "hint: in NumPy, a.astype('float32') converts it")


class OtherCommands(BagCase):
    more = ("--zero-points", "zeros.npy", "--count", "count.npy")

    def test_explain_and_json(self):
        found = json.loads(self.ok("explain", *self.call, *self.more, "--json"))
        self.assertEqual({name: one["extents"] for name, one in found["operands"].items()},
                         {"data": [3, 2], "indices": [4], "segments": [3], "scales": [3, 2], "zero_points": [3, 1],
                          "output": [2, 4], "count": [2]})
        self.assertIn(b"\nzero_points  u8 [3, 1]\n", self.ok("explain", *self.call, *self.more))
        found = json.loads(self.ok(*self.call, *self.more, "--dry-run", "--json"))
        self.assertEqual((found["operator"], found["positions"], found["output"]["dtype"], found["output"]["extents"]),
                         ("segment-reduce", 4, "f32", [2, 4]))
        self.assertNotIn("count.npy", os.listdir(self.folder.name))

    def test_bench(self):
        short = ("--seconds", "0", "--repetitions", "5", "--json", "--prepared")
        for form in (self.call, ("segment-reduce", "codes.npy", "--indices", "rows.npy", "--segments", "rows.npy", *self.call[6:])):
            found = json.loads(self.ok("bench", *form, *self.more, *short))
            self.assertEqual([one["prepared"] for one in found["results"]], [False, True])
            self.assertEqual(found["row_bytes"], 2)

    def test_the_standard_input(self):
        for place in (1, 3, 5, 7):
            words = list(self.call)
            name, words[place] = words[place], "-"
            with open(self.path(name), "rb") as stream:
                self.ok(*words, "-o", "out.npy", stdin=stream)
            self.assertEqual(self.output(), self.sums, name)
        self.assertEqual(self.fails(2, call=("segment-reduce", "-", "--offsets", "begins.npy", "--scales", "-"))[0],
                         "strew: the standard input (-) can be one operand only")

    def test_bits_are_those_of_the_parts(self):
        draw = random.Random(24)
        for seed in range(0, 24, cli_case.ONE_IN):
            bits, rows, positions, count = draw.choice([8, 4, 2]), draw.randrange(1, 9), draw.randrange(30), draw.randrange(1, 5)
            columns, block, bytes_of = draw.randrange(1, 20), draw.randrange(1, 9), draw.choice([2, 4])
            lines = [packed([draw.randrange(2**bits) for _ in range(columns)], bits) for _ in range(rows)]
            self.array("codes.npy", "u1", [rows, len(lines[0])], sum(lines, []))
            blocks = -(-columns // block)
            self.array("scales.npy", f"f{bytes_of}", [rows, blocks], [draw.gauss(0, 1) for _ in range(rows * blocks)])
            self.array("every.npy", "i8", [rows], range(rows))
            self.array("rows.npy", "i4", [positions], [draw.randrange(rows) for _ in range(positions)])
            self.array("ids.npy", "u1", [positions], [draw.randrange(count) for _ in range(positions)])
            self.array("weights.npy", "f4", [positions], [draw.gauss(0, 1) for _ in range(positions)])
            how = ("--scales", "scales.npy", "--bits", str(bits), "--block-size", str(block), "--columns", str(columns))
            what = ("--indices", "rows.npy", "--segments", "ids.npy", "--num-segments", str(count), "--weights", "weights.npy",
                    "--reduction", draw.choice(["add", "mean", "max"]))
            self.ok("gather-block-quantized", "codes.npy", "--indices", "every.npy", *how, "--output-dtype", "f32", "-o", "decoded.npy")
            self.ok("segment-reduce", "decoded.npy", *what, "-o", "parts.npy")
            self.ok("segment-reduce", "codes.npy", *what, *how, "-o", "out.npy")
            shape, parts = npy_io.values(self.read("parts.npy"))
            rounded = struct.pack(f"<{len(parts)}{BITS[bytes_of]}", *parts)
            self.assertEqual(npy_io.parse(self.read("out.npy"))[2:], (shape, rounded), (seed, how, what))


class Refused(BagCase):
    def test_options_of_codes_without_scales(self):
        for option, value in (("--zero-points", "zeros.npy"), ("--codebook", "book.npy"), ("--bits", "4"), ("--block-size", "0"),
                              ("--packing", "low_first"), ("--columns", "4"), ("--output-dtype", "f32")):
            for command in ((), ("explain",), ("bench",)):
                lines = self.refused(2, *command, *self.plain, option, value, *([] if command else ["-o", "no.npy"]))
                self.assertEqual(lines, [f"strew: {option} is only used with --scales",
                                         "hint: --scales says that the data are rows of codes, and what they are multiplied by"])

    def test_by_operand_and_rule(self):
        self.array("ints.npy", "i4", [3, 2], [1] * 6)
        self.array("short.npy", "f4", [2, 2], [1] * 4)
        self.array("singles.npy", "f4", [3, 1], [1] * 3)
        self.array("halves.npy", "f2", [4], [1] * 4)
        for options, code, file, rule in (
                (("--columns", "9"), 3, "codes.npy", "QB2"), (("--columns", "0"), 3, "codes.npy", "QB2"),
                (("--zero-points", "scales.npy"), 3, "scales.npy", "TY5"), (("--zero-points", "codes.npy"), 3, "codes.npy", "QB4"),
                (("--codebook", "ints.npy"), 3, "ints.npy", "TY5"), (("--codebook", "weights.npy"), 3, "weights.npy", "QB4"),
                (("--zero-points", "zeros.npy", "--codebook", "book.npy"), 3, "", "QB4"),
                (("--packing", "halves", "--bits", "8"), 2, "", "QB1"), (("--dtype", "i32"), 3, "scales.npy", "TY5"),
                (("--weights", "halves.npy"), 3, "halves.npy", "PB4"), (("--reduction", "xor"), 3, "", "TY4"),
                (("--batch-dims", "1"), 3, "", "SG"), (("--arg", "arg.npy"), 2, "arg.npy", "AT1")):
            line = self.fails(code, *options)[0]
            self.assertTrue(line.startswith(f"strew: {file}") and f"({rule}" in line, (options, line))
        for scales, block, rule in (("short.npy", "2", "QB3"), ("scales.npy", "4", "QB3"), ("singles.npy", "2", "QB3"),
                                    ("ints.npy", "2", "TY5"), ("scales.npy", "-1", "QB2")):
            line = self.fails(3, call=(*self.plain, "--scales", scales, "--block-size", block))[0]
            self.assertIn(f"({rule})", line)
            self.assertTrue(rule == "QB2" or line.startswith(f"strew: {scales}: "), line)

    def test_scales_that_a_file_cannot_name(self):
        self.write("scales.npy", npy_io.header("'|V2'", [3, 2]) + bytes(12))
        decode = ("gather-block-quantized", "codes.npy", "--indices", "rows.npy", *self.call[6:])
        for call in (self.call, decode):
            self.assertEqual(self.fails(3, call=call),
                             ["strew: scales.npy: their type opaque of 2 bytes is none of f32, f16, bf16 and u8 (TY5)",
                              "hint: --dtype NAME says what the elements are, e.g. --dtype bf16"])

    def test_data_that_are_no_rows_of_codes(self):
        self.array("flat.npy", "u1", [6], [1] * 6)
        self.write("scalar.npy", npy_io.array("u1", [], [1]))
        self.write("record.npy", npy_io.header("[('a', '<i2'), ('b', '<i2')]", [3, 2]) + bytes(24))
        self.array("ints.npy", "i4", [3, 2], [1] * 6)
        for name, rule in (("ints.npy", "TY5"), ("record.npy", "TY5"), ("flat.npy", "QB2"), ("scalar.npy", "SG2")):
            line = self.fails(3, call=("segment-reduce", name, *self.call[2:]))[0]
            self.assertTrue(line.endswith(f"({rule})"), (name, line))

    def test_bad_indices_by_the_file_that_has_them(self):
        self.array("rows.npy", "i8", [4], [1, 0, 3, 2])
        self.assertEqual(self.fails(3)[0], "strew: rows.npy: position 2: component 0 is 3, outside [-3, 2] (axis 0 of extent 3); "
                                           "1 of 4 positions is bad")
        self.array("begins.npy", "i8", [3], [0, 3, 2])
        self.assertIn("begins.npy", self.fails(3, "--out-of-bounds", "skip")[0])

    def test_values_of_the_options(self):
        self.assertEqual(self.fails(2, "--bits", "3")[0], "strew: --bits: '3' is not one of 8, 4, 2")
        self.assertEqual(self.fails(2, "--columns", "-1")[0], "strew: --columns: '-1' is not an integer of at least 0")
        self.assertEqual(self.fails(2, "--output-dtype", "i8")[0], "strew: --output-dtype: 'i8' is not one of f32, f16, bf16")
        self.assertEqual(self.refused(2, "segment-scan", "codes.npy", "--scales", "scales.npy", "-o", "no.npy")[0],
                         "strew: segment-scan has no option --scales")

    def test_headers_are_refused_before_elements_are_read(self):
        """A terabyte of codes that is not there, and scales of another number of rows."""
        header = npy_io.header("'|u1'", [2**30, 1024])
        with open(self.path("codes.npy"), "wb") as file:
            file.write(header)
            file.truncate(len(header) + 2**40)
        for more in ((), ("--no-mmap",)):
            self.assertIn("scales.npy: their extents are [3, 2], not [1073741824, 1024] (QB3)",
                          self.fails(3, *more)[0])

    def test_files_shorter_than_they_say(self):
        for name in ("scales.npy", "zeros.npy", "book.npy", "codes.npy"):
            whole = self.read(name)
            self.write(name, whole[:-1])
            operand = {"zeros.npy": ("--zero-points", name), "book.npy": ("--codebook", name)}.get(name, ())
            self.assertTrue(self.fails(4, *operand)[0].startswith(f"strew: {name}: "), name)
            self.write(name, whole)


if __name__ == "__main__":
    cli_case.main()
