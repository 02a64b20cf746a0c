#!/usr/bin/env python3
"""strew segment-scan: each operand and option against a loop written from docs/operators/segment_scan.md."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402


def scanned(rows, ids, combine=lambda a, b: a + b, exclusive=False):
    """The value of each position; None stands for a row or a segment that it has not."""
    made, running = [], {}
    for row, segment in zip(rows, ids):
        if row is None or segment is None:
            made.append(0)
            continue
        before = running.get(segment)
        running[segment] = row if before is None else combine(before, row)
        made.append((0 if before is None else before) if exclusive else running[segment])
    return made


class Scans(CliCase):
    rows, picked, ids = [3, 5, 7, 11], [3, 0, 0, 1, 2], [2, 0, 2, 0, 2]
    by_ids = ("--indices", "rows.npy", "--segments", "ids.npy")

    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [4], self.rows)
        self.array("rows.npy", "i8", [5], self.picked)
        self.array("ids.npy", "i8", [5], self.ids)
        self.array("begins.npy", "i8", [4], [0, 2, 2, 4])

    def scan(self, *options, data=("data.npy",)):
        self.ok("segment-scan", *data, *options, "-o", "out.npy")
        return self.output()

    def fails(self, code, *options, data=("data.npy",)):
        return self.refused(code, "segment-scan", *data, *options, "-o", "no.npy")

    def values(self):
        return [self.rows[row] for row in self.picked]

    def test_forms(self):
        self.assertEqual(self.scan(*self.by_ids), ([5], scanned(self.values(), self.ids)))
        self.assertEqual(self.scan(*self.by_ids, "--exclusive")[1], scanned(self.values(), self.ids, exclusive=True))
        self.assertEqual(self.scan("--indices", "rows.npy", "--offsets", "begins.npy")[1],
                         scanned(self.values(), [0, 0, 2, 2, None]))
        self.array("rows.npy", "i4", [2, 2], [3, 0, 1, 1])
        self.assertEqual(self.scan("--indices", "rows.npy", "--reduction", "mul"), ([2, 2], [11, 33, 5, 25]))

    def test_ranks(self):
        self.assertEqual(self.scan("--segments", "ids.npy", "--exclusive", data=("--value", "1")), ([5], [0, 0, 1, 1, 2]))
        self.assertEqual(self.scan("--segments", "ids.npy", "--dtype", "f32", data=("--value", "0.5")),
                         ([5], [0.5, 0.5, 1, 1, 1.5]))

    def test_rows_of_several_elements_in_batches(self):
        self.array("data.npy", "i4", [2, 2, 2], range(1, 9))
        self.array("ids.npy", "u1", [2, 2], [0, 0, 1, 0])
        self.assertEqual(self.scan("--segments", "ids.npy", "--batch-dims", "1"), ([2, 2, 2], [1, 2, 4, 6, 5, 6, 7, 8]))

    def test_policies_and_padding(self):
        self.array("ids.npy", "i8", [5], [2, -1, 9, 0, 2])
        options = ("--segment-out-of-bounds", "skip", "--num-segments", "3")
        self.assertEqual(self.scan(*self.by_ids, *options)[1], scanned(self.values(), [2, None, None, 0, 2]))
        options += ("--segment-negative-indices", "from_end", "--padding-index", "3", "--padding-segment", "0")
        self.assertEqual(self.scan(*self.by_ids, *options)[1], scanned([None, 3, 3, 5, 7], [2, 2, None, None, 2]))

    def test_explain(self):
        told = self.ok("explain", "segment-scan", "data.npy", *self.by_ids, "--exclusive").decode()
        self.assertIn("segment_scan, exclusive", told)

    def test_random_calls(self):
        draw = random.Random(7)
        for _ in range(20):
            count, segments = draw.randrange(1, 40), draw.randrange(1, 9)
            rows, ids = [draw.randrange(-99, 99) for _ in range(count)], [draw.randrange(segments) for _ in range(count)]
            self.array("data.npy", "i8", [count], rows)
            self.array("ids.npy", "i8", [count], ids)
            name, combine = draw.choice([("add", lambda a, b: a + b), ("max", max), ("min", min)])
            exclusive = draw.random() < 0.5
            options = ["--segments", "ids.npy", "--reduction", name] + ["--exclusive"] * exclusive
            self.assertEqual(self.scan(*options)[1], scanned(rows, ids, combine, exclusive))

    def test_what_is_missing_or_bad(self):
        self.assertEqual(self.fails(2)[0], "strew: nothing says which segment a row is of")
        self.assertEqual(self.fails(2, "--offsets", "begins.npy", data=("--value", "1"))[0],
                         "strew: --value is the row of each id of --segments, without --indices")
        self.assertIn("strew: rows.npy: ", self.fails(3, "--segments", "rows.npy")[0])
        self.array("ids.npy", "i8", [4], [0, -1, 0, 0])
        lines = self.fails(3, "--segments", "ids.npy")
        self.assertEqual(lines[0][:18], "strew: ids.npy: po")


if __name__ == "__main__":
    cli_case.main()
