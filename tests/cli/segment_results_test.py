#!/usr/bin/env python3
"""strew segment-reduce --arg and --count: the results beside the output, and files that are all written or none."""
import json
import os
import resource
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from segment_reduce_test import SegmentCase  # noqa: E402

BY_IDS = ("segment-reduce", "data.npy", "--indices", "rows.npy", "--segments", "ids.npy")
LARGEST = (*BY_IDS, "--reduction", "max")
# Positions 1 and 3 are of segment 0, of rows 0 and 1; positions 0, 2 and 4 of segment 2, of rows 3, 0 and 2.
ARG, COUNT = ([3, 2], [3, 3, 5, 5, 0, 0]), ([3], [2, 0, 3])


class Results(SegmentCase):
    def test_both(self):
        self.ok(*LARGEST, "-o", "out.npy", "--arg", "arg.npy", "--count", "count.npy")
        self.assertEqual(self.output(), ([3, 2], [3, 4, 0, 0, 7, 8]))
        self.assertEqual((self.output("arg.npy"), self.output("count.npy")), (ARG, COUNT))
        for name in ("arg.npy", "count.npy"):
            self.assertEqual(npy_io.parse(self.read(name))[0], "<i8", name)

    def test_either(self):
        self.ok(*LARGEST, "-o", "out.npy", "--arg", "arg.npy")
        self.ok(*BY_IDS, "--reduction", "mean", "-o", "out.npy", "--count", "count.npy", "--padding-segment", "0")
        self.assertEqual((self.output("arg.npy"), self.output("count.npy")), (ARG, ([3], [0, 0, 3])))

    def test_batches_and_equal_rows(self):
        self.array("data.npy", "i4", [2, 3, 2], [1, 9, 1, 9, 0, 9, 5, 0, 6, 0, 7, 0])
        self.array("ids.npy", "i8", [2, 3], [0, 0, 0, 1, 0, 1])
        self.ok("segment-reduce", "data.npy", "--segments", "ids.npy", "--batch-dims", "1", "--reduction", "min", "-o", "out.npy",
                "--arg", "arg.npy", "--count", "count.npy")
        self.assertEqual(self.output("arg.npy"), ([2, 2, 2], [2, 0, 3, 3, 1, 1, 0, 0]))
        self.assertEqual(self.output("count.npy"), ([2, 2], [3, 0, 1, 2]))

    def test_formats_and_the_standard_output(self):
        self.ok(*LARGEST, "-o", "out.npz", "--arg", "arg.safetensors:places", "--count", "count.npy")
        self.assertIn(b"[[3, 3], [5, 5], [0, 0]]", self.ok("inspect", "arg.safetensors:places"))
        printed = self.ok(*LARGEST, "-o", "out.npy", "--count", "-", "--format", "raw")
        self.assertEqual(printed, b"".join(value.to_bytes(8, "little") for value in COUNT[1]))

    def test_what_is_told(self):
        found = json.loads(self.ok(*LARGEST, "-o", "out.npy", "--arg", "arg.npy", "--count", "count.npy", "--json"))
        self.assertEqual(found["arg"], {"file": "arg.npy", "dtype": "i64", "element_bytes": 8, "extents": [3, 2], "bytes": 48})
        self.assertEqual((found["count"]["extents"], found["output"]["bytes"]), ([3], 24))
        lines = self.ok(*LARGEST, "--arg", "dry.npy", "--count", "dry.npz", "--dry-run").decode().splitlines()
        self.assertEqual(lines[:3], ["would write output: i32 [3, 2], 24 bytes", "would write dry.npy: i64 [3, 2], 48 bytes",
                                     "would write dry.npz: i64 [3], 24 bytes"])
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("dry")], [])

    def test_explain_and_bench_write_nothing(self):
        before = sorted(os.listdir(self.folder.name))
        results = ("--arg", "arg.npy", "--count", "count.npy")
        self.assertIn(b"arg          i64 [3, 2]\ncount        i64 [3]\n", self.ok("explain", *LARGEST, *results))
        found = json.loads(self.ok("explain", *LARGEST, *results, "--json"))
        self.assertEqual((found["operands"]["arg"]["extents"], found["operands"]["count"]["dtype"]), ([3, 2], "i64"))
        found = json.loads(self.ok("bench", *LARGEST, *results, "--seconds", "0", "--repetitions", "5", "--json", "--prepared"))
        self.assertEqual([one["prepared"] for one in found["results"]], [False, True])
        self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def test_in_place(self):
        self.ok(*LARGEST, "--base", "base.npy", "--in-place", "--arg", "arg.npy", "--count", "count.npy")
        self.assertEqual(self.output("base.npy"), ([3, 2], [100, 101, 200, 201, 300, 301]))
        self.assertEqual((self.output("arg.npy"), self.output("count.npy")), (([3, 2], [5] * 6), COUNT))

    def test_an_input_may_be_replaced(self):
        self.ok(*LARGEST, "-o", "rows.npy", "--count", "ids.npy")
        self.assertEqual(self.output("ids.npy"), COUNT)


class AllOrNone(SegmentCase):
    def setUp(self):
        super().setUp()
        for name in ("out.npy", "arg.npy", "count.npy"):
            self.write(name, b"as it was")

    def fails(self, code, *options, **more):
        lines = self.refused(code, *LARGEST, *options, **more)
        for name in ("out.npy", "arg.npy", "count.npy"):
            self.assertEqual(self.read(name), b"as it was")
        return lines[0]

    def test_the_last_one_does_not_fit(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (160, resource.RLIM_INFINITY))
        self.ok(*LARGEST, "-o", "small.npy", preexec_fn=limit)
        self.assertIn("arg.npy", self.fails(5, "-o", "out.npy", "--arg", "arg.npy", preexec_fn=limit))

    def test_a_device_is_full(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            line = self.fails(5, "-o", "out.npy", "--count", "count.npy", "--arg", "-", stdout=full)
        self.assertIn("standard output", line)

    def test_what_is_certain_to_fail(self):
        self.assertIn("none/arg.npy", self.fails(4, "-o", "out.npy", "--count", "count.npy", "--arg", "none/arg.npy"))
        self.assertIn("count.csv", self.fails(2, "-o", "out.npy", "--arg", "arg.npy", "--count", "count.csv"))

    def test_one_file_twice(self):
        os.symlink("out.npy", self.path("link.npy"))
        self.array("base.npy", "i4", [3, 2], range(6))
        for options, names in ((("-o", "out.npy", "--arg", "out.npy"), "--output and --arg name one file: out.npy"),
                               (("-o", "out.npy", "--count", "./out.npy"), "--output and --count name one file: ./out.npy"),
                               (("-o", "out.npy", "--count", "link.npy"), "--output and --count name one file: link.npy"),
                               (("-o", "new.npy", "--count", "./new.npy"), "--output and --count name one file: ./new.npy"),
                               (("-o", "new.npy", "--count", self.path("new.npy")),
                                f"--output and --count name one file: {self.path('new.npy')}"),
                               (("-o", "x.npy", "--arg", "y.npz:a", "--count", "y.npz:b"), "--arg and --count name one file: y.npz"),
                               (("-o", "-", "--arg", "-"), "--output and --arg name one file: -"),
                               (("--base", "base.npy", "--in-place", "--arg", "./base.npy"),
                                "--arg names the file that --in-place writes into: ./base.npy")):
            self.assertEqual(self.fails(2, *options), f"strew: {names}")
        self.assertEqual(self.fails(2, "--base", "base.npy", "--in-place", "--count", "-", "--json"),
                         "strew: --json and an array (-) both want the standard output")
        self.assertEqual(self.fails(2, "-o", "out.npy", "--arg", "-", "--json"),
                         "strew: --json and an array (-) both want the standard output")

    def test_a_reduction_without_places(self):
        lines = self.refused(2, *BY_IDS, "-o", "out.npy", "--arg", "arg.npy")
        self.assertEqual(lines[0], "strew: arg.npy: the reduction add takes no element, so that none has a position (AT1)")


if __name__ == "__main__":
    cli_case.main()
