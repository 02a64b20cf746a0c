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
        self.assertEqual(self.inspect("rec.npy"), [
            "rec.npy  record (12 bytes) [2]  24 bytes  descr [('a', '<i4'), ('b', '|S8')]  Fortran order",
            "  [{a: 0, b: \"\"}, {a: 0, b: \"\"}]"])
        self.assertEqual(self.inspect("rec.npy", "-v")[0],
                         "rec.npy  record (12 bytes) [2]  24 bytes  at byte 128, Fortran order, "
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
        self.assertEqual(found[2]["fields"], ["a", "b"])
        self.assertEqual(found[2]["values"], [{"a": 0, "b": ""}] * 2)
        self.assertNotIn("values", found[3])


class Meanings(CliCase):
    """Types that no operator computes with, as NumPy means them."""

    def shown(self, descr, body, count):
        """Type and values as text, and the values as JSON."""
        self.write("a.npy", npy_io.header(repr(descr), [count]) + body)
        line, *values = self.ok("inspect", "a.npy").decode().splitlines()
        found = json.loads(self.ok("inspect", "a.npy", "--json"))["files"][0]
        self.assertEqual(found["dtype"], "opaque")
        return line.split("  ")[1].partition(f" [{count}]")[0], "\n".join(values).strip(), found["values"]

    def test_text(self):
        words = ["abc", "d\u00e9\u20ac\U0001f600", "", "a\"\\\x1b"]
        body = b"".join(word.ljust(4, "\0").encode("utf-32-le") for word in words)
        kind, text, values = self.shown("<U4", body, 4)
        self.assertEqual((kind, values), ("str (4 characters)", words))
        self.assertEqual(text, '["abc", "d\u00e9\u20ac\U0001f600", "", "a\\"\\\\\\u001b"]')
        wrong = struct.pack("<2I", 0xD800, 0x110000)
        self.assertEqual(self.shown("<U1", wrong, 2), ("str (1 character)", '["\ufffd", "\ufffd"]', ["\ufffd", "\ufffd"]))

    def test_bytes(self):
        self.assertEqual(self.shown("|S3", b"abcx\0\0\0y\0\xff\0\0", 4),
                         ("bytes (3)", '["abc", "x", "\\u0000y", 0xff0000]', ["abc", "x", "\0y", "0xff0000"]))

    def test_long_text_is_shown(self):
        self.assertEqual(self.shown("<U256", ("x" * 256).encode("utf-32-le") * 64, 64)[2], ["x" * 256] * 64)
        self.write("a.npy", npy_io.header("'<U257'", [1]) + bytes(1028))
        self.assertEqual(len(self.ok("inspect", "a.npy").splitlines()), 1)

    def dates(self, descr, *values):
        kind, text, found = self.shown(descr, struct.pack(f"<{len(values)}q", *values), len(values))
        self.assertEqual(text, f"[{', '.join(found)}]")
        return kind, found

    def test_dates(self):
        """The texts are those of numpy.datetime_as_string."""
        nat = -2**63
        cases = [("Y", {0: "1970", -1970: "0000", -2000: "-030", 8030: "10000"}), ("M", {-1: "1969-12", 674: "2026-03"}),
                 ("W", {1: "1970-01-08"}), ("D", {-1: "1969-12-31", 11016: "2000-02-29", -719528: "0000-01-01"}),
                 ("h", {-1: "1969-12-31T23"}), ("m", {61: "1970-01-01T01:01"}),
                 ("s", {1795343400: "2026-11-22T10:30:00", -1: "1969-12-31T23:59:59"}),
                 ("ms", {-1: "1969-12-31T23:59:59.999"}), ("us", {1: "1970-01-01T00:00:00.000001"}),
                 ("ns", {2**63 - 1: "2262-04-11T23:47:16.854775807"}), ("ps", {1: "1970-01-01T00:00:00.000000000001"}),
                 ("as", {-1: "1969-12-31T23:59:59.999999999999999999"}), ("25s", {3: "1970-01-01T00:01:15"})]
        for unit, texts in cases:
            self.assertEqual(self.dates(f"<M8[{unit}]", nat, *texts), (f"datetime64[{unit}]", ["NaT", *texts.values()]))
        self.assertEqual(self.dates("<M8[D]", 2**62, -2**63 + 1),
                         ("datetime64[D]", ["4611686018427387904 D", "-9223372036854775807 D"]))
        self.assertEqual(self.dates("<M8[7Y]", 2**62), ("datetime64[7Y]", ["4611686018427387904 x 7Y"]))

    def test_durations(self):
        self.assertEqual(self.dates("<m8[ms]", 5, -3, -2**63), ("timedelta64[ms]", ["5 ms", "-3 ms", "NaT"]))
        self.assertEqual(self.dates("<m8[25s]", 2), ("timedelta64[25s]", ["50 s"]))
        self.assertEqual(self.shown("<m8", struct.pack("<q", 7), 1), ("timedelta64", "[7]", ["7"]))

    def test_records(self):
        descr = [("id", ">i4"), ("", "|V2"), ("name", "<U2"), ("at", "<M8[D]"), ("xy", "<f4", (2,)),
                 ("in", [("flag", "|b1"), ("z", ">c8")])]
        body = (struct.pack(">i2x", -2) + "\u00e9".ljust(2, "\0").encode("utf-32-le") + struct.pack("<q", 1) +
                struct.pack("<2f", 0.5, float("nan")) + b"\1" + struct.pack(">2f", 1, -2))
        kind, text, values = self.shown(descr, body, 1)
        self.assertEqual(kind, f"record ({len(body)} bytes)")
        self.assertEqual(text, '[{id: -2, name: "\u00e9", at: 1970-01-02, xy: [0.5, nan], in: {flag: true, z: 1-2i}}]')
        self.assertEqual(values, [{"id": -2, "name": "\u00e9", "at": "1970-01-02", "xy": [0.5, "nan"],
                                   "in": {"flag": True, "z": "1-2i"}}])

    def test_a_type_that_is_named_counts(self):
        self.write("a.npy", npy_io.header("'<M8[s]'", [1]) + struct.pack("<q", 5))
        self.assertEqual(self.ok("inspect", "a.npy", "--dtype", "int64").decode().splitlines()[1], "  [5]")
        text = self.ok("inspect", "a.npy", "--dtype", "opaque").decode()
        self.assertIn("a.npy  opaque (8 bytes) [1]  8 bytes", text)
        self.assertIn("[0x0500000000000000]", text)


if __name__ == "__main__":
    cli_case.main()
