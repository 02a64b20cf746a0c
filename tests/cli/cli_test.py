#!/usr/bin/env python3
"""Drives the command line as a user does, with the nd operators: files, options, errors, words."""
import json
import os
import pty
import resource
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import PROGRAM, CliCase  # noqa: E402


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
        self.assertEqual(lines[0], "strew: ix.npy: position 0: component 0 is -1, outside [0, 2] (extent 3); "
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


class Files(CliCase):
    def test_fortran_data_and_updates(self):
        # In memory order 0, 10, 1, 11, 2, 12 is [[0, 1, 2], [10, 11, 12]].
        self.array("data.npy", "i4", [2, 3], [0, 10, 1, 11, 2, 12], fortran=True)
        self.array("ix.npy", "i8", [1, 2], [1, 0])
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([1], [10]))
        self.array("ix.npy", "i8", [2, 1], [1, 0])
        self.array("up.npy", "i4", [2, 3], [1, 4, 2, 5, 3, 6], fortran=True)
        self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "--reduction", "add", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 3], [4, 6, 8, 11, 13, 15]))

    def test_fortran_indices(self):
        self.array("data.npy", "i4", [3, 3], range(9))
        self.array("ix.npy", "i8", [2, 2], [0, 1, 2, 0], fortran=True)  # [[0, 2], [1, 0]]
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.output(), ([2], [2, 3]))

    def test_versions_2_and_3(self):
        for version in (2, 3):
            self.array("data.npy", "i4", [2], [5, 6], version=version)
            self.array("ix.npy", "u1", [1, 1], [1], version=version)
            self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
            self.assertEqual(self.output(), ([1], [6]))
            self.assertEqual(self.read("out.npy")[6:8], b"\x01\x00")

    def test_bf16(self):
        bf16 = lambda *values: b"".join(struct.pack("<f", v)[2:] for v in values)  # exact for small integers
        self.write("data.npy", npy_io.header("'<V2'", [2]) + bf16(1, 2))
        self.write("up.npy", npy_io.header("'|V2'", [2]) + bf16(3, 4))
        self.array("ix.npy", "i8", [2, 1], [1, 1])
        operands = ["scatter-nd", "data.npy", "ix.npy", "up.npy", "--reduction", "add", "-o", "out.npy"]
        lines = self.refused(3, *operands)
        self.assertIn("--dtype bf16", lines[1])
        self.ok(*operands, "--dtype", "bf16")
        descr, _, shape, body = npy_io.parse(self.read("out.npy"))
        self.assertEqual((descr, shape, body), ("<V2", (2,), bf16(1, 9)))

    def test_records_keep_their_descr(self):
        descr = "[('a', '<i4'), ('\\'b', '>f8', (2,))]"
        self.write("data.npy", npy_io.header(descr, [3]) + bytes(range(60)))
        self.array("ix.npy", "i8", [1, 1], [1])
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertIn(b"'descr': " + descr.encode(), self.read("out.npy"))
        self.assertEqual(npy_io.parse(self.read("out.npy"))[3], bytes(range(20, 40)))

    def test_records_with_names_in_utf8(self):
        descr = "[('\u03b1', '<i4')]"
        self.write("data.npy", npy_io.header(descr, [1], version=3) + b"abcd")
        self.array("ix.npy", "i8", [1, 1], [0])
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.read("out.npy")[6], 3)
        self.assertIn(descr.encode(), self.read("out.npy"))

    def test_records_of_different_fields_are_refused(self):
        self.write("data.npy", npy_io.header("[('a', '<i4')]", [2]) + bytes(8))
        self.write("up.npy", npy_io.header("[('b', '<f4')]", [1]) + bytes(4))
        self.array("ix.npy", "i8", [1, 1], [0])
        lines = self.refused(3, "scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertIn("its elements are [('b', '<f4')], those of data.npy are [('a', '<i4')]", lines[0])
        self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "--dtype", "opaque", "-o", "out.npy")

    def test_output_over_an_input(self):
        self.array("data.npy", "i4", [3], [1, 2, 3])
        self.array("ix.npy", "i8", [1, 1], [0])
        self.array("up.npy", "i4", [1], [9])
        self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "data.npy")
        self.assertEqual(self.output("data.npy"), ([3], [9, 2, 3]))

    def test_standard_input_and_output(self):
        data = npy_io.array("i4", [3], [1, 2, 3])
        self.array("ix.npy", "i8", [2, 1], [2, 0])
        expected = npy_io.header("'<i4'", [2]) + struct.pack("<2i", 3, 1)
        out = self.ok("gather-nd", "-", "ix.npy", "-o", "-", input=data, stdin=None)
        self.assertEqual(out, expected)
        with open(self.path("ix.npy"), "rb") as indices:
            self.write("data.npy", data)
            self.assertEqual(self.ok("gather-nd", "data.npy", "-", "-o", "-", stdin=indices), expected)

    def test_nothing_on_standard_output_before_the_result_exists(self):
        self.array("data.npy", "i4", [3], [1, 2, 3])
        self.array("ix.npy", "i8", [2, 1], [2, 3])
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "-")
        self.assertEqual((done.returncode, done.stdout), (3, b""))


class Errors(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [5], range(5))
        self.array("ix.npy", "i8", [2, 1], [0, 4])
        self.write("out.npy", b"as it was")

    def tearDown(self):
        self.assertEqual(self.read("out.npy"), b"as it was")

    def gather(self, code, *more, **keywords):
        return self.refused(code, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy", *more, **keywords)

    def test_index(self):
        self.array("ix.npy", "i8", [2, 3, 1], [0, 1, -6, 2, -5, 9])
        self.assertEqual(self.gather(3), [
            "strew: ix.npy: position 2 (0, 2): component 0 is -6, outside [-5, 4] (extent 5); 2 of 6 positions are bad",
            "hint: --out-of-bounds clamp, wrap or fill accept such indices"])

    def test_index_tuple(self):
        self.array("data.npy", "i4", [2, 3], range(6))
        self.array("ix.npy", "u8", [2, 2], [1, 2, 0, 2**64 - 1])
        self.array("up.npy", "i4", [2], [1, 2])
        lines = self.refused(3, "scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(lines, [
            "strew: ix.npy: position 1, tuple (0, 18446744073709551615): component 1 is 18446744073709551615, "
            "outside [0, 2] (extent 3); 1 of 2 positions is bad",
            "hint: --out-of-bounds clamp, wrap or skip accept such indices"])

    def test_index_one_past_the_end(self):
        self.array("ix.npy", "i8", [1, 1], [5])
        self.assertIn("indices count from 0, the last is 4", self.gather(3)[1])

    def test_index_into_nothing(self):
        self.array("data.npy", "i4", [0], [])
        lines = self.gather(3)
        self.assertIn("component 0 is 0, and no value is allowed (extent 0); 2 of 2 positions are bad", lines[0])
        self.assertIn("--out-of-bounds fill accepts any", lines[1])

    def test_quiet_drops_the_hint(self):
        self.array("ix.npy", "i8", [1, 1], [5])
        self.assertEqual(len(self.gather(3, "-q")), 1)

    def test_json_index(self):
        self.array("ix.npy", "i8", [2, 3, 1], [0, 1, -6, 2, -5, 9])
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--json")
        error = json.loads(done.stdout)
        wanted = {"status": "error", "exit_code": 3, "kind": "index", "file": "ix.npy", "rule": "IX1", "position": 2,
                  "coordinates": [0, 2], "tuple": [-6], "component": 0, "extent": 5, "allowed_low": -5,
                  "allowed_high": 4, "bad_positions": 2, "positions": 6}
        self.assertEqual({key: error[key] for key in wanted}, wanted)
        self.assertTrue(done.stderr.startswith(b"strew: ix.npy: position 2"))

    def test_shapes(self):
        self.array("up.npy", "i4", [3], [1, 2, 3])
        lines = self.refused(3, "scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertRegex(lines[0], r"^strew: up\.npy: .*\[3\].*\[2\].*\(ND5\)$")
        self.array("ix.npy", "i8", [2, 2], [0, 0, 0, 0])
        self.assertRegex(self.gather(3)[0], r"\(ND3\)$")
        self.assertRegex(self.gather(3, "--batch-dims", "-1")[0], r"^strew: batch_dims is -1, .*\(ND2\)$")

    def test_types(self):
        self.array("up.npy", "f4", [2], [1, 2])
        lines = self.refused(3, "scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertRegex(lines[0], r"f32.*i32|i32.*f32")
        self.array("ix.npy", "f4", [2, 1], [0, 1])
        self.assertRegex(self.gather(3)[0], r"^strew: ix\.npy: .*f32.*\(TY3\)$")
        self.array("ix.npy", "b1", [2, 1], [0, 1])
        self.gather(3)
        self.assertIn("--dtype bf16 has 2 bytes, the elements (descr '<i4') have 4", self.gather(3, "--dtype", "bf16")[0])

    def test_fill_value_that_does_not_fit(self):
        fill = ["--out-of-bounds", "fill", "--fill-value"]
        for text in ("1.5", "2147483648", "nan", "-2147483649"):
            self.assertRegex(self.gather(2, *fill, text)[0], r"\(AT4\)$", text)
        for text in ("x", "", "1x", "0x10", "%n", "__import__('os')", "99999999999999999999", "1e999", "--1", "1-1"):
            self.assertIn("is not a number", self.gather(2, *fill, text)[0], text)

    def test_usage(self):
        cases = [([], "no command is named"), (["gathr"], "'gathr' is no command"), (["--bogus"], "--bogus"),
                 (["explain"], "no command is named"), (["explain", "inspect"], "'inspect' is no command"),
                 (["gather-nd"], "required"), (["gather-nd", "data.npy"], "INDICES is required"),
                 (["gather-nd", "data.npy", "ix.npy"], "no output is named"),
                 (["gather-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy"], "up.npy"),
                 (["gather-nd", "data.npy", "ix.npy", "--reduction", "add", "-o", "out.npy"], "--reduction"),
                 (["gather-nd", "-", "-", "-o", "out.npy"], "one operand only"),
                 (["gather-nd", "data.npy", "ix.npy", "-o", "-", "--json"], "both want the standard output"),
                 (["inspect"], "FILE is required")]
        for arguments, text in cases:
            lines = self.refused(2, *arguments)
            self.assertIn(text, lines[0], arguments)
        for more in (["--batch-dims", "x"], ["--batch-dims", "1.5"], ["--threads", "0"], ["--threads", "-1"],
                     ["--out-of-bounds", "drop"], ["--negative-indices", "yes"], ["--dtype", "f99"],
                     ["--progress", "maybe"], ["--fill-value", "1"], ["--batch-dims"], ["--bogus"]):
            self.gather(2, *more)
        lines = self.gather(2, "--out-of-bounds", "skip")
        self.assertIn("fill", lines[1])
        self.array("up.npy", "i4", [2], [1, 2])
        lines = self.refused(2, "scatter-nd", "data.npy", "ix.npy", "up.npy", "--out-of-bounds", "fill", "-o", "out.npy")
        self.assertIn("skip", lines[1])

    def test_usage_as_json(self):
        done = self.run_strew("gather-nd", "--json")
        error = json.loads(done.stdout)
        self.assertEqual((done.returncode, error["exit_code"], error["kind"]), (2, 2, "usage"))

    def test_files(self):
        for name, data, text in (("none.npy", None, "No such file"), ("ix.npy", b"", "not a .npy file"),
                                 ("ix.npy", npy_io.array("i8", [2, 1], [0, 1])[:-1], "cut short"),
                                 ("ix.npy", npy_io.header("'|O'", [1]) + b"x", "pickles"),
                                 ("ix.npy", npy_io.header("'>i8'", [1, 1]) + bytes(8), "big-endian")):
            if data is not None:
                self.write(name, data)
            lines = self.refused(4, "gather-nd", "data.npy", name, "-o", "out.npy")
            self.assertTrue(lines[0].startswith(f"strew: {name}: "), lines)
            self.assertIn(text, lines[0])
        self.assertIn("is a directory", self.refused(4, "inspect", ".")[0])

    def test_control_bytes_of_a_name_are_not_sent_to_the_terminal(self):
        lines = self.refused(4, "inspect", "\x1b[2J.npy")
        self.assertIn("\\x1b[2J.npy", lines[0])

    def test_name_that_is_not_utf8(self):
        done = self.run_strew("inspect", b"\xff\xfe.npy", "--json")
        self.assertEqual(done.returncode, 4)
        self.assertEqual(json.loads(done.stdout)["files"][0]["file"], "\ufffd\ufffd.npy")

    def test_output_that_cannot_be_written(self):
        for name in ("none/out.npy", ".", "/proc/self/out.npy"):
            self.refused(4, "gather-nd", "data.npy", "ix.npy", "-o", name)

    def test_full_device(self):
        # As the standard output and never by its name: a defect, run by root, would put a file in the device's place.
        for arguments in (["gather-nd", "data.npy", "ix.npy", "-o", "-"], ["inspect", "data.npy"],
                          ["gather-nd", "data.npy", "ix.npy", "--dry-run"], ["explain", "gather-nd", "data.npy", "ix.npy"],
                          ["--help"], ["gather-nd", "data.npy", "ix.npy", "--dry-run", "--json"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, stdout=full,
                                      stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 5, arguments)
            self.assertIn(b"strew: standard output: cannot be written: No space left", done.stderr)

    def test_file_size_limit(self):
        self.array("data.npy", "i4", [5, 1000], [7] * 5000)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
        lines = self.gather(5, preexec_fn=limit)
        self.assertIn("out.npy", lines[0])

    def test_memory_limit(self):
        self.write("data.npy", npy_io.header("'|V1000000'", [1]) + bytes(1000000))
        self.array("ix.npy", "u1", [2000, 1], [0] * 2000)
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (10**9, resource.RLIM_INFINITY))
        if self.run_strew("--version", preexec_fn=limit).returncode != 0:
            self.skipTest("a sanitizer maps more than the limit")
        self.assertIn("no memory for its 2000000000 bytes", self.gather(5, preexec_fn=limit)[0])

    def test_output_of_more_bytes_than_63_bits_count(self):
        self.write("data.npy", npy_io.header("'|u1'", [1, 0, 2**40, 2**40]))
        self.array("ix.npy", "u1", [1, 1], [0])
        self.gather(3)

    def test_standard_descriptors_closed(self):
        def close(*numbers):
            return lambda: [os.close(number) for number in numbers]
        self.refused(4, "inspect", "-", preexec_fn=close(0), stdin=None)
        done = self.run_strew("inspect", "data.npy", preexec_fn=close(1))
        self.assertEqual(done.returncode, 4)
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "-", preexec_fn=close(0, 1, 2))
        self.assertEqual(done.returncode, 4)
        done = self.run_strew("gather-nd", "data.npy", "nothing.npy", "-o", "out.npy", preexec_fn=close(2))
        self.assertEqual(done.returncode, 4)
        self.assertEqual(npy_io.values(self.read("data.npy"))[1], list(range(5)))

    def test_files_never_get_a_standard_descriptor(self):
        os.mkfifo(self.path("pipe"))
        child = subprocess.Popen([PROGRAM, "inspect", "pipe"], cwd=self.folder.name,
                                 preexec_fn=lambda: [os.close(number) for number in (0, 1, 2)])
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        self.wait_until_open_blocks(child.pid)
        targets = [os.readlink(f"/proc/{child.pid}/fd/{number}") for number in (0, 1, 2)]
        self.assertEqual(targets, ["/dev/null"] * 3)

    def test_reader_of_the_output_that_left(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run([PROGRAM, "gather-nd", "data.npy", "ix.npy", "-o", "-"], cwd=self.folder.name,
                              stdout=write_end, stderr=subprocess.PIPE, check=False)
        os.close(write_end)
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"Broken pipe", done.stderr)

    def test_interrupt_ends_by_the_signal_and_leaves_nothing(self):
        os.mkfifo(self.path("pipe"))
        for number in (signal.SIGINT, signal.SIGTERM):
            for feed in (False, True):
                before = sorted(os.listdir(self.folder.name))
                child = subprocess.Popen([PROGRAM, "gather-nd", "pipe", "ix.npy", "-o", "out.npy"],
                                         cwd=self.folder.name, stderr=subprocess.PIPE)
                self.addCleanup(child.kill)
                writer = None
                if feed:
                    writer = os.open(self.path("pipe"), os.O_WRONLY)
                    os.write(writer, b"\x93NUMPY")
                else:
                    self.wait_until_open_blocks(child.pid)
                time.sleep(0.1)
                child.send_signal(number)
                _, messages = child.communicate(timeout=30)
                if writer is not None:
                    os.close(writer)
                self.assertEqual(child.returncode, -number, messages)
                self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def wait_until_open_blocks(self, pid):
        """Handlers are set before files are opened: wait until the process sleeps."""
        for _ in range(200):
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "S":
                    return
            time.sleep(0.01)


class Words(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [3, 4], range(12))
        self.array("ix.npy", "i8", [2, 1], [0, 2])
        self.array("up.npy", "i4", [2, 4], [1] * 8)

    def test_version_and_help(self):
        self.assertRegex(self.ok("--version").decode(), r"^strew \d+\.\d+\.\d+\n$")
        text = self.ok("--help").decode()
        for command in ("gather", "gather-elements", "gather-nd", "scatter", "scatter-elements", "scatter-nd",
                        "tensor-scatter", "inspect", "explain"):
            self.assertIn(command, text)
            more = self.ok(command, "--help").decode()
            self.assertLess(max(len(line) for line in more.splitlines()), 121)
        self.assertIn("Exit codes: 0 done", text)

    def test_json_result(self):
        result = json.loads(self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--json"))
        self.assertEqual((result["status"], result["operator"], result["dry_run"]), ("ok", "gather-nd", False))
        self.assertEqual(result["output"],
                         {"file": "out.npy", "dtype": "i32", "element_bytes": 4, "extents": [2, 4], "bytes": 32})
        self.assertEqual(result["positions"], 2)
        self.assertLessEqual({"read", "execute", "write"}, set(result["seconds"]))

    def test_dry_run_checks_and_writes_nothing(self):
        text = self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "--dry-run", "-o", "out.npy").decode()
        self.assertTrue(text.startswith("would write out.npy: i32 [3, 4], 48 bytes\nplan: "), text)
        self.assertFalse(os.path.exists(self.path("out.npy")))
        result = json.loads(self.ok("gather-nd", "data.npy", "ix.npy", "--dry-run", "--json"))
        self.assertEqual((result["dry_run"], result["output"]["extents"]), (True, [2, 4]))
        self.array("ix.npy", "i8", [2, 1], [0, 3])
        self.refused(3, "gather-nd", "data.npy", "ix.npy", "--dry-run")

    def test_verbose_speaks_on_standard_error(self):
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "-v")
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertRegex(done.stderr.decode(), r"^plan: .*\nout\.npy: i32 \[2, 4\], 32 bytes; read ")

    def test_progress(self):
        for mode, expected in (("always", b"reading data.npy\nreading ix.npy\ngathering\nwriting out.npy\n"),
                               ("auto", b""), ("never", b"")):
            done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--progress", mode)
            self.assertEqual((done.returncode, done.stderr), (0, expected), mode)

    def test_progress_on_a_terminal(self):
        for mode in ("always", "auto", "never"):
            try:
                terminal, device = pty.openpty()
            except OSError as refused:  # a root without /dev/pts
                self.skipTest(f"no terminal can be made here: {refused}")
            arguments = [PROGRAM, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--progress", mode]
            done = subprocess.run(arguments, cwd=self.folder.name, stderr=device, check=False)
            os.write(device, b"end")
            seen = ""
            while not seen.endswith("end"):
                seen += os.read(terminal, 4096).decode()
            os.close(terminal)
            os.close(device)
            self.assertEqual(done.returncode, 0)
            if mode == "always":
                self.assertIn("gathering\r\x1b[K", seen)
                self.assertTrue(seen.endswith("writing out.npy\r\x1b[Kend"), repr(seen))
            else:
                self.assertEqual(seen, "end", "a short run shows no progress")

    def test_explain(self):
        text = self.ok("explain", "gather-nd", "data.npy", "ix.npy").decode()
        self.assertRegex(text, r"^problem: .+\nplan: .+\n(.+\n)*output: i32 \[2, 4\]\nbytes that must move: \d+\n"
                               r"workspace: \d+ bytes\n$")
        text = json.loads(self.ok("explain", "scatter-nd", "data.npy", "ix.npy", "up.npy", "--reduction", "max", "--json"))
        self.assertIn("max", text["problem"])
        self.assertEqual((text["output_extents"], text["positions"]), ([3, 4], 2))
        self.assertGreater(text["bytes"], 0)
        self.refused(3, "explain", "gather-nd", "data.npy", "data.npy", "--batch-dims", "2")

    def test_explain_reads_headers_only(self):
        # The indices would be refused if they were looked at, and the data has a terabyte that is not there.
        self.array("ix.npy", "i8", [2, 1], [99, 99])
        with open(self.path("data.npy"), "wb") as file:
            header = npy_io.header("'<i4'", [2**28, 1024])
            file.write(header)
            file.truncate(len(header) + 2**40)
        started = time.monotonic()
        self.assertIn(b"output: i32 [2, 1024]", self.ok("explain", "gather-nd", "data.npy", "ix.npy"))
        self.assertLess(time.monotonic() - started, 10)


if __name__ == "__main__":
    cli_case.main()
