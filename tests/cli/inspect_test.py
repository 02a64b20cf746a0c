#!/usr/bin/env python3
"""strew inspect: one line on each file, then its values."""
import json
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402


class Inspect(CliCase):
    def inspect(self, *arguments, **more):
        return self.ok("inspect", *arguments, **more).decode().splitlines()

    def values(self, code, shape, values, **more):
        self.array("a.npy", code, shape, values, **more)
        return self.inspect("a.npy")[1:]

    def test_line_and_values(self):
        self.array("a.npy", "f4", [2, 3], [0, 1, 2, 3.5, -4, 5])
        self.array("b.npy", "i8", [4], [4, 3, 1, -7])
        self.assertEqual(self.inspect("a.npy", "b.npy"), [
            "a.npy  f32 [2, 3]  24 bytes", "  [[0, 1, 2], [3.5, -4, 5]]", "b.npy  i64 [4]  32 bytes", "  [4, 3, 1, -7]"])

    def test_every_number(self):
        inf, nan = float("inf"), float("nan")
        cases = [("b1", [1, 0], "[true, false]"), ("i1", [-128, 127], "[-128, 127]"), ("u1", [255, 65], "[255, 65]"),
                 ("i2", [-2**15], "[-32768]"), ("u2", [2**16 - 1], "[65535]"), ("i4", [-2**31], "[-2147483648]"),
                 ("u4", [2**32 - 1], "[4294967295]"), ("i8", [-2**63], "[-9223372036854775808]"),
                 ("u8", [2**64 - 1], "[18446744073709551615]"), ("f8", [0.1, -0.0, inf], "[0.1, -0, inf]"),
                 ("f4", [0.1, 1e20, -inf, nan], "[0.1, 1e+20, -inf, nan]"),
                 ("f2", [0.1, 65504, 2**-24, -2, inf, -0.0, 1.0], "[0.099976, 65504, 5.9605e-08, -2, inf, -0, 1]")]
        for code, values, text in cases:
            self.assertEqual(self.values(code, [len(values)], values), ["  " + text], code)

    def test_what_a_file_cannot_say(self):
        self.write("a.npy", npy_io.header("'<V2'", [2]) + b"\x80\x3f\xcd\x3d")
        self.assertEqual(self.inspect("a.npy"), ["a.npy  opaque (2 bytes) [2]  4 bytes  descr '<V2'", "  [0x803f, 0xcd3d]"])
        self.assertEqual(self.inspect("a.npy", "--dtype", "bf16"), ["a.npy  bf16 [2]  4 bytes  descr '<V2'", "  [1, 0.1001]"])
        self.refused(3, "inspect", "a.npy", "--dtype", "f32")
        self.write("a.npy", npy_io.header("'<c8'", [2]) + struct.pack("<4f", 1, 2, -0.5, -3))
        self.assertEqual(self.inspect("a.npy"), ["a.npy  c64 [2]  16 bytes", "  [1+2i, -0.5-3i]"])

    def test_scalar_and_empty(self):
        self.assertEqual(self.values("f8", [], [2.5]), ["  2.5"])
        self.assertEqual(self.values("f8", [3, 0], []), ["  []"])
        self.array("a.npy", "u1", [2**62, 0], [])
        self.assertEqual(self.inspect("a.npy"), ["a.npy  u8 [4611686018427387904, 0]  0 bytes", "  []"])
        self.array("a.npy", "u1", [1], [7])
        self.assertEqual(self.inspect("a.npy")[0], "a.npy  u8 [1]  1 byte")

    def test_fortran_order(self):
        self.array("a.npy", "i4", [2, 3], [0, 10, 1, 11, 2, 12], fortran=True)
        self.assertEqual(self.inspect("a.npy"), ["a.npy  i32 [2, 3]  24 bytes  Fortran order", "  [[0, 1, 2], [10, 11, 12]]"])

    def test_long_lines_are_broken(self):
        lines = self.values("i8", [2, 2, 8], [10**8 + i for i in range(32)])
        self.assertEqual((len(lines), lines[0][:15], lines[1][:15]), (4, "  [[[100000000,", "    [100000008,"))
        self.assertLess(max(map(len, lines)), 101)
        lines = self.values("i8", [64], [10**9 + i for i in range(64)])
        self.assertEqual((lines[0][:14], lines[1][:13]), ("  [1000000000,", "   1000000007"))
        self.assertLess(max(map(len, lines)), 101)

    def test_large_arrays_are_cut(self):
        self.assertEqual(eval(" ".join(self.values("u1", [64], range(64)))), list(range(64)))
        shown = ", ".join(str(i) for i in range(16))
        self.assertEqual(self.values("u1", [65], range(65)), [f"  [{shown}, ...]"])
        self.assertEqual(self.values("i2", [40, 40], range(1600)), [f"  [[{shown}, ...], ...]"])
        self.assertEqual(self.values("i2", [40, 5], range(200)),
                         ["  [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14], [15, ...], ...]"])
        self.assertEqual(self.values("i2", [20, 10], range(200), fortran=True),
                         ["  [[0, ...], [1, ...], [2, ...], [3, ...], [4, ...], [5, ...], ...]"])
        self.write("a.npy", npy_io.header("'|V17'", [1]) + bytes(17))
        self.assertEqual(len(self.inspect("a.npy")), 1)
        self.array("a.npy", "u1", [1] * 33, [1])
        self.assertEqual(len(self.inspect("a.npy")), 1)

    def test_a_terabyte_is_not_read(self):
        with open(self.path("a.npy"), "wb") as file:
            header = npy_io.header("'<i4'", [2**28, 1024])
            file.write(header)
            file.truncate(len(header) + 2**40)
        self.assertEqual(self.inspect("a.npy")[1], "  [[" + "0, " * 16 + "...], ...]")

    def test_standard_input(self):
        self.assertEqual(self.inspect("-", input=npy_io.array("i4", [2], [5, 6]), stdin=None),
                         ["standard input  i32 [2]  8 bytes", "  [5, 6]"])
        done = self.run_strew("inspect", "-", input=npy_io.array("i4", [2], [5, 6]) + b"x", stdin=None)
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"follow the array", done.stderr)
        lines = self.inspect("-", input=npy_io.array("i4", [300000], [1] * 300000), stdin=None)
        self.assertEqual(lines[0], "standard input  i32 [300000]  1200000 bytes")

    def test_verbose_tells_how_elements_lie(self):
        self.write("rec.npy", npy_io.header("[('a', '<i4'), ('b', '|S8')]", [2], fortran=True) + bytes(24))
        zeros = "0x" + "00" * 12
        self.assertEqual(self.inspect("rec.npy"), [
            "rec.npy  opaque (12 bytes) [2]  24 bytes  descr [('a', '<i4'), ('b', '|S8')]  Fortran order",
            f"  [{zeros}, {zeros}]"])
        self.assertEqual(self.inspect("rec.npy", "-v")[0],
                         "rec.npy  opaque (12 bytes) [2]  24 bytes  at byte 128, Fortran order, "
                         "descr [('a', '<i4'), ('b', '|S8')], version 1.0")

    def test_json(self):
        self.array("data.npy", "f4", [2, 2], [1, 2.5, float("nan"), float("-inf")])
        self.write("rec.npy", npy_io.header("[('a', '<i4'), ('b', '|S8')]", [2]) + bytes(24))
        self.array("big.npy", "u1", [65], range(65))
        done = self.run_strew("inspect", "data.npy", "none.npy", "rec.npy", "big.npy", "--json")
        self.assertEqual(done.returncode, 4)
        found = json.loads(done.stdout)["files"]
        self.assertEqual([one["status"] for one in found], ["ok", "error", "ok", "ok"])
        self.assertEqual(found[0]["extents"], [2, 2])
        self.assertEqual(found[0]["values"], [[1, 2.5], ["nan", "-inf"]])
        self.assertEqual(found[2]["descr"], "[('a', '<i4'), ('b', '|S8')]")
        self.assertEqual(found[2]["values"], ["0x" + "00" * 12] * 2)
        self.assertNotIn("values", found[3])


if __name__ == "__main__":
    cli_case.main()
