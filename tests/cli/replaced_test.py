#!/usr/bin/env python3
"""An output that takes the place of a file."""
import os
import stat
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402


class Replaced(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [5], range(5))
        self.array("ix.npy", "i8", [2, 1], [0, 4])

    def old(self, mode):
        self.write("out.npy", b"as it was")
        os.chmod(self.path("out.npy"), mode)

    def mode(self, name="out.npy"):
        return stat.S_IMODE(os.lstat(self.path(name)).st_mode)

    def gather(self, *more, **keywords):
        self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", *more, **keywords)
        self.assertEqual(self.output(), ([2], [0, 4]))

    def test_mode_is_kept_whatever_the_umask(self):
        for mode in (0o600, 0o640, 0o644, 0o666, 0o755):
            for mask in (0, 0o022, 0o077):
                self.old(mode)
                self.gather(preexec_fn=lambda now=mask: os.umask(now))
                self.assertEqual(self.mode(), mode, f"umask {mask:o}")

    def test_a_new_file_follows_the_umask(self):
        for mask in (0, 0o022, 0o077):
            self.gather(preexec_fn=lambda now=mask: os.umask(now))
            self.assertEqual(self.mode(), 0o666 & ~mask)
            os.unlink(self.path("out.npy"))

    def test_a_link_stays_and_its_file_keeps_its_mode(self):
        self.old(0o600)
        os.rename(self.path("out.npy"), self.path("real.npy"))
        os.symlink("real.npy", self.path("out.npy"))
        self.gather()
        self.assertEqual(os.readlink(self.path("out.npy")), "real.npy")
        self.assertEqual(self.mode("real.npy"), 0o600)


if __name__ == "__main__":
    cli_case.main()
