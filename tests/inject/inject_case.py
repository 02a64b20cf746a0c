"""What the tests of failures share: the preloaded library that makes a call fail, and what must hold afterwards.

STREW_CLI is the program. With STREW_INJECT_ALL=1 (`make inject`) every case is tried instead of a sample."""
import errno
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import npy_io  # noqa: E402
from cli_case import ONE_IN  # noqa: E402, F401

PROGRAM = pathlib.Path(os.environ.get("STREW_CLI", "")).resolve()
ALL = os.environ.get("STREW_INJECT_ALL") == "1"
LEFT_OVER = re.compile(r"\.strew-[0-9a-f]{16}\.tmp")
RESOURCES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.ENOMEM, errno.EMFILE, errno.ENFILE}
ROWS, WIDTH = 4000, 16


def can_give_away():
    """Whether a file can be another user's: root in a namespace of its own may know no other user."""
    with tempfile.NamedTemporaryFile(prefix="strew-inject-") as file:
        try:
            os.chown(file.name, 54321, 54321)
        except OSError:
            return False
    return True


OLD_MODE = 0o640
OWN = (os.geteuid(), os.getegid())
OLD_OWNER = (54321, 54321) if can_give_away() else OWN


def is_sanitized():
    """A sanitizer has a malloc of its own, and its runtime wants to be the first library."""
    return PROGRAM.is_file() and b"__asan_init" in PROGRAM.read_bytes()


def compiler():
    return next(found for found in map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang-14")) if found)


class Outcome:
    def __init__(self, done, struck):
        self.code, self.stdout, self.stderr, self.struck = done.returncode, done.stdout, done.stderr.decode(), struck


class InjectCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tools = tempfile.TemporaryDirectory(prefix="strew-inject-")
        cls.addClassCleanup(cls.tools.cleanup)
        cls.shim = os.path.join(cls.tools.name, "shim.so")
        subprocess.run([compiler(), "-std=gnu11", "-O1", "-shared", "-fPIC", HERE / "shim.c", "-o", cls.shim],
                       check=True)

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="strew-inject-")
        self.addCleanup(self.folder.cleanup)
        table = npy_io.array("f4", (ROWS, WIDTH), [n % 1021 for n in range(ROWS * WIDTH)])
        places = npy_io.array("i8", (ROWS, 1), [n * 7 % ROWS for n in range(ROWS)])
        self.inputs = {"table.npy": table, "places.npy": places, "old.npy": b"what was there before"}
        for name in self.inputs:
            self.restore(name)
        self.run_with(None, "gather-nd", "table.npy", "places.npy", "-o", "new.npy")
        self.new = self.read("new.npy")
        os.unlink(self.path("new.npy"))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def restore(self, name):
        """What is replaced has another mode and, where root runs this, another owner than a new file: both are kept."""
        with open(self.path(name), "wb") as file:
            file.write(self.inputs[name])
        if name == "old.npy":
            os.chown(self.path(name), *OLD_OWNER)
            os.chmod(self.path(name), OLD_MODE)

    def expect_kept(self, context):
        found = os.stat(self.path("old.npy"))
        self.assertEqual((found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)), (*OLD_OWNER, OLD_MODE), context)

    def run_with(self, plan, *arguments, **more):
        """Runs the program with this plan of the shim; None is without it."""
        environment = dict(os.environ)
        reader, writer = os.pipe()
        if plan is not None:
            environment.update(LD_PRELOAD=self.shim, STREW_INJECT=plan, STREW_INJECT_NOTE=str(writer))
        with os.fdopen(reader, "rb") as notes:
            try:
                done = subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, env=environment, timeout=120,
                                      pass_fds=[writer], check=False, stderr=subprocess.PIPE,
                                      **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **more})
            finally:
                os.close(writer)
            return Outcome(done, len(notes.read()))

    def left_overs(self):
        known = set(self.inputs)
        return [name for name in os.listdir(self.folder.name) if name not in known]

    def expect_sentence(self, outcome, context):
        """A failure is told in a line of the program's; nothing says that it crashed."""
        self.assertGreaterEqual(outcome.code, 0, context)
        if outcome.code != 0:
            self.assertRegex(outcome.stderr, r"(?m)^strew: .+", context)
            self.assertNotIn("terminate called", outcome.stderr, context)

    def expect_old_or_new(self, outcome, context):
        """The destination is whole: the new one after success, the old or the new one after a failure."""
        found = self.read("old.npy")
        if outcome.code == 0:
            self.assertTrue(found == self.new, f"{context}: success, and the destination is not the new file")
        self.assertIn(found, (self.inputs["old.npy"], self.new), context)
        self.expect_kept(context)
        self.assertEqual(self.left_overs(), [], context)


def main():
    if not PROGRAM.is_file():
        sys.exit(f"{os.path.basename(sys.argv[0])}: STREW_CLI names no program")
    unittest.main()
