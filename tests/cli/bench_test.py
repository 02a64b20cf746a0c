#!/usr/bin/env python3
"""strew bench: what it measures, what it refuses, and that it writes nothing. Times are only compared with each other."""
import json
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import PROGRAM, CliCase  # noqa: E402

SHORT = ("--seconds", "0", "--repetitions", "5")
ONE_THREAD = {**os.environ, "STREW_THREADS": "1"}
TITLES = ["threads", "median", "fastest", "25 %", "75 %", "first", "an index", "moved", "x memcpy", "busy"]
TIMES = ["fastest_ns", "lower_quartile_ns", "median_ns", "upper_quartile_ns", "slowest_ns"]


class BenchCase(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "f4", [6, 4], range(24))
        self.array("rows.npy", "i8", [3], [0, 5, 2])
        self.array("places.npy", "i8", [3, 4], [0, 1, 2, 3] * 3)
        self.array("tuples.npy", "i8", [3, 1], [0, 5, 2])
        self.array("up.npy", "f4", [3, 4], [1] * 12)
        self.array("cache.npy", "f4", [2, 4, 2], range(16))
        self.array("tokens.npy", "f4", [2, 1, 2], range(4))
        self.array("start.npy", "i8", [2], [0, 3])
        self.array("codes.npy", "u1", [6, 2], range(12))
        self.array("scales.npy", "f4", [6, 1], range(6))
        self.calls = {
            "gather": ["data.npy", "rows.npy"], "gather-elements": ["data.npy", "places.npy"],
            "gather-nd": ["data.npy", "tuples.npy"], "scatter": ["data.npy", "rows.npy", "up.npy"],
            "scatter-elements": ["data.npy", "places.npy", "up.npy"], "scatter-nd": ["data.npy", "tuples.npy", "up.npy"],
            "tensor-scatter": ["cache.npy", "tokens.npy", "start.npy"],
            "segment-reduce": ["data.npy", "--indices", "rows.npy", "--segments", "rows.npy"],
            "segment-scan": ["data.npy", "--indices", "rows.npy", "--segments", "rows.npy"],
            "sddmm": ["data.npy", "data.npy", "--indices", "rows.npy", "--segments", "rows.npy"],
            "gather-block-quantized": ["codes.npy", "--indices", "rows.npy", "--scales", "scales.npy"]}

    def bench(self, name, *more, **keywords):
        """The result as JSON. No file changes."""
        before = {file: self.read(file) for file in sorted(os.listdir(self.folder.name))}
        found = json.loads(self.ok("bench", name, *self.calls[name], *SHORT, "--json", *more, **keywords))
        self.assertEqual({file: self.read(file) for file in sorted(os.listdir(self.folder.name))}, before)
        return found


class Results(BenchCase):
    def check_timing(self, time_of):
        times = [time_of[name] for name in TIMES]
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[0], 0)
        self.assertGreater(time_of["first_ns"], 0)
        self.assertGreaterEqual(time_of["repetitions"], 5)
        self.assertGreaterEqual(time_of["executions"], 1)

    def check_row(self, found, row):
        self.check_timing(row)
        self.assertAlmostEqual(row["ns_per_index"], row["median_ns"] / found["positions"], delta=1e-3)
        self.assertAlmostEqual(row["bytes_per_second"] * row["median_ns"] * 1e-9 / found["bytes"], 1, delta=1e-3)
        self.assertAlmostEqual(row["times_memcpy"] * found["memcpy"]["median_ns"] / row["median_ns"], 1, delta=1e-3)
        self.assertGreaterEqual(row["processors"], 0)

    def test_every_operator(self):
        for name, operands in self.calls.items():
            found = self.bench(name)
            explained = json.loads(self.ok("explain", name, *operands, "--json"))
            self.assertEqual((found["status"], found["operator"], found["dry_run"], found["in_place"]),
                             ("ok", name, False, False))
            for key in ("operands", "positions", "move", "validates", *(["copy"] if "copy" in explained else [])):
                self.assertEqual(found[key], explained[key], (name, key))
            self.assertEqual([(row["threads"] >= 1, row["prepared"]) for row in found["results"]], [(True, False)])
            self.check_timing(found["plan"])
            self.check_timing(found["memcpy"])
            self.check_row(found, found["results"][0])

    def test_repetitions_are_bounded(self):
        self.assertEqual(self.bench("gather")["results"][0]["repetitions"], 5)
        found = json.loads(self.ok("bench", "gather", *self.calls["gather"], "--seconds", "100", "--repetitions", "7",
                                   "--json"))
        self.assertEqual(found["results"][0]["repetitions"], 7)
        found = json.loads(self.ok("bench", "gather", *self.calls["gather"], "--seconds", "0.02", "--json"))
        self.assertGreater(found["results"][0]["repetitions"], 5)

    def test_what_counts_as_moved(self):
        row, indices, updates = 4 * 4, 3 * 8, 3 * 4 * 4
        self.assertEqual(self.bench("gather")["bytes"], indices + 2 * updates)
        copied = 2 * 6 * row
        for reduction, passes in (("none", 2), ("add", 3)):
            found = self.bench("scatter-nd", "--reduction", reduction)
            self.assertEqual((found["bytes"], found["row_bytes"]), (indices + passes * updates + copied, row))
            found = self.bench("scatter-nd", "--reduction", reduction, "--in-place")
            self.assertEqual((found["bytes"], found["in_place"]), (indices + passes * updates, True))

    def test_rows_for_threads_and_prepared_indices(self):
        found = self.bench("scatter-nd", "--threads", "1,3", "--prepared", "--reduction", "add", env=ONE_THREAD)
        self.assertEqual([(row["threads"], row["prepared"]) for row in found["results"]],
                         [(1, False), (1, True), (1, False), (1, True)])
        self.check_timing(found["prepare"])
        for row in found["results"]:
            self.check_row(found, row)
        for name in self.calls:
            self.assertEqual([row["prepared"] for row in self.bench(name, "--prepared")["results"]], [False, True])
        self.assertEqual(self.bench("gather", "--threads", "1")["results"][0]["threads"], 1)
        self.assertNotIn("prepare", self.bench("gather"))

    def test_target_is_the_chosen_one(self):
        found = self.bench("gather", env={**os.environ, "STREW_TARGET": "portable"})
        self.assertEqual(found["target"], "portable")

    def test_kinds_of_data(self):
        self.array("fortran.npy", "f4", [6, 4], range(24), fortran=True)
        for data in (["fortran.npy"], ["--zeros", "6,4"], ["--zeros", "6,4", "--init", "2"], ["data.npy", "--no-mmap"]):
            for more in ([], ["--in-place"]):
                self.calls["scatter"] = [*data, "rows.npy", "up.npy", "--reduction", "add"]
                self.assertEqual(self.bench("scatter", *more)["operands"]["output"]["extents"], [6, 4], data)
        self.write("large.npy", npy_io.header("'<f4'", [2**16, 4]) + bytes(2**20))
        self.calls["gather"] = ["large.npy", "rows.npy"]  # mapped
        self.assertEqual(self.bench("gather")["positions"], 3)

    def test_no_index_and_nothing_to_move(self):
        self.calls["tensor-scatter"] = ["cache.npy", "tokens.npy"]
        found = self.bench("tensor-scatter")
        self.assertNotIn("ns_per_index", found["results"][0])
        self.array("rows.npy", "i8", [0], [])
        found = self.bench("gather")
        self.assertEqual((found["bytes"], "memcpy" in found, "times_memcpy" in found["results"][0]), (0, False, False))
        lines = self.ok("bench", "gather", *self.calls["gather"], *SHORT).decode().splitlines()
        self.assertEqual(re.split(r"  +", lines[-1])[-4:-1], ["-", "-", "-"])


class Words(BenchCase):
    def words(self, name, *more, **keywords):
        return self.ok("bench", name, *self.calls[name], *SHORT, *more, **keywords).decode()

    def test_text(self):
        text = self.words("scatter", "--threads", "1,2", "--prepared", "--reduction", "add", env=ONE_THREAD)
        self.assertTrue(text.startswith("operator     scatter, axis 0\ndata         f32 [6, 4]\nindices      i64 [3]\n"
                                        "updates      f32 [3, 4]\noutput       f32 [6, 4]\n             is written by "
                                        "every execution: a copy of the data, then the updates\n"), text)
        self.assertRegex(text, r"\nvalidates    every index, before the first write\n(.*\n)*solver       \w+: .*\n(.*\n)*"
                               r"kernels      \w+\n\n")
        self.assertRegex(text, r"\nmoves        3 positions, 16 bytes each; an execution reads and writes 360 bytes\n")
        for key in ("plan", "prepared", "memcpy", "repetitions"):
            self.assertRegex(text, rf"(?m)^{key:<13}\S")
        table = text[text.index("\nthreads") + 1:].splitlines()
        self.assertEqual(re.split(r"  +", table[0]), TITLES)
        self.assertEqual([re.split(r"  +", line)[0] for line in table[1:]], ["1", "1 prepared", "1", "1 prepared"])
        self.assertEqual({len(line) for line in table}, {len(table[0])}, "every column is aligned")
        number = r"(\d\.\d\d|\d\d\.\d|\d{3,4})"
        for line in table[1:]:
            median, fastest = re.split(r"  +", line)[1:3]
            self.assertRegex(median, rf"^{number} (ns|us|ms|s)$")
            self.assertRegex(fastest, rf"^{number} (ns|us|ms|s)$")

    def test_in_place_says_so_and_names_no_copy(self):
        text = self.words("scatter", "--in-place")
        self.assertIn("holds the data at first, then updates of every execution go on in it", text)
        self.assertNotRegex(text, r"(?m)^copy ")

    def test_dry_run_checks_and_measures_nothing(self):
        text = self.words("gather", "--dry-run", "--threads", "1,2", "--prepared")
        self.assertTrue(text.endswith("\n\nwould measure 4 rows, each for at least 0 s, in 5 to 5 repetitions\n"), text)
        found = self.bench("gather", "--dry-run")
        self.assertEqual((found["dry_run"], found["positions"], "results" in found), (True, 3, False))
        self.array("rows.npy", "i8", [1], [6])
        self.refused(3, "bench", "gather", *self.calls["gather"], "--dry-run")

    def test_progress_and_verbose(self):
        done = self.run_strew("bench", "gather", *self.calls["gather"], *SHORT, "--prepared", "--progress", "always")
        self.assertEqual(done.stderr.decode().splitlines(),
                         ["reading rows.npy", "reading data.npy", "timing plans", "timing the preparation of indices",
                          "timing memcpy", "timing gather", "timing gather, prepared"])
        done = self.run_strew("bench", "gather", *self.calls["gather"], *SHORT, "-v")
        self.assertEqual(done.stderr, self.ok("explain", "gather", *self.calls["gather"]))


class Refusals(BenchCase):
    def test_as_of_the_operator(self):
        self.array("bad.npy", "i8", [3], [0, 6, 1])
        self.array("two.npy", "f4", [2], [1, 2])
        cases = [["gather", "data.npy", "bad.npy"], ["gather", "data.npy", "data.npy"], ["gather", "none.npy", "rows.npy"],
                 ["gather", "data.npy", "rows.npy", "--axis", "4"], ["gather", "data.npy", "rows.npy", "--fill-value", "1"],
                 ["gather", "data.npy", "rows.npy", "--out-of-bounds", "clip"], ["scatter", "data.npy", "rows.npy", "two.npy"],
                 ["scatter", "data.npy", "bad.npy", "up.npy"], ["gather", "-", "-"],
                 ["scatter", "data.npy", "places.npy", "up.npy", "--duplicates", "error", "--dtype", "f64"]]
        for words in cases:
            expected = self.run_strew(*words, "--dry-run")
            self.assertNotEqual(expected.returncode, 0, words)
            self.assertEqual(self.refused(expected.returncode, "bench", *words, *SHORT),
                             expected.stderr.decode().splitlines(), words)

    def test_duplicates(self):
        self.array("rows.npy", "i8", [3], [0, 1, 0])
        lines = self.refused(3, "bench", "scatter", *self.calls["scatter"], "--duplicates", "error", *SHORT)
        self.assertIn("rows.npy", lines[0])

    def test_own_options(self):
        good = ("bench", "gather", "data.npy", "rows.npy")
        cases = [("--seconds", "-1", "'-1' is not a number from 0 to 3600"), ("--seconds", "nan", "'nan' is not a number"),
                 ("--seconds", "3601", "'3601' is not a number"), ("--seconds", "1s", "'1s' is not a number"),
                 ("--repetitions", "4", "'4' is not an integer of at least 5"),
                 ("--repetitions", "1e3", "'1e3' is not an integer of at least 5"),
                 ("--threads", "0", "'0' is not an integer of at least 1"),
                 ("--threads", "1,,2", "'' is not an integer of at least 1"),
                 ("--threads", "1,x", "'x' is not an integer of at least 1"), ("--threads", "", "no number of threads")]
        for option, value, message in cases:
            self.assertTrue(self.refused(2, *good, option, value)[0].startswith(f"strew: {option}: {message}"), value)
        self.assertEqual(self.refused(2, *good, "-o", "x.npy")[0], "strew: gather has no option -o")
        self.assertEqual(self.refused(2, *good, "--in-place")[0], "strew: gather has no option --in-place")
        self.assertEqual(self.refused(2, "bench")[0], "strew: no command is named")
        self.refused(2, "bench", "tensor-scatter", "cache.npy", "tokens.npy", "--prepared")

    def test_error_as_json(self):
        self.array("rows.npy", "i8", [1], [6])
        done = self.run_strew("bench", "gather", *self.calls["gather"], *SHORT, "--json")
        error = json.loads(done.stdout)
        self.assertEqual((done.returncode, error["status"], error["kind"], error["rule"]), (3, "error", "index", "IX1"))


class Interrupted(BenchCase):
    def interrupted(self, *more):
        """Ends by the signal in the second row or a later one; returns what is printed on the standard output."""
        threads = ",".join(["1"] * 1000)
        words = ["bench", "gather", *self.calls["gather"], "--seconds", "0.05", "--threads", threads, *more]
        run = subprocess.Popen([PROGRAM, *words, "--progress", "always"], cwd=self.folder.name, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        rows = 0
        while rows < 2:
            line = run.stderr.readline()
            self.assertNotEqual(line, b"")
            rows += line == b"timing gather\n"
        run.send_signal(signal.SIGINT)
        printed, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, -signal.SIGINT)
        self.assertEqual(said.decode().splitlines()[-1], "strew: interrupted")
        return printed.decode()

    def test_what_was_measured_is_told(self):
        table = self.interrupted().partition("\nthreads ")[2].splitlines()
        self.assertGreaterEqual(len(table), 2)

    def test_json_is_one_object(self):
        found = json.loads(self.interrupted("--json"))
        self.assertEqual((found["status"], found["kind"], found["operator"]), ("error", "interrupted", "gather"))
        self.assertGreaterEqual(len(found["results"]), 1)


if __name__ == "__main__":
    cli_case.main()
