#!/usr/bin/env python3
"""Operands and outputs as files: orders, versions, records, the standard streams."""
import os
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402


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

    def test_a_terminal_is_told_that_it_is_waited_for(self):
        data = npy_io.array("u1", [2], [1, 0])
        self.array("ix.npy", "u1", [2], [1, 0])
        for words in (("gather", "-", "ix.npy", "-o", "out.npy"), ("gather", "-:u8[2]", "ix.npy", "-o", "out.npy"),
                      ("inspect", "-"), ("check", "-", "--shape", "2"), ("explain", "gather", "ix.npy", "-")):
            for more in ((), ("--quiet",)):
                terminal, typed = self.terminal()
                child = subprocess.Popen([cli_case.PROGRAM, *words, *more], cwd=self.folder.name, stdin=typed,
                                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                os.write(terminal, b"\x04")  # the end of what is typed
                told = child.communicate(timeout=60)[1].decode()
                self.assertEqual("strew: waiting for an array on the standard input (-), which is a terminal" in told,
                                 not more, (words, told))
        self.assertEqual(self.ok("gather", "-", "ix.npy", "-o", "-", input=data, stdin=None)[-2:], b"\0\1")

    def test_nothing_on_standard_output_before_the_result_exists(self):
        self.array("data.npy", "i4", [3], [1, 2, 3])
        self.array("ix.npy", "i8", [2, 1], [2, 3])
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "-")
        self.assertEqual((done.returncode, done.stdout), (3, b""))


if __name__ == "__main__":
    cli_case.main()
