#!/usr/bin/env python3
"""The nd operators on the command line: documented examples, reductions, policies, shapes."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402


class Operators(CliCase):
    def test_directml_gather_nd1_example_1(self):
        self.array("data.npy", "f4", [2, 2], [0, 1, 2, 3])
        self.array("ix.npy", "u4", [2, 1], [1, 0])
        self.assertEqual(self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy"), b"")
        self.assertEqual(self.output(), ([2, 2], [2, 3, 0, 1]))

    def test_directml_gather_nd1_example_2(self):
        self.array("data.npy", "f4", [3, 2, 2], range(12))
        self.array("ix.npy", "u4", [3, 2, 2], [0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0])
        self.ok("gather-nd", "data.npy", "ix.npy", "--batch-dims", "1", "-o", "out.npy")
        self.assertEqual(self.output(), ([3, 2], [0, 3, 7, 4, 9, 10]))

    def test_directml_scatter_nd_example(self):
        self.array("data.npy", "f4", [8], [1, 2, 3, 4, 5, 6, 7, 8])
        self.array("ix.npy", "u4", [4, 1], [4, 3, 1, 7])
        self.array("up.npy", "f4", [4], [9, 10, 11, 12])
        self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([8], [1, 11, 3, 10, 9, 6, 7, 12]))

    def test_onnx_gather_nd_examples(self):
        cases = [([2, 2], [0, 1, 2, 3], [2, 2], [0, 0, 1, 1], 0, [2], [0, 3]),
                 ([2, 2], [0, 1, 2, 3], [2, 1], [1, 0], 0, [2, 2], [2, 3, 0, 1]),
                 ([2, 2, 2], range(8), [2, 2], [0, 1, 1, 0], 0, [2, 2], [2, 3, 4, 5]),
                 ([2, 2, 2], range(8), [2, 1, 2], [0, 1, 1, 0], 0, [2, 1, 2], [2, 3, 4, 5]),
                 ([2, 2, 2], range(8), [2, 1], [1, 0], 1, [2, 2], [2, 3, 4, 5])]
        for data_shape, data, index_shape, indices, batch, shape, values in cases:
            self.array("data.npy", "i4", data_shape, data)
            self.array("ix.npy", "i8", index_shape, indices)
            self.ok("gather-nd", "data.npy", "ix.npy", f"--batch-dims={batch}", "-o", "out.npy")
            self.assertEqual(self.output(), (shape, list(values)))

    def test_onnx_scatter_nd_example_2(self):
        block = [1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1]
        other = block[8:] + block[:8]
        self.array("data.npy", "f4", [4, 4, 4], block * 2 + other * 2)
        self.array("ix.npy", "i8", [2, 1], [0, 2])
        updates = [v for v in (5, 6, 7, 8) for _ in range(4)] + [v for v in (1, 2, 3, 4) for _ in range(4)]
        self.array("up.npy", "f4", [2, 4, 4], updates)
        self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([4, 4, 4], updates[:16] + block + updates[16:] + other))

    def test_reductions(self):
        self.array("data.npy", "i4", [3], [10, 20, 30])
        self.array("ix.npy", "i8", [4, 1], [1, 1, -1, 1])
        self.array("up.npy", "i4", [4], [5, 7, 2, 9])
        expected = {"none": [10, 9, 2], "add": [10, 41, 32], "sub": [10, -1, 28], "mul": [10, 6300, 60],
                    "min": [10, 5, 2], "max": [10, 20, 30]}
        for name, values in expected.items():
            self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "--reduction", name, "-o", "out.npy")
            self.assertEqual(self.output(), ([3], values), name)

    def test_policies(self):
        self.array("data.npy", "i4", [3], [10, 20, 30])
        self.array("ix.npy", "i8", [3, 1], [-4, 7, 1])
        gathers = {"clamp": [10, 30, 20], "wrap": [30, 20, 20], "fill": [0, 0, 20]}
        for name, values in gathers.items():
            self.ok("gather-nd", "data.npy", "ix.npy", "--out-of-bounds", name, "-o", "out.npy")
            self.assertEqual(self.output(), ([3], values), name)
        self.array("up.npy", "i4", [3], [1, 2, 3])
        scatters = {"clamp": [1, 3, 2], "wrap": [10, 3, 1], "skip": [10, 3, 30]}
        for name, values in scatters.items():
            self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "--out-of-bounds", name, "-o", "out.npy")
            self.assertEqual(self.output(), ([3], values), name)

    def test_fill_values(self):
        self.array("ix.npy", "i8", [2, 1], [9, 0])
        cases = [("i8", 1, "-9223372036854775808", -2**63), ("u8", 1, "18446744073709551615", 2**64 - 1),
                 ("f8", 1.0, "0.1", 0.1), ("f4", 1.0, "-inf", float("-inf")), ("i4", 1, "-1", -1), ("u1", 1, "+7", 7),
                 ("i4", 1, "3.0", 3), ("f4", 1.0, "2", 2.0)]
        for code, value, text, expected in cases:
            self.array("data.npy", code, [1], [value])
            self.ok("gather-nd", "data.npy", "ix.npy", "--out-of-bounds", "fill", "--fill-value", text, "-o", "out.npy")
            self.assertEqual(self.output(), ([2], [expected, value]), (code, text))

    def test_negative_rule(self):
        self.array("data.npy", "i4", [3], [10, 20, 30])
        self.array("ix.npy", "i1", [1, 1], [-1])
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([1], [30]))
        lines = self.refused(3, "gather-nd", "data.npy", "ix.npy", "--negative-indices", "invalid", "-o", "no.npy")
        self.assertEqual(lines[0], "strew: ix.npy: position 0: component 0 is -1, outside [0, 2] (axis 0 of extent 3); "
                                   "1 of 1 position is bad")
        self.assertIn("--negative-indices from_end", lines[1])

    def test_empty(self):
        self.array("data.npy", "f8", [3, 0], [])
        self.array("ix.npy", "i8", [2, 1], [0, 2])
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 0], []))
        self.array("data.npy", "f8", [3], [1, 2, 3])
        self.array("ix.npy", "i8", [0, 1], [])
        self.array("up.npy", "f8", [0], [])
        self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([3], [1, 2, 3]))

    def test_rank_0(self):
        self.array("data.npy", "f8", [], [2.5])
        self.array("ix.npy", "i8", [0], [])
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([], [2.5]))

    def test_threads(self):
        self.array("data.npy", "i8", [1000], range(1000))
        self.array("ix.npy", "i8", [50000, 1], [i * 7 % 1000 for i in range(50000)])
        for threads in ("1", "3"):
            self.ok("gather-nd", "data.npy", "ix.npy", "--threads", threads, "-o", "out.npy")
            self.assertEqual(self.output()[1], [i * 7 % 1000 for i in range(50000)])


if __name__ == "__main__":
    cli_case.main()
