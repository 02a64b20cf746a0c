#!/usr/bin/env python3
"""--memory: scatters between files, block by block, and recover."""
import functools
import json
import os
import random
import resource
import sys
import time
import unittest
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from formats_test import archive, onnx_tensor, tensors  # noqa: E402
from in_place_test import InPlaceCase  # noqa: E402


class MemoryCase(InPlaceCase):
    ROWS, WIDTH, COUNT = 600, 3, 900

    def setUp(self):
        super().setUp()
        draw = random.Random(5)
        self.array("data.npy", "f4", [self.ROWS, self.WIDTH], [draw.uniform(-1, 1) for _ in range(self.ROWS * self.WIDTH)])
        self.array("at.npy", "i4", [2, self.COUNT // 2], [draw.randrange(-self.ROWS, self.ROWS) for _ in range(self.COUNT)])
        self.array("new.npy", "f4", [2, self.COUNT // 2, self.WIDTH],
                   [draw.uniform(-1, 1) for _ in range(self.COUNT * self.WIDTH)])

    operands = ("data.npy", "at.npy", "new.npy")


class Same(MemoryCase):
    """As without --memory, whatever it is."""

    def test_reductions(self):
        for reduction, more in (("none", ()), ("add", ()), ("mean", ("--exclude-self",)), ("max", ("--threads", "1"))):
            how = ("--reduction", reduction, *more)
            self.ok("scatter", *self.operands, *how, "-o", "want.npy")
            for memory in ("1", "2K", "1M"):
                self.ok("scatter", *self.operands, *how, "--memory", memory, "-o", "got.npy")
                self.assertEqual(self.read("got.npy"), self.read("want.npy"), (reduction, memory))
            self.write("place.npy", self.read("data.npy"))
            self.ok("scatter", "place.npy", *self.operands[1:], *how, "--memory", "2K", "--in-place")
            self.assertEqual(self.read("place.npy"), self.read("want.npy"), reduction)
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith(".")], [])

    def test_formats(self):
        body = self.read("data.npy")[-4 * self.ROWS * self.WIDTH:]
        extents = [self.ROWS, self.WIDTH]
        self.write("t.bin", body)
        self.write("t.safetensors", tensors({"a": ("U8", [3], b"abc"), "t": ("F32", extents, body)}))
        self.write("t.pb", onnx_tensor(1, extents, body))
        self.write("stored.npz", archive({"t": self.read("data.npy")}, zipfile.ZIP_STORED))
        for data in ("t.bin:f32[600,3]", "t.safetensors:t", "stored.npz"):
            for output in ("o.npy", "o.safetensors", "o.bin", "o.pb"):
                self.ok("scatter", data, *self.operands[1:], "-o", f"want-{output}")
                self.ok("scatter", data, *self.operands[1:], "--memory", "1K", "-o", output)
                self.assertEqual(self.read(output), self.read(f"want-{output}"), (data, output))
        self.ok("scatter", "t.safetensors:t", *self.operands[1:], "--memory", "1K", "--in-place")
        self.assertEqual(self.read("t.safetensors"),
                         tensors({"a": ("U8", [3], b"abc"), "t": ("F32", extents, self.read("o.bin"))}))

    def test_another_type(self):
        body = self.read("data.npy")[-4 * self.ROWS * self.WIDTH:]
        self.write("records.npy", npy_io.header("'|V2'", [2 * self.ROWS, self.WIDTH]) + body)
        self.write("new2.npy", npy_io.header("'|V2'", [2, self.WIDTH]) + body[:12])
        self.array("two.npy", "i4", [2], [7, 7])
        how = ("scatter", "records.npy", "two.npy", "new2.npy", "--dtype", "bf16", "--reduction", "add")
        self.ok(*how, "-o", "want.safetensors")
        self.ok(*how, "--memory", "1K", "-o", "got.safetensors")
        self.assertEqual(self.read("got.safetensors"), self.read("want.safetensors"))
        self.assertIn(b"BF16", self.read("got.safetensors"))

    def test_what_is_said(self):
        told = json.loads(self.ok("scatter", *self.operands, "--memory", "1K", "-o", "o.npy", "--json"))
        self.assertEqual((told["status"], told["output"]["extents"], told["positions"]), ("ok", [600, 3], 900))
        self.assertIn(b"would write", self.ok("scatter", *self.operands, "--memory", "1K", "--dry-run"))
        self.array("none.npy", "i8", [0], [])
        self.array("no.npy", "f4", [0, 3], [])
        self.ok("scatter", "data.npy", "none.npy", "no.npy", "--memory", "1K", "-o", "o.npy")
        self.assertEqual(self.read("o.npy"), self.read("data.npy"))

    def test_a_folder_for_the_updates(self):
        os.mkdir(self.path("room"))
        self.ok("scatter", *self.operands, "--memory", "1K", "--folder", "room", "-o", "o.npy")
        self.assertEqual(os.listdir(self.path("room")), [])

    def test_a_mark(self):
        before = self.read("data.npy")
        for _ in range(2):
            self.ok("scatter", *self.operands, "--reduction", "add", "--memory", "1K", "--in-place", "--done", "done")
            self.assertNotEqual(self.read("data.npy"), before)
            after = self.read("data.npy")
        self.assertEqual(self.read("data.npy"), after)
        self.ok("scatter", *self.operands, "--reduction", "add", "--memory", "1K", "--in-place")
        self.assertNotEqual(self.read("data.npy"), after)


class Refused(MemoryCase):
    def refused_scatter(self, code, text, *more, operands=None):
        lines = self.refused(code, "scatter", *(operands or self.operands), "--memory", "1K", *more)
        self.assertIn(text, lines[0])

    def test_options(self):
        to = ("-o", "o.npy")
        for more, named in ((("--axis", "1"), "--axis"), (("--duplicates", "error"), "--duplicates"),
                            (("--batch-dims", "1"), "--batch-dims"), (("--out-of-bounds", "assume"), "assume")):
            self.refused_scatter(2, named, *more, *to)
        self.refused_scatter(2, "standard output", "-o", "-")
        self.refused_scatter(2, "standard input", *to, operands=("-", *self.operands[1:]))
        self.refused_scatter(2, "--done is only used with --in-place", "--done", "x", *to)
        self.refused_scatter(2, "--in-place makes none", "--folder", ".", "--in-place")
        self.assertIn("'1X' is not a number of bytes",
                      self.refused(2, "scatter", *self.operands, "--memory", "1X", *to)[0])
        self.assertIn("only used with --memory", self.refused(2, "scatter", *self.operands, "--done", "x", *to)[0])
        self.assertIn("gather has no option --memory", self.refused(2, "gather", "data.npy", "at.npy", "--memory", "1", *to)[0])

    def test_files(self):
        to = ("-o", "o.npy")
        self.array("f.npy", "f4", [self.ROWS, self.WIDTH], [0] * (self.ROWS * self.WIDTH), fortran=True)
        self.refused_scatter(4, "f.npy: cannot be used in parts: its elements are in Fortran", *to,
                             operands=("f.npy", *self.operands[1:]))
        self.write("t.npz", archive({"t": self.read("data.npy")}))
        self.refused_scatter(4, "t.npz: cannot be used in parts: its elements are deflated", *to,
                             operands=("t.npz", *self.operands[1:]))
        self.refused_scatter(2, "a .npz file is not written in parts", "-o", "o.npz")
        self.write("t.data", self.read("data.npy")[-4 * self.ROWS * self.WIDTH:])
        self.write("t.pb", onnx_tensor(1, [self.ROWS, self.WIDTH], external={"location": "t.data"}))
        self.refused_scatter(2, "its elements are in another file", "--in-place", operands=("t.pb", *self.operands[1:]))
        self.write("s.npy", self.read("new.npy")[:-4])
        self.refused_scatter(4, "s.npy: the file is cut short", *to, operands=("data.npy", "at.npy", "s.npy"))
        self.write("l.npy", self.read("new.npy") + b"1234")
        self.refused_scatter(4, "l.npy: bytes follow the array", *to, operands=("data.npy", "at.npy", "l.npy"))
        self.refused_scatter(4, "its directory cannot be opened", "-o", "nowhere/o.npy")

    def test_bad_indices(self):
        before = self.read("data.npy")
        self.array("bad.npy", "i8", [900], [0] * 700 + [600] + [-601] * 199)
        self.array("flat.npy", "f4", [900, 3], [1] * 2700)
        for more in (("-o", "o.npy"), ("--in-place",)):
            self.refused_scatter(3, "bad.npy: position 700: component 0 is 600, outside [-600, 599]", *more,
                                 operands=("data.npy", "bad.npy", "flat.npy"))
        self.assertEqual(self.read("data.npy"), before)

    @unittest.skipIf(cli_case.ONE_IN != 1, "the check of virtual tables opens descriptors itself, and reports if it cannot")
    def test_files_that_cannot_be_opened(self):
        """Whichever is refused, files of the working folder that bear the names of a scatter's own stay what they are."""
        names = ("runs", "journal.0", "journal.1", "plan.new")
        for name in names:
            self.write(name, b"mine")
        for most in range(4, 16):
            limit = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (most, most))
            done = self.run_strew("scatter", *self.operands, "--memory", "1K", "--in-place", preexec_fn=limit)
            self.assertEqual([self.read(name) for name in names], [b"mine"] * len(names), done.stderr)
            self.assertEqual(os.path.exists(self.path(".data.npy.strew")), b"recover" in done.stderr, done.stderr)
        self.assertEqual(done.returncode, 0)


class Recovers(MemoryCase):
    """A table whose scatter was killed is as before or as after it, once it is recovered."""
    ROWS, WIDTH, COUNT = 6000, 64, 3000

    def kill_one(self, seconds):
        self.write("place.npy", self.read("data.npy"))
        child = self.start("scatter", "place.npy", *self.operands[1:], "--reduction", "add", "--memory", "64K", "--in-place")
        time.sleep(seconds)
        child.kill()
        child.communicate()
        is_left = os.path.exists(self.path(".place.npy.strew"))
        if is_left:
            lines = self.refused(4, "scatter", "place.npy", *self.operands[1:], "--in-place")
            self.assertIn("was not completed", lines[0])
            self.assertIn("strew recover place.npy", lines[1])
        found = json.loads(self.ok("recover", "place.npy", "--json"))
        self.assertFalse(os.path.exists(self.path(".place.npy.strew")))
        self.assertIn(self.read("place.npy"), [self.read("data.npy"), self.read("want.npy")])
        return found["completed"]

    def test_kill(self):
        self.ok("scatter", *self.operands, "--reduction", "add", "-o", "want.npy")
        begun = time.monotonic()
        self.write("place.npy", self.read("data.npy"))
        self.ok("scatter", "place.npy", *self.operands[1:], "--reduction", "add", "--memory", "64K", "--in-place")
        seconds = time.monotonic() - begun
        draw = random.Random(7)
        completed = [self.kill_one(draw.uniform(0, seconds)) for _ in range(max(24 // cli_case.ONE_IN, 6))]
        if cli_case.ONE_IN == 1:
            self.assertTrue(any(completed), "no kill came between the writes")

    def test_nothing_to_do(self):
        self.assertEqual(self.run_strew("recover", "data.npy").stderr, b"there is nothing to complete\n")
        self.assertEqual(self.ok("recover", "data.npy", "--quiet"), b"")
        os.mkdir(self.path(".data.npy.strew"))
        self.assertIn("was not completed", self.refused(4, "recover", "data.npy", "--dry-run")[0])
        self.ok("recover", "data.npy", "--quiet")
        self.assertFalse(os.path.exists(self.path(".data.npy.strew")))


if __name__ == "__main__":
    cli_case.main()
