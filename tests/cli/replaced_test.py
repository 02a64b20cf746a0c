#!/usr/bin/env python3
"""An output that takes the place of a file."""
import json
import os
import stat
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import PROGRAM, CliCase  # noqa: E402


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

    def expect_refused(self, reason, *more, **keywords):
        """Refused with that reason, and --force does it."""
        before, mode = self.read("out.npy"), self.mode()
        arguments = ["gather-nd", "data.npy", "ix.npy", "-o", "out.npy"]
        lines = self.refused(4, *arguments, *more, **keywords)
        self.assertEqual(lines, [f"strew: out.npy: {reason}", "hint: --force replaces it all the same"])
        self.assertEqual((self.read("out.npy"), self.mode()), (before, mode))
        self.assertEqual(self.ok(*arguments, *more, "--force", **keywords), b"")
        self.assertEqual(self.output(), ([2], [0, 4]))
        self.assertEqual(self.mode(), mode)

    def test_a_read_only_file(self):
        """For root too, whom the system lets write everything."""
        for mode in (0o444, 0o400, 0o555):
            self.old(mode)
            self.expect_refused(f"is read-only (mode {mode:04o})")
            os.unlink(self.path("out.npy"))

    def test_a_read_only_file_behind_a_link(self):
        self.write("real.npy", b"as it was")
        os.chmod(self.path("real.npy"), 0o444)
        os.symlink("real.npy", self.path("out.npy"))
        self.refused(4, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.assertEqual(self.read("real.npy"), b"as it was")
        self.gather("--force")
        self.assertEqual(self.mode("real.npy"), 0o444)

    @unittest.skipIf(os.geteuid() != 0, "only root can become another user")
    def test_a_file_of_another_user(self):
        self.old(0o644)
        user = {"user": 65534, "group": 65534, "extra_groups": []}
        try:
            os.chown(self.folder.name, 65534, 65534)
            subprocess.run(["test", "-x", PROGRAM], cwd=self.folder.name, check=True, **user)
        except (OSError, subprocess.CalledProcessError) as refused:
            self.skipTest(f"nobody else can be had here: {refused}")
        self.expect_refused("is read-only for this user (mode 0644)", **user)
        self.assertEqual(os.stat(self.path("out.npy")).st_uid, 65534)

    def test_a_file_of_several_names(self):
        """A rename takes one name away from the others, which keep the old file."""
        self.old(0o640)
        for count, other in ((2, "other.npy"), (3, "third.npy")):
            os.link(self.path("out.npy"), self.path(other))
            lines = self.refused(4, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
            self.assertIn(f"has {count} names", lines[0])
        self.expect_refused("has 3 names (hard links), and the others would keep the old content")
        for other in ("other.npy", "third.npy"):
            self.assertEqual((self.read(other), self.mode(other)), (b"as it was", 0o640))
        self.assertEqual(os.stat(self.path("other.npy")).st_nlink, 2)

    def test_a_file_of_several_names_behind_a_link(self):
        self.write("real.npy", b"as it was")
        os.link(self.path("real.npy"), self.path("other.npy"))
        os.symlink("real.npy", self.path("out.npy"))
        self.refused(4, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy")
        self.gather("--force")
        self.assertTrue(os.path.islink(self.path("out.npy")))
        self.assertEqual(self.output("real.npy"), ([2], [0, 4]))
        self.assertEqual(self.read("other.npy"), b"as it was")

    def test_every_operator_asks_first(self):
        """Before it reads, and in a dry run too: nobody waits for a refusal."""
        self.old(0o444)
        for command in ("gather", "gather-elements", "gather-nd", "scatter", "scatter-elements", "scatter-nd",
                        "tensor-scatter"):
            operands = ["none.npy"] * (2 if command.startswith(("gather", "tensor")) else 3)
            for more in ([], ["--dry-run"]):
                lines = self.refused(4, command, *operands, "-o", "out.npy", *more)
                self.assertTrue(lines[0].startswith("strew: out.npy: is read-only"), lines)
            lines = self.refused(4, command, *operands, "-o", "out.npy", "--force")
            self.assertTrue(lines[0].startswith("strew: none.npy: "), lines)

    def test_refusal_as_json(self):
        self.old(0o444)
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--json")
        error = json.loads(done.stdout)
        self.assertEqual((done.returncode, error["exit_code"], error["kind"], error["file"]), (4, 4, "file", "out.npy"))
        self.assertIn("--force", error["hint"])


if __name__ == "__main__":
    cli_case.main()
