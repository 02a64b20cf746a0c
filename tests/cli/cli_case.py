"""What the tests of the command line share. The program is the first argument or, without one, $STREW_CLI."""
import os
import subprocess
import sys
import tempfile
import unittest

import npy_io

PROGRAM = os.environ.get("STREW_CLI", "")
if len(sys.argv) > 1 and os.path.exists(sys.argv[1]):
    PROGRAM = os.path.abspath(sys.argv.pop(1))


# Under the sanitizers, where the program takes 20 times as long to start, tests that start it very often try one in so
# many of their values.
ONE_IN = int(os.environ.get("STREW_ONE_IN", "1"))


class CliCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="strew-cli-")
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def array(self, name, code, shape, values, **more):
        self.write(name, npy_io.array(code, shape, values, **more))

    def run_strew(self, *arguments, **more):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, timeout=60, stderr=subprocess.PIPE,
                              **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **more})

    def ok(self, *arguments, **more):
        done = self.run_strew(*arguments, **more)
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""), arguments)
        return done.stdout

    def refused(self, code, *arguments, **more):
        """Runs, expects the exit code, and returns the lines of the standard error. Output files must not change."""
        before = sorted(os.listdir(self.folder.name))
        done = self.run_strew(*arguments, **more)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        self.assertEqual(sorted(os.listdir(self.folder.name)), before)
        lines = done.stderr.decode().splitlines()
        self.assertTrue(lines[0].startswith("strew: "), lines)
        return lines

    def terminal(self):
        """Both ends of a terminal, as files that are closed after the test; skips it where none can be made."""
        try:
            ends = os.openpty()
        except OSError as refused:  # a root without /dev/pts
            self.skipTest(f"no terminal can be made here: {refused}")
        for end in ends:
            self.addCleanup(os.close, end)
        return ends

    def output(self, name="out.npy"):
        shape, values = npy_io.values(self.read(name))
        return list(shape), values


class UntouchedCase(CliCase):
    """Operands that work, and an output file that every test must leave as it was."""

    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [5], range(5))
        self.array("ix.npy", "i8", [2, 1], [0, 4])
        self.write("out.npy", b"as it was")

    def tearDown(self):
        self.assertEqual(self.read("out.npy"), b"as it was")

    def gather(self, code, *more, **keywords):
        return self.refused(code, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy", *more, **keywords)


def main():
    if not PROGRAM:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} PROGRAM")
    unittest.main()
