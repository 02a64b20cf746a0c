#!/usr/bin/env python3
"""The program is killed: at both ends of every call that touches a file, and at random moments. The destination is the
old file or the new one, whole; at most one temporary file is left, of the name that docs/failures.md tells."""
import os
import random
import signal
import stat
import subprocess
import time

from inject_case import ALL, LEFT_OVER, OLD_MODE, OLD_OWNER, ONE_IN, PROGRAM, ROWS, WIDTH, InjectCase, main, npy_io

GATHER = ("gather-nd", "table.npy", "places.npy", "-o", "old.npy")
KILLS = 1000 if ALL else 200 // ONE_IN


class Kill(InjectCase):
    def expect_whole(self, context):
        """Removes what was left over and returns whether the destination is new."""
        left = self.left_overs()
        self.assertLessEqual(len(left), 1, context)
        for name in left:
            self.assertRegex(name, LEFT_OVER, context)
            self.expect_closed(name, context)
            os.unlink(self.path(name))
        found = self.read("old.npy")
        self.assertIn(found, (self.inputs["old.npy"], self.new), context)
        self.expect_kept(context)
        return found == self.new

    def expect_closed(self, name, context):
        """It shows its bytes to nobody who could not read those of the old file."""
        found = os.stat(self.path(name))
        mode = stat.S_IMODE(found.st_mode)
        self.assertTrue(mode & 0o077 == 0 or (found.st_gid == OLD_OWNER[1] and mode == OLD_MODE), f"{context}: {mode:o}")

    def test_around_every_call(self):
        seen = set()
        for call in ("open", "read", "write", "fallocate", "fsync", "close", "rename", "stat", "access", "chown", "chmod", "acl", "dup"):
            for moment in ("before", "after"):
                for number in range(1, 100):
                    self.restore("old.npy")
                    outcome = self.run_with(f"{call}:{number}:{moment}", *GATHER)
                    if outcome.struck == 0:
                        self.assertEqual(outcome.code, 0)
                        break
                    self.assertEqual(outcome.code, -signal.SIGKILL)
                    seen.add(self.expect_whole(f"{moment} {call} {number}"))
        self.assertEqual(seen, {False, True})

    def larger_inputs(self):
        """A run of some milliseconds, most of them spent writing."""
        many = ROWS * 16
        self.inputs["places.npy"] = npy_io.array("i8", (many, 1), [n * 7 % ROWS for n in range(many)])
        self.restore("places.npy")
        begin = time.monotonic()
        self.assertEqual(self.run_with(None, *GATHER).code, 0)
        took = time.monotonic() - begin
        self.new = self.read("old.npy")
        self.assertGreater(len(self.new), many * WIDTH * 4)
        return took

    def test_at_random_moments(self):
        took = self.larger_inputs()
        draw = random.Random(5)
        news = killed = 0
        for number in range(KILLS):
            self.restore("old.npy")
            with subprocess.Popen([PROGRAM, *GATHER], cwd=self.folder.name, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as process:
                time.sleep(draw.uniform(0, 1.2 * took))
                process.kill()
                killed += process.wait() == -signal.SIGKILL
            news += self.expect_whole(f"kill {number}")
        self.assertGreater(killed, KILLS // 10)
        self.assertLess(news, KILLS)


if __name__ == "__main__":
    main()
