#!/usr/bin/env python3
"""--in-place: a scatter that writes into the file of its data."""
import json
import os
import signal
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from formats_test import archive, onnx_tensor, tensors  # noqa: E402
from loading_test import LoadingCase, ROWS, WIDTH  # noqa: E402


class InPlaceCase(LoadingCase):
    def setUp(self):
        super().setUp()
        self.array("rows.npy", "i8", [2], [2, 0])
        self.array("up.npy", "i4", [2, 2], [7, 8, 9, 10])
        self.array("t.npy", "i4", [3, 2], range(6))

    operands = ("rows.npy", "up.npy", "--in-place")
    expected = [9, 10, 2, 3, 7, 8]


class Written(InPlaceCase):
    def test_only_the_elements(self):
        body = struct.pack("<6i", *range(6))
        self.write("t.bin", body)
        self.write("t.safetensors", tensors({"a": ("U8", [3], b"abc"), "t": ("I32", [3, 2], body), "z": ("U8", [1], b"z")}))
        self.write("t.data", b"head" + body + b"tail")
        place = {"location": "t.data", "offset": "4", "length": "24"}
        self.write("t.pb", onnx_tensor(6, [3, 2], external=place))
        for name in ("t.npy", "t.bin:i32[3,2]", "t.safetensors:t", "t.pb"):
            file = "t.data" if name == "t.pb" else name.partition(":")[0]
            before, number = self.read(file), os.stat(self.path(file)).st_ino
            self.assertEqual(self.ok("scatter", name, *self.operands), b"")
            self.assertEqual(self.read(file), before.replace(body, struct.pack("<6i", *self.expected)))
            self.assertEqual(os.stat(self.path(file)).st_ino, number)

    def test_fortran_order(self):
        self.array("t.npy", "i4", [3, 2], [0, 2, 4, 1, 3, 5], fortran=True)
        self.ok("scatter", "t.npy", *self.operands)
        self.assertEqual(npy_io.parse(self.read("t.npy"))[3], struct.pack("<6i", 9, 2, 7, 10, 3, 8))

    def test_every_scatter(self):
        self.array("ix.npy", "i8", [1, 1], [1])
        self.array("one.npy", "i4", [1, 2], [5, 6])
        self.ok("scatter-nd", "t.npy", "ix.npy", "one.npy", "--reduction", "add", "--in-place")
        self.assertEqual(self.output("t.npy"), ([3, 2], [0, 1, 7, 9, 4, 5]))
        self.array("one.npy", "i4", [1, 1], [5])
        self.ok("scatter-elements", "t.npy", "ix.npy", "one.npy", "--reduction", "mean", "--exclude-self", "--in-place")
        self.assertEqual(self.output("t.npy"), ([3, 2], [0, 1, 5, 9, 4, 5]))
        self.array("cache.npy", "i4", [1, 3, 1], [1, 2, 3])
        self.array("tokens.npy", "i4", [1, 1, 1], [9])
        self.array("start.npy", "i8", [1], [2])
        self.ok("tensor-scatter", "cache.npy", "tokens.npy", "start.npy", "--in-place")
        self.assertEqual(self.output("cache.npy"), ([1, 3, 1], [1, 2, 9]))

    def test_as_with_an_output(self):
        self.table()
        self.array("many.npy", "i8", [5000], [n * 7 % ROWS for n in range(5000)])
        self.array("more.npy", "i4", [5000, WIDTH], range(5000 * WIDTH))
        for reduction in ("none", "add", "max", "mean"):
            self.table()
            self.ok("scatter", "table.npy", "many.npy", "more.npy", "--reduction", reduction, "-o", "new.npy")
            self.ok("scatter", "table.npy", "many.npy", "more.npy", "--reduction", reduction, "--in-place")
            self.assertEqual(self.read("table.npy"), self.read("new.npy"), reduction)

    def test_all_names_of_a_file(self):
        os.link(self.path("t.npy"), self.path("name.npy"))
        os.symlink("t.npy", self.path("link.npy"))
        self.ok("scatter", "link.npy", *self.operands)
        self.assertEqual(self.output("name.npy"), ([3, 2], self.expected))

    def test_dry_run_and_empty(self):
        before = self.read("t.npy")
        self.assertIn(b"would write t.npy: i32 [3, 2], 24 bytes", self.ok("scatter", "t.npy", *self.operands, "--dry-run"))
        self.assertEqual(self.read("t.npy"), before)
        self.array("none.npy", "i8", [0], [])
        self.array("no.npy", "i4", [0, 2], [])
        self.ok("scatter", "t.npy", "none.npy", "no.npy", "--in-place")
        self.assertEqual(self.read("t.npy"), before)

    def test_json(self):
        found = json.loads(self.ok("scatter", "t.npy", *self.operands, "--json"))
        self.assertEqual((found["output"]["file"], found["output"]["in_place"]), ("t.npy", True))


class Refused(InPlaceCase):
    def refused_in_place(self, code, text, *arguments):
        before = {name: self.read(name) for name in os.listdir(self.folder.name)}
        self.assertIn(text, self.refused(code, *arguments)[0])
        self.assertEqual({name: self.read(name) for name in os.listdir(self.folder.name)}, before)

    def test_what_cannot_be_written(self):
        self.array("bad.npy", "i8", [2], [0, 3])
        self.refused_in_place(3, "bad.npy: position 1", "scatter", "t.npy", "bad.npy", "up.npy", "--in-place")
        self.refused_in_place(2, "gather has no option --in-place", "gather", "t.npy", "rows.npy", "--in-place")
        for more, named in ((("-o", "x.npy"), "--output"), (("--force",), "--force")):
            self.refused_in_place(2, f"cannot be combined with {named}", "scatter", "t.npy", *self.operands, *more)
        self.refused_in_place(2, "cannot be combined with the standard input", "scatter", "-", *self.operands)
        self.refused_in_place(2, "cannot be combined with --zeros", "scatter", *self.operands, "--zeros", "3,2")
        self.write("t.npz", archive({"t": self.read("t.npy")}))
        self.refused_in_place(2, "members of a .npz file are not written in place", "scatter", "t.npz", *self.operands)
        self.write("t.pb", onnx_tensor(6, [3, 2], bytes(24)))
        self.refused_in_place(2, "t.pb: elements inside of a message of ONNX are not written in place", "scatter", "t.pb",
                              *self.operands)

    def test_read_only_files(self):
        os.chmod(self.path("t.npy"), 0o444)
        self.refused_in_place(4, "t.npy: ", "scatter", "t.npy", *self.operands)

    def test_pipes(self):
        os.mkfifo(self.path("pipe"))
        self.assertIn("pipe: is a pipe; only a regular file is written in place", self.refused(4, "scatter", "pipe", *self.operands)[0])

    def test_the_data_are_the_indices_or_the_updates(self):
        self.array("t.npy", "i8", [2], [1, 0])
        os.link(self.path("t.npy"), self.path("name.npy"))
        os.symlink("t.npy", self.path("link.npy"))
        self.array("u.npy", "i8", [2], [5, 6])
        for other in ("t.npy", "name.npy", "link.npy", "t.npy:i64[18]"):
            self.refused_in_place(4, f"{other}: is the file of the data too: ", "scatter", "t.npy", other, "u.npy", "--in-place")
            self.refused_in_place(4, f"{other}: is the file of the data too: ", "scatter", "t.npy", "rows.npy", other, "--in-place")


class Fails(InPlaceCase):
    """After the first write: what was written stays, the file keeps its size, and the message says so."""

    def start_and_wait(self):
        self.table()
        self.array("up.npy", "i4", [2, WIDTH], [7] * (2 * WIDTH))
        os.mkfifo(self.path("pipe"))
        child = self.start("scatter", "table.npy", "pipe", "up.npy", "--in-place")
        self.wait_until_it_sleeps(child.pid)
        return child

    def test_the_file_becomes_shorter(self):
        child = self.start_and_wait()
        os.truncate(self.path("table.npy"), 5000)
        self.array("rows.npy", "i8", [2], [999, 0])
        with open(self.path("pipe"), "wb") as pipe:
            pipe.write(self.read("rows.npy"))
        lines = self.end(child, 4)
        self.assertIn("strew: table.npy: became shorter", lines[0])
        self.assertEqual(lines[1], "hint: some of the updates are written in table.npy, others not")
        self.assertEqual(len(self.read("table.npy")), 5000)

    def test_a_signal_before_the_first_write(self):
        child = self.start_and_wait()
        before = self.read("table.npy")
        child.send_signal(signal.SIGTERM)
        self.end(child, -signal.SIGTERM)
        self.assertEqual(self.read("table.npy"), before)


if __name__ == "__main__":
    cli_case.main()
