#!/usr/bin/env python3
"""strew sddmm: each operand and option against a loop written from docs/operators/sddmm.md."""
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402


def products(data, right, pairs):
    """A sum for each (row, segment); None stands for a position without one."""
    return [0 if None in pair else sum(a * b for a, b in zip(data[pair[0]], right[pair[1]])) for pair in pairs]


def flat(rows):
    return [value for row in rows for value in row]


class Products(CliCase):
    """Four rows of two, three segments, of which the second one is empty, and five positions."""

    rows, right = [[1, 2], [3, 4], [5, 6], [7, 8]], [[1, 10], [100, 1000], [2, 3]]
    picked, ids = [3, 0, 0, 1, 2], [2, 0, 2, 0, 2]
    by_ids = ("--indices", "rows.npy", "--segments", "ids.npy")

    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [4, 2], flat(self.rows))
        self.array("right.npy", "i4", [3, 2], flat(self.right))
        self.array("rows.npy", "i8", [5], self.picked)
        self.array("ids.npy", "i8", [5], self.ids)
        self.array("begins.npy", "i8", [4], [0, 2, 2, 5])

    def sddmm(self, *options):
        self.ok("sddmm", "data.npy", "right.npy", *options, "-o", "out.npy")
        return self.output()

    def expected(self, ids=None):
        return [5], products(self.rows, self.right, zip(self.picked, ids or self.ids))

    def fails(self, code, *options, right="right.npy"):
        return self.refused(code, "sddmm", "data.npy", right, *options, "-o", "no.npy")

    def test_forms(self):
        self.assertEqual(self.sddmm(*self.by_ids), self.expected())
        self.assertEqual(self.sddmm("--indices", "rows.npy", "--offsets", "begins.npy"), self.expected([0, 0, 2, 2, 2]))
        self.array("rows.npy", "i4", [3, 2], [3, 0, 0, 1, 2, 2])
        self.assertEqual(self.sddmm("--indices", "rows.npy"), ([3, 2], [87, 21, 2100, 4300, 28, 28]))
        self.array("ids.npy", "u1", [4], [0, 2, 0, 1])
        self.assertEqual(self.sddmm("--segments", "ids.npy"), ([4], [21, 18, 65, 8700]))

    def test_batches(self):
        self.array("data.npy", "i4", [2, 2, 2], range(1, 9))
        self.array("right.npy", "i4", [2, 2, 2], [1, 0, 0, 1, 10, 0, 0, 10])
        self.array("rows.npy", "i8", [2, 3], [0, 1, 1, 0, 0, 1])
        self.array("ids.npy", "i8", [2, 3], [0, 0, 1, 1, 1, 0])
        self.assertEqual(self.sddmm(*self.by_ids, "--batch-dims", "1"), ([2, 3], [1, 3, 4, 60, 60, 70]))

    def test_policies_and_padding(self):
        self.array("rows.npy", "i8", [5], [9, 0, 0, 1, -2])
        self.assertEqual(self.sddmm(*self.by_ids, "--out-of-bounds", "skip")[1], [0, 21, 8, 43, 28])
        self.assertEqual(self.sddmm(*self.by_ids, "--out-of-bounds", "clamp", "--negative-indices", "invalid")[1],
                         [38, 21, 8, 43, 8])
        self.array("rows.npy", "i8", [5], self.picked)
        self.array("ids.npy", "i8", [5], [-1, 0, 7, 0, 2])
        self.assertEqual(self.sddmm(*self.by_ids, "--segment-out-of-bounds", "skip", "--segment-negative-indices", "from_end")[1],
                         [38, 21, 0, 43, 28])
        self.array("ids.npy", "i8", [5], self.ids)
        self.assertEqual(self.sddmm(*self.by_ids, "--padding-index", "0", "--padding-segment", "0")[1], [38, 0, 0, 0, 28])

    def test_types(self):
        self.array("data.npy", "f2", [1, 3], [2048, 1, 1])
        self.array("single.npy", "f4", [1, 2], [1, 1])
        self.array("rows.npy", "i8", [1, 1], [0])
        self.array("right.npy", "f2", [1, 3], [1, 1, 1])
        for options, value in (((), 2050), (("--accumulate", "native"), 2048)):  # 2049 is no f16
            self.ok("sddmm", "data.npy", "right.npy", "--indices", "rows.npy", *options, "-o", "out.npy")
            self.assertEqual(self.output(), ([1, 1], [value]))
        self.write("data.npy", npy_io.header("'|V2'", [1, 2]) + b"\x80\x3f\x00\x40")  # 1, 2 in bf16
        self.write("half.npy", npy_io.header("'|V2'", [1, 2]) + b"\x40\x40\x80\x40")  # 3, 4
        for right in ("half.npy", "single.npy"):
            self.ok("sddmm", "data.npy", right, "--indices", "rows.npy", "--dtype", "bf16", "-o", "out.npy")
            self.assertEqual(npy_io.parse(self.read("out.npy"))[3], b"\x30\x41" if right == "half.npy" else b"\x40\x40", right)

    def test_files_and_the_standard_input(self):
        self.write("right.bin", b"".join(value.to_bytes(4, "little") for value in flat(self.right)))
        self.ok("sddmm", "data.npy", "right.bin:i32[3,2]", *self.by_ids, "-o", "out.npz:scores")
        self.assertIn(str(self.expected()[1]).encode(), self.ok("inspect", "out.npz:scores"))
        with open(self.path("right.npy"), "rb") as stream:
            self.ok("sddmm", "data.npy", "-", *self.by_ids, "-o", "out.npy", stdin=stream)
        self.assertEqual(self.output(), self.expected())
        self.assertEqual(self.fails(2, *self.by_ids[:2], "--segments", "-", right="-")[0],
                         "strew: the standard input (-) can be one operand only")

    def test_explain_bench_and_json(self):
        call = ("sddmm", "data.npy", "right.npy", *self.by_ids)
        found = json.loads(self.ok("explain", *call, "--json"))
        self.assertEqual({name: one["extents"] for name, one in found["operands"].items()},
                         {"data": [4, 2], "indices": [5], "right": [3, 2], "segments": [5], "output": [5]})
        self.assertIn(b"\nright        i32 [3, 2]\n", self.ok("explain", *call))
        found = json.loads(self.ok(*call, "--dry-run", "--json"))
        self.assertEqual((found["operator"], found["positions"], found["output"]["extents"]), ("sddmm", 5, [5]))
        for form in (self.by_ids, ("--indices", "rows.npy", "--offsets", "begins.npy"), ("--indices", "groups.npy")):
            self.array("groups.npy", "i8", [3, 2], [3, 0, 0, 1, 2, 2])
            found = json.loads(self.ok("bench", *call[:3], *form, "--prepared", "--seconds", "0", "--repetitions", "5", "--json"))
            self.assertEqual([one["prepared"] for one in found["results"]], [False, True], form)

    def test_random_problems(self):
        random_of = random.Random(21)
        for seed in range(0, 30, cli_case.ONE_IN):
            width, rows, count, segments = (random_of.randrange(low, 9) for low in (0, 1, 0, 1))
            data, right = ([[random_of.randrange(-9, 9) for _ in range(width)] for _ in range(n)] for n in (rows, segments))
            pairs = [(random_of.randrange(rows), random_of.randrange(segments)) for _ in range(count)]
            self.array("data.npy", "i4", [rows, width], flat(data))
            self.array("right.npy", "i4", [segments, width], flat(right))
            self.array("rows.npy", "u1", [count], [row for row, _ in pairs])
            self.array("ids.npy", "i4", [count], [segment for _, segment in pairs])
            self.assertEqual(self.sddmm(*self.by_ids), ([count], products(data, right, pairs)), seed)

    def test_refusals(self):
        self.array("floats.npy", "f4", [3, 2], [0] * 6)
        self.array("short.npy", "i4", [3], [0] * 3)
        self.array("ids2.npy", "i8", [5], [2, 0, 3, 0, 2])
        for options, right, code, file, rule in (
                (self.by_ids, "floats.npy", 3, "floats.npy", "PB4"), (self.by_ids, "short.npy", 3, "short.npy", "SG3"),
                (("--indices", "rows.npy", "--segments", "begins.npy"), "right.npy", 3, "begins.npy", "SG3"),
                (("--indices", "floats.npy"), "right.npy", 3, "floats.npy", "TY3"),
                ((*self.by_ids, "--padding-index", "4"), "right.npy", 2, "", "AT7"),
                ((*self.by_ids, "--batch-dims", "3"), "right.npy", 3, "", "SG2")):
            line = self.fails(code, *options, right=right)[0]
            self.assertTrue(line.startswith(f"strew: {file}") and rule in line, line)
        self.assertEqual(self.fails(3, "--indices", "rows.npy", "--segments", "ids2.npy")[0],
                         "strew: ids2.npy: position 2: component 0 is 3, outside [0, 2] (axis 0 of extent 3); 1 of 5 "
                         "positions is bad")
        self.assertEqual(self.fails(2)[0], "strew: nothing says which segment a row is of")
        self.assertEqual(self.refused(2, "sddmm", "data.npy", *self.by_ids, "-o", "no.npy")[0], "strew: RIGHT is missing")
        for option in ("--reduction", "--weights", "--base", "--arg", "--in-place"):
            self.assertIn(f"sddmm has no option {option}", self.fails(2, *self.by_ids, option, "x")[0])
        self.assertEqual(self.fails(2, *self.by_ids, "--out-of-bounds", "fill")[1],
                         "hint: skip makes the results of such positions 0")


if __name__ == "__main__":
    cli_case.main()
