#!/usr/bin/env python3
"""What is refused, in which words, and that nothing is left behind."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import UntouchedCase  # noqa: E402


class Errors(UntouchedCase):
    def test_index(self):
        self.array("ix.npy", "i8", [2, 3, 1], [0, 1, -6, 2, -5, 9])
        self.assertEqual(self.gather(3), [
            "strew: ix.npy: position 2 (0, 2): component 0 is -6, outside [-5, 4] (axis 0 of extent 5); 2 of 6 positions are bad",
            "hint: --out-of-bounds clamp, wrap or fill accept such indices"])

    def test_index_tuple(self):
        self.array("data.npy", "i4", [2, 3], range(6))
        self.array("ix.npy", "u8", [2, 2], [1, 2, 0, 2**64 - 1])
        self.array("up.npy", "i4", [2], [1, 2])
        lines = self.refused(3, "scatter-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy")
        self.assertEqual(lines, [
            "strew: ix.npy: position 1, tuple (0, 18446744073709551615): component 1 is 18446744073709551615, "
            "outside [0, 2] (axis 1 of extent 3); 1 of 2 positions is bad",
            "hint: --out-of-bounds clamp, wrap or skip accept such indices"])

    def test_index_one_past_the_end(self):
        self.array("ix.npy", "i8", [1, 1], [5])
        self.assertIn("indices count from 0, the last is 4", self.gather(3)[1])

    def test_index_into_nothing(self):
        self.array("data.npy", "i4", [0], [])
        lines = self.gather(3)
        self.assertIn("component 0 is 0, and no value is allowed (axis 0 of extent 0); 2 of 2 positions are bad", lines[0])
        self.assertIn("--out-of-bounds fill accepts any", lines[1])

    def test_quiet_drops_the_hint(self):
        self.array("ix.npy", "i8", [1, 1], [5])
        self.assertEqual(len(self.gather(3, "-q")), 1)

    def test_json_index(self):
        self.array("ix.npy", "i8", [2, 3, 1], [0, 1, -6, 2, -5, 9])
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--json")
        error = json.loads(done.stdout)
        wanted = {"status": "error", "exit_code": 3, "kind": "index", "file": "ix.npy", "rule": "IX1", "position": 2,
                  "coordinates": [0, 2], "tuple": [-6], "component": 0, "axis": 0, "extent": 5, "allowed_low": -5,
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
        cases = [([], "no command is named"), (["gathr"], "there is no command 'gathr'"), (["--bogus"], "--bogus"),
                 (["explain"], "no command is named"), (["explain", "inspect"], "explain has no command 'inspect'"),
                 (["gather-nd"], "DATA is missing"), (["gather-nd", "data.npy"], "INDICES is missing"),
                 (["gather-nd", "data.npy", "ix.npy"], "no output is named"),
                 (["gather-nd", "data.npy", "ix.npy", "up.npy", "-o", "out.npy"], "up.npy"),
                 (["gather-nd", "data.npy", "ix.npy", "--reduction", "add", "-o", "out.npy"], "--reduction"),
                 (["gather-nd", "-", "-", "-o", "out.npy"], "one operand only"),
                 (["gather-nd", "data.npy", "ix.npy", "-o", "-", "--json"], "both want the standard output"),
                 (["inspect"], "FILE is missing")]
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


if __name__ == "__main__":
    cli_case.main()
