#!/usr/bin/env python3
"""strew segment-reduce: each operand and option against a loop written from docs/operators/segment_reduce.md."""
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402
from formats_test import tensors  # noqa: E402

FOLDS = {"add": lambda old, new: old + new, "sub": lambda old, new: old - new, "mul": lambda old, new: old * new,
         "min": min, "max": max, "none": lambda old, new: new, "xor": lambda old, new: old ^ new}


def reduced(data, positions, count, fold, base=None):
    """`positions` are (row, segment, weight); a list of rows."""
    out = [None if base is None else list(row) for row in base or [None] * count]
    for row, segment, weight in positions:
        values = [weight * value for value in data[row]]
        old = out[segment]
        out[segment] = values if old is None else [fold(a, b) for a, b in zip(old, values)]
    return [row or [0] * len(data[0]) for row in out]


def flat(rows):
    return [value for row in rows for value in row]


class SegmentCase(CliCase):
    """Four rows of two, and five positions in three segments, of which the second one is empty."""

    rows = [[1, 2], [3, 4], [5, 6], [7, 8]]
    picked, ids, factors = [3, 0, 0, 1, 2], [2, 0, 2, 0, 2], [1, 10, 2, 20, 3]

    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [4, 2], flat(self.rows))
        self.array("rows.npy", "i8", [5], self.picked)
        self.array("ids.npy", "i8", [5], self.ids)
        self.array("begins.npy", "i8", [4], [0, 2, 2, 5])
        self.array("weights.npy", "i4", [5], self.factors)
        self.array("base.npy", "i4", [3, 2], [100, 101, 200, 201, 300, 301])

    def reduce(self, *options):
        self.ok("segment-reduce", "data.npy", *options, "-o", "out.npy")
        return self.output()

    def expected(self, segments=None, weights=None, fold="add", base=None):
        positions = zip(self.picked, segments or self.ids, weights or [1] * 5)
        return [3, 2], flat(reduced(self.rows, positions, 3, FOLDS[fold], base))

    def fails(self, code, *options):
        return self.refused(code, "segment-reduce", "data.npy", *options, "-o", "no.npy")


class Forms(SegmentCase):
    picked_by = ("--indices", "rows.npy")

    def test_ids(self):
        self.assertEqual(self.reduce(*self.picked_by, "--segments", "ids.npy"), self.expected())

    def test_offsets(self):
        by_offsets = self.expected([0, 0, 2, 2, 2])
        self.assertEqual(self.reduce(*self.picked_by, "--offsets", "begins.npy"), by_offsets)
        self.array("begins.npy", "u2", [3], [0, 2, 2])  # the last segment ends with the positions
        self.assertEqual(self.reduce(*self.picked_by, "--offsets", "begins.npy", "--num-segments", "3"), by_offsets)

    def test_groups(self):
        self.array("rows.npy", "i4", [3, 2], [3, 0, 0, 1, 2, 2])
        self.assertEqual(self.reduce("--indices", "rows.npy"), ([3, 2], [8, 10, 4, 6, 10, 12]))

    def test_the_rows_themselves(self):
        self.array("ids.npy", "i8", [4], [0, 2, 0, 2])
        self.assertEqual(self.reduce("--segments", "ids.npy"), ([3, 2], [6, 8, 0, 0, 10, 12]))
        found = json.loads(self.ok("segment-reduce", "data.npy", "--segments", "ids.npy", "--dry-run", "--json"))
        self.assertEqual((found["positions"], found["output"]["extents"]), (4, [3, 2]))

    def test_weights_and_base(self):
        both = ("--weights", "weights.npy", "--base", "base.npy")
        base = [[100, 101], [200, 201], [300, 301]]
        self.assertEqual(self.reduce(*self.picked_by, "--segments", "ids.npy", *both),
                         self.expected(weights=self.factors, base=base))
        self.assertEqual(self.reduce(*self.picked_by, "--segments", "ids.npy", *both, "--exclude-self"),
                         ([3, 2], [70, 100, 200, 201, 24, 30]))
        self.assertEqual(npy_io.values(self.read("base.npy"))[1], flat(base))

    def test_batches(self):
        self.array("data.npy", "i4", [2, 2, 2], range(1, 9))
        self.array("rows.npy", "i8", [2, 3], [0, 1, 1, 0, 0, 1])
        self.array("ids.npy", "i8", [2, 3], [0, 0, 1, 1, 1, 0])
        self.assertEqual(self.reduce("--indices", "rows.npy", "--segments", "ids.npy", "--batch-dims", "1"),
                         ([2, 2, 2], [4, 6, 3, 4, 7, 8, 10, 12]))

    def test_the_number_of_segments(self):
        by_ids = (*self.picked_by, "--segments", "ids.npy")
        self.assertEqual(self.reduce(*by_ids, "--num-segments", "5")[0], [5, 2])
        for code, values, extent in (("i1", [0, 1, 0, 1, 0], 2), ("u8", [4, 0, 0, 0, 9], 10)):
            self.array("ids.npy", code, [5], values)
            self.assertEqual(self.reduce(*by_ids)[0], [extent, 2], code)
        self.array("rows.npy", "i8", [0], [])
        self.array("ids.npy", "i8", [0], [])
        self.assertEqual(self.reduce(*by_ids), ([0, 2], []))
        self.assertEqual(self.reduce(*by_ids, "--base", "base.npy")[0], [3, 2])

    def test_fortran_order(self):
        self.array("data.npy", "i4", [4, 2], [1, 3, 5, 7, 2, 4, 6, 8], fortran=True)
        self.array("rows.npy", "i8", [2, 2], [3, 0, 0, 1], fortran=True)
        self.array("ids.npy", "i8", [2, 2], [1, 0, 1, 2], fortran=True)
        self.array("base.npy", "i4", [3, 2], [100, 200, 300, 0, 0, 0], fortran=True)
        # Rows 3, 0, 0, 1 of the four positions in row-major order are [3, 0], [0, 1]; ids [1, 1], [0, 2].
        self.assertEqual(self.reduce("--indices", "rows.npy", "--segments", "ids.npy", "--base", "base.npy"),
                         ([3, 2], [101, 2, 208, 10, 303, 4]))


class Options(SegmentCase):
    def by_ids(self, *options):
        return self.reduce("--indices", "rows.npy", "--segments", "ids.npy", *options)

    def test_reductions(self):
        for name in FOLDS:
            self.assertEqual(self.by_ids("--reduction", name), self.expected(fold=name), name)
        self.assertEqual(self.by_ids("--reduction", "mean"), ([3, 2], [2, 3, 0, 0, 4, 5]))

    def test_policies_of_both(self):
        self.array("rows.npy", "i8", [5], [9, 0, 0, 1, 2])
        self.assertEqual(self.by_ids("--out-of-bounds", "clamp"), self.expected())
        self.assertEqual(self.by_ids("--out-of-bounds", "skip")[1], [4, 6, 0, 0, 6, 8])
        self.array("rows.npy", "i8", [5], [-1, 0, 0, 1, 2])
        self.array("ids.npy", "i8", [5], [-1, 0, 7, 0, 2])
        for policy, values in (("skip", [4, 6, 0, 0, 5, 6]), ("clamp", [11, 14, 0, 0, 6, 8]), ("wrap", [4, 6, 1, 2, 12, 14])):
            options = ("--num-segments", "3", "--segment-out-of-bounds", policy)
            self.assertEqual(self.by_ids(*options), ([3, 2], values), policy)
        self.assertEqual(self.by_ids("--num-segments", "3", "--segment-out-of-bounds", "skip",
                                     "--segment-negative-indices", "from_end")[1], [4, 6, 0, 0, 12, 14])

    def test_padding(self):
        self.assertEqual(self.by_ids("--padding-index", "-4"), ([3, 2], [3, 4, 0, 0, 12, 14]))
        self.assertEqual(self.by_ids("--padding-segment", "2"), ([3, 2], [4, 6, 0, 0, 0, 0]))

    def test_bf16_that_the_file_cannot_name(self):
        self.write("data.npy", npy_io.header("'|V2'", [2, 1]) + b"\x80\x3f\x00\x40")  # 1, 2
        self.array("rows.npy", "i8", [1, 2], [0, 1])
        self.write("half.npy", npy_io.header("'|V2'", [1, 2]) + b"\x40\x40\x80\x40")  # 3, 4
        self.array("single.npy", "f4", [1, 2], [3, 4])
        for weights in ("half.npy", "single.npy"):
            self.ok("segment-reduce", "data.npy", "--indices", "rows.npy", "--weights", weights, "--dtype", "bf16", "-o",
                    "out.npy")
            self.assertEqual(npy_io.parse(self.read("out.npy"))[3], b"\x30\x41", weights)  # 11

    def test_threads(self):
        for threads in ("1", "2"):
            self.assertEqual(self.by_ids("--threads", threads, "--unordered", "--accumulate", "native"), self.expected())

    def test_json_explain_and_bench(self):
        call = ("segment-reduce", "data.npy", "--indices", "rows.npy", "--offsets", "begins.npy", "--weights",
                "weights.npy", "--base", "base.npy")
        found = json.loads(self.ok("explain", *call, "--json"))
        self.assertEqual({name: one["extents"] for name, one in found["operands"].items()},
                         {"data": [4, 2], "indices": [5], "segments": [4], "weights": [5], "base": [3, 2], "output": [3, 2]})
        self.assertIn(b"offsets      i64 [4]\n", self.ok("explain", *call))
        short = ("--seconds", "0", "--repetitions", "5", "--json")
        for more in ((), ("--prepared",)):
            found = json.loads(self.ok("bench", *call, *short, *more))
            self.assertEqual([one["prepared"] for one in found["results"]], [False, True][:1 + len(more)])
        by_ids = ("segment-reduce", "data.npy", "--indices", "rows.npy", "--segments", "ids.npy")
        self.assertEqual(len(json.loads(self.ok("bench", *by_ids, *short, "--prepared"))["results"]), 2)

    def test_random_problems(self):
        random_of = random.Random(20)
        for seed in range(0, 40, cli_case.ONE_IN):
            width, rows, count, segments = (random_of.randrange(low, 9) for low in (1, 1, 0, 1))
            data = [[random_of.randrange(-9, 9) for _ in range(width)] for _ in range(rows)]
            positions = [(random_of.randrange(rows), random_of.randrange(segments), random_of.randrange(-3, 4))
                         for _ in range(count)]
            fold, base = random_of.choice(["add", "sub", "mul", "min", "max"]), None
            self.array("data.npy", "i4", [rows, width], flat(data))
            options = ["--num-segments", str(segments), "--reduction", fold]
            if random_of.random() < 0.5:
                base = [[random_of.randrange(-9, 9) for _ in range(width)] for _ in range(segments)]
                self.array("base.npy", "i4", [segments, width], flat(base))
                options += ["--base", "base.npy"]
            if random_of.random() < 0.5:
                positions.sort(key=lambda one: one[1])
                begins = [sum(one[1] < n for one in positions) for n in range(segments + 1)]
                self.array("begins.npy", "i4", [segments + 1], begins)
                options += ["--offsets", "begins.npy"]
            else:
                self.array("ids.npy", "i4", [count], [one[1] for one in positions])
                options += ["--segments", "ids.npy"]
            self.array("rows.npy", "u1", [count], [one[0] for one in positions])
            self.array("weights.npy", "i4", [count], [one[2] for one in positions])
            self.ok("segment-reduce", "data.npy", "--indices", "rows.npy", "--weights", "weights.npy", *options, "-o", "out.npy")
            self.assertEqual(self.output(), ([segments, width], flat(reduced(data, positions, segments, FOLDS[fold], base))),
                             (seed, options))


class Files(SegmentCase):
    def test_formats(self):
        body = b"".join(value.to_bytes(4, "little") for value in flat(self.rows))
        self.write("all.safetensors", tensors({"t": ("I32", [4, 2], body), "w": ("I32", [5], bytes(20))}))
        self.write("rows.bin", b"".join(value.to_bytes(8, "little") for value in self.picked))
        self.ok("segment-reduce", "all.safetensors:t", "--indices", "rows.bin:i64[5]", "--segments", "ids.npy", "-o",
                "out.npz")
        self.assertIn(b"[[4, 6], [0, 0], [13, 16]]", self.ok("inspect", "out.npz"))
        self.ok("segment-reduce", "all.safetensors:t", "--indices", "rows.npy", "--segments", "ids.npy", "--weights",
                "all.safetensors:w", "-o", "out.npy")
        self.assertEqual(self.output()[1], [0] * 6)

    def test_the_standard_input(self):
        for name, operands in (("data.npy", ("-", "--segments", "ids.npy")), ("ids.npy", ("data.npy", "--segments", "-")),
                               ("weights.npy", ("data.npy", "--segments", "ids.npy", "--weights", "-")),
                               ("base.npy", ("data.npy", "--segments", "ids.npy", "--base", "-"))):
            with open(self.path(name), "rb") as stream:
                self.ok("segment-reduce", *operands, "--indices", "rows.npy", "-o", "out.npy", stdin=stream)
            self.assertEqual(self.output()[0], [3, 2], name)
        lines = self.fails(2, "--segments", "-", "--base", "-")
        self.assertEqual(lines[0], "strew: the standard input (-) can be one operand only")

    def test_in_place(self):
        call = ("segment-reduce", "data.npy", "--indices", "rows.npy", "--segments", "ids.npy", "--base", "base.npy")
        self.ok(*call, "-o", "out.npy")
        before = self.read("base.npy")
        self.assertIn(b"would write base.npy: i32 [3, 2]", self.ok(*call, "--in-place", "--dry-run"))
        self.assertEqual(self.read("base.npy"), before)
        number = os.stat(self.path("base.npy")).st_ino
        found = json.loads(self.ok(*call, "--in-place", "--json"))
        self.assertEqual((found["output"]["file"], found["output"]["in_place"]), ("base.npy", True))
        self.assertEqual(self.read("base.npy"), self.read("out.npy"))
        self.assertEqual(os.stat(self.path("base.npy")).st_ino, number)

    def test_an_input_may_be_replaced(self):
        self.ok("segment-reduce", "data.npy", "--segments", "rows.npy", "--num-segments", "4", "--base", "data.npy",
                "--indices", "rows.npy", "-o", "data.npy")
        self.assertEqual(self.output("data.npy"), ([4, 2], [3, 6, 6, 8, 10, 12, 14, 16]))


class Refused(SegmentCase):
    def test_a_base_of_other_dimensions_in_the_order_of_fortran(self):
        self.array("ten.npy", "i4", [10, 4, 5], range(200))
        self.array("ten_ids.npy", "i8", [10], [0] * 10)
        self.array("flat.npy", "i4", [3, 4], range(12), fortran=True)
        lines = self.refused(3, "segment-reduce", "ten.npy", "--segments", "ten_ids.npy", "--base", "flat.npy", "--in-place")
        self.assertEqual(lines[0], "strew: flat.npy: its extents are [3, 4], not [3, 4, 5] (SG3)")

    def test_more_batch_dimensions_than_there_are(self):
        lines = self.fails(3, "--segments", "ids.npy", "--batch-dims", str(2**63 - 1))
        self.assertEqual(
            lines[0], f"strew: batch_dims is {2**63 - 1}, outside [0, 1] for the rank 2 of data (SG2)"
        )

    def test_what_is_missing_or_too_much(self):
        forms = "hint: --segments has the id of each position, --offsets where each segment begins"
        self.assertEqual(self.fails(2), ["strew: nothing says which segment a row is of", forms])
        self.assertEqual(self.fails(2, "--segments", "ids.npy", "--offsets", "begins.npy"),
                         ["strew: --segments and --offsets say the same in two ways", forms])
        self.assertEqual(self.fails(2, "--indices", "rows.npy", "--num-segments", "3"),
                         ["strew: --num-segments: the segments are the rows of the last dimension of the indices"])
        by_ids = ("segment-reduce", "data.npy", "--segments", "ids.npy")
        self.assertEqual(self.refused(2, *by_ids, "--in-place"),
                         ["strew: --in-place writes into the file of the base, and there is no --base"])
        self.assertEqual(self.refused(2, *by_ids, "--base", "base.npy", "--in-place", "-o", "no.npy"),
                         ["strew: --in-place writes into the file of the base and cannot be combined with --output"])
        self.assertEqual(self.refused(4, *by_ids, "--base", "ids.npy", "--in-place"),
                         ["strew: ids.npy: is the file of the base too: segments cannot be read from a file that is "
                          "written in place"])

    def test_bad_indices_by_the_file_that_has_them(self):
        by_ids = ("--indices", "rows.npy", "--segments", "ids.npy", "--num-segments", "2")
        self.assertEqual(self.fails(3, *by_ids),
                         ["strew: ids.npy: position 0: component 0 is 2, outside [0, 1] (axis 0 of extent 2); 3 of 5 "
                          "positions are bad",
                          "hint: --segment-out-of-bounds clamp, wrap or skip accept such indices; indices count from 0, "
                          "the last is 1"])
        self.array("ids.npy", "i8", [5], [0, 0, 0, -1, 0])
        self.assertEqual(self.fails(3, *by_ids)[1], "hint: --segment-negative-indices from_end counts negative indices "
                                                    "from the end: -1 is the last")
        self.array("rows.npy", "i8", [5], [0, 4, 0, 0, 0])
        self.assertEqual(self.fails(3, *by_ids)[0], "strew: rows.npy: position 1: component 0 is 4, outside [-4, 3] (axis 0 "
                                                    "of extent 4); 1 of 5 positions is bad")
        lines = self.fails(3, "--segments", "rows.npy", "--num-segments", "4", "--duplicates", "error")
        self.assertIn("its extents are [5], not [4] (SG3)", lines[0])

    def test_offsets_and_duplicates(self):
        self.array("begins.npy", "i8", [4], [0, 3, 2, 5])
        lines = self.fails(3, "--indices", "rows.npy", "--offsets", "begins.npy")
        self.assertTrue(lines[0].startswith("strew: begins.npy: offset 2 (2) is 2, outside [3, 5] for 5 positions"), lines)
        lines = self.fails(3, "--indices", "rows.npy", "--segments", "ids.npy", "--duplicates", "error")
        self.assertTrue(lines[0].startswith("strew: ids.npy: position 2, index 2, writes a cell that position 0 wrote"), lines)

    def test_types_and_extents(self):
        by_ids = ("--indices", "rows.npy", "--segments", "ids.npy")
        self.array("floats.npy", "f4", [5], [0] * 5)
        for options, file, rule in ((("--indices", "floats.npy", "--segments", "ids.npy"), "floats.npy", "TY3"),
                                    (("--segments", "floats.npy"), "floats.npy", "TY3"),
                                    ((*by_ids, "--weights", "floats.npy"), "floats.npy", "PB4"),
                                    ((*by_ids, "--weights", "begins.npy"), "begins.npy", "PB4"),
                                    ((*by_ids, "--weights", "data.npy"), "data.npy", "SG3"),
                                    ((*by_ids, "--base", "data.npy", "--num-segments", "3"), "data.npy", "SG3"),
                                    ((*by_ids, "--base", "ids.npy"), "ids.npy", "TY2")):
            line = self.fails(3, *options)[0]
            self.assertTrue(line.startswith(f"strew: {file}: ") and line.endswith(f"({rule})"), line)

    def test_options_by_their_rules(self):
        by_ids = ("--indices", "rows.npy", "--segments", "ids.npy")
        for options, code, rule in ((("--padding-index", "4"), 2, "AT7"), (("--padding-segment", "-4"), 2, "AT7"),
                                    (("--batch-dims", "2"), 3, "SG2")):
            line = self.fails(code, *by_ids, *options)[0]
            self.assertTrue(line.endswith(f"({rule})"), line)
        self.assertIn("'fill' is not one of", self.fails(2, *by_ids, "--segment-out-of-bounds", "fill")[0])
        self.assertTrue(self.fails(2, "--offsets", "begins.npy", "--padding-segment", "0")[0].endswith("(AT1)"))


if __name__ == "__main__":
    cli_case.main()
