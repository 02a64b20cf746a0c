#!/usr/bin/env python3
"""The demo: it runs, its numbers are those of plain loops in this file, and it fails where a number differs."""
import collections
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402

DEMO = pathlib.Path(__file__).resolve().parents[2] / "examples/run-demo"
SAMPLES = pathlib.Path("/usr/share/matplotlib/mpl-data/sample_data")
TAMPER = """#!/bin/sh
'{program}' "$@" || exit
for word in "$@"; do
  case $word in {file}) printf '\\007' | dd of="$word" bs=1 seek=140 conv=notrunc status=none ;; esac
done
"""


def run_demo(build):
    return subprocess.run([DEMO, build], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200)


def make_build(folder):
    """A build folder with the programs of the real one, but an output of its own."""
    build, real = pathlib.Path(folder), pathlib.Path(os.path.abspath(cli_case.PROGRAM))
    (build / "examples").symlink_to(real.parent / "examples")
    (build / "strew").symlink_to(real)
    return build


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="strew-demo-")
        cls.build = make_build(cls.folder.name)
        cls.done = run_demo(cls.build)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def array(self, name):
        return npy_io.values((self.build / "demo" / name).read_bytes())

    def test_it_runs(self):
        text = self.done.stdout.decode()
        self.assertEqual(self.done.returncode, 0, text)
        self.assertEqual(text.count("the same to the byte"), 11, text)

    def test_the_pictures(self):
        for name, least in (("dominant_colours.png", 1000), ("painting.png", 500), ("relief.png", 1500)):
            head = (self.build / "demo" / name).read_bytes()[:24]
            self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
            self.assertGreaterEqual(struct.unpack(">I", head[16:20])[0], least)

    def test_centres_are_the_means_of_their_points(self):
        (_, points), (_, labels), (_, centres) = map(self.array, ("points.npy", "labels.npy", "centres.npy"))
        sums, counts = [0.0] * 24, [0] * 8
        for i, label in enumerate(labels):
            counts[label] += 1
            for c in range(3):
                sums[3 * label + c] += points[3 * i + c]
        self.assertEqual(centres, [sums[i] / counts[i // 3] for i in range(24)])
        by_size = collections.Counter(self.array("cpp_labels.npy")[1])
        self.assertEqual(sorted(counts, reverse=True), [by_size[i] for i in range(8)])

    def test_counts_and_skylines(self):
        heights = struct.unpack("<138632h", (self.build / "demo/elevation.npy").read_bytes()[-2 * 344 * 403:])
        counted = collections.Counter(heights)
        self.assertEqual(self.array("height_counts.npy")[1], [counted[metres] for metres in range(1101)])
        rows = [heights[403 * r:403 * r + 403] for r in range(344)]
        self.assertEqual(self.array("skylines.npy"),
                         ((344, 26), [max(row[b:b + 16]) for row in rows for b in range(0, 403, 16)]))

    def test_it_fails_where_a_byte_differs(self):
        for file in ("scatter_nd.output.npy", "cli_labels.npy", "skylines.npy"):
            with tempfile.TemporaryDirectory(prefix="strew-demo-") as folder:
                build = make_build(folder)
                program = os.readlink(build / "strew")
                (build / "strew").unlink()
                (build / "strew").write_text(TAMPER.format(program=program, file=file))
                (build / "strew").chmod(0o755)
                done = run_demo(build)
            self.assertNotEqual(done.returncode, 0, file)
            self.assertIn(file, done.stdout.decode().splitlines()[-1])


def is_ready():
    programs = [pathlib.Path(cli_case.PROGRAM).parent / "examples" / name for name in ("dominant_colours", "relief")]
    return all(map(os.path.exists, programs)) and (SAMPLES / "grace_hopper.jpg").exists() and shutil.which("unzip")


if __name__ == "__main__":
    if not is_ready():
        print("the example programs, python-matplotlib-data or unzip are missing")
        sys.exit(77)
    cli_case.main()
