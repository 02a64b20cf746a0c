#!/usr/bin/env python3
"""Every call that touches a file fails once: a sentence, an exit code, and a destination that is whole."""
import errno
import os
import resource
import stat
import subprocess
import tempfile
import unittest
from unittest import mock

from inject_case import OLD_MODE, OLD_OWNER, OWN, PROGRAM, RESOURCES, ROWS, InjectCase, main, npy_io

GATHER = ("gather-nd", "table.npy", "places.npy", "-o", "old.npy")
CALLS = {"open", "read", "write", "fsync", "close", "rename", "fallocate", "stat", "seek", "chown", "chmod", "acl",
         "access", "dup", "map"}
# Calls whose failure may pass unnoticed: nothing was lost.
FORGIVEN = {"close", "fallocate", "seek", "map"}


class Files(InjectCase):
    def sweep(self, call, failure, arguments, **more):
        """Lets the first, the second, ... call fail until there is none left; yields each outcome."""
        for number in range(1, 200):
            for name in self.inputs:
                self.restore(name)
            outcome = self.run_with(f"{call}:{number}:{failure}", *arguments, **more)
            context = f"{call} {number} {failure} of {arguments[0]}: {outcome.code}, {outcome.stderr}"
            self.expect_sentence(outcome, context)
            if outcome.struck == 0:
                self.assertEqual(outcome.code, 0, context)
                return
            yield number, outcome, context
        self.fail(f"{call} is called without end")

    def expect_reason(self, call, number, outcome, context):
        """The exit code is that of the error, and the message says what happened to which file."""
        if outcome.code == 0:
            self.assertIn(call, FORGIVEN, context)
            return
        self.assertEqual(outcome.code, 5 if number in RESOURCES else 4, context)
        self.assertIn(os.strerror(number), outcome.stderr, context)
        self.assertRegex(outcome.stderr, r"strew: (table\.npy|places\.npy|old\.npy|fresh\.npy|standard (in|out)put): ", context)

    def test_a_call_fails(self):
        seen = set()
        for call in CALLS:
            for number in (errno.EIO, errno.ENOSPC):
                for _, outcome, context in self.sweep(call, number, GATHER):
                    self.expect_reason(call, number, outcome, context)
                    self.expect_old_or_new(outcome, context)
                    seen.add(call)
        self.assertEqual(seen | ({"chown"} if OLD_OWNER == OWN else set()), CALLS)

    def test_what_fails_goes_on_failing(self):
        """As on a full disk. A temporary file that cannot be removed is named."""
        for call in ("write", "fsync", "rename"):
            for _, outcome, context in self.sweep(call, "28", GATHER):
                self.expect_old_or_new(outcome, context)
        outcome = self.run_with("write:1+:28", *GATHER)
        self.assertEqual(outcome.code, 5)
        self.expect_old_or_new(outcome, outcome.stderr)

    def test_a_temporary_file_that_stays_is_named(self):
        folder = self.folder.name
        os.chmod(folder, 0o700)
        # No call removes it: the message names it.
        for name in self.inputs:
            self.restore(name)
        outcome = self.run_with("unlink:1+:5", "gather-nd", "table.npy", "places.npy", "-o", "old.npy",
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(outcome.code, 5)
        left = self.left_overs()
        self.assertEqual(len(left), 1)
        self.assertIn(left[0], outcome.stderr)
        self.assertEqual(self.read("old.npy"), self.inputs["old.npy"])

    def test_several_files_are_all_new_or_none(self):
        """But where a later one cannot be looked at, or renamed, after the first was."""
        names = ("old.npy", "arg.npy", "count.npy")
        self.inputs |= {"arg.npy": b"an older one", "count.npy": b"and another",
                        "ids.npy": npy_io.array("i8", (ROWS,), [n % 5 for n in range(ROWS)])}
        self.restore("ids.npy")
        command = ("segment-reduce", "table.npy", "--segments", "ids.npy", "--reduction", "max", "-o", "old.npy",
                   "--arg", "arg.npy", "--count", "count.npy")
        self.assertEqual(self.run_with(None, *command).code, 0)
        new, failures = [self.read(name) for name in names], 0
        for call in ("open", "write", "fallocate", "chown", "chmod", "fsync", "rename", "stat"):
            for number, outcome, context in self.sweep(call, errno.EIO, command):
                is_new = [self.read(name) == made for name, made in zip(names, new, strict=True)]
                for name, whole in zip(names, is_new, strict=True):
                    self.assertTrue(whole or self.read(name) == self.inputs[name], context)
                if outcome.code == 0:
                    self.assertEqual(is_new, [True] * 3, context)
                self.assertEqual(is_new, sorted(is_new, reverse=True), context)
                if call not in ("fsync", "rename", "stat") or (call == "rename" and number == 1):
                    self.assertIn(is_new, ([True] * 3, [False] * 3), context)
                self.assertEqual(self.left_overs(), [], context)
                failures += outcome.code != 0
        self.assertGreater(failures, 20)

    def test_a_signal_interrupts_nothing(self):
        count = 0
        for call in ("open", "read", "write", "fsync", "close", "fallocate", "chown", "chmod"):
            for _, outcome, context in self.sweep(call, errno.EINTR, GATHER):
                self.assertEqual((outcome.code, outcome.stderr), (0, ""), context)
                self.expect_old_or_new(outcome, context)
                count += 1
        self.assertGreater(count, 15)

    def replaced(self, plan):
        """The owner, the group and the mode of a file that was replaced under this plan."""
        self.restore("old.npy")
        outcome = self.run_with(plan, *GATHER)
        self.assertEqual((outcome.code, outcome.stderr), (0, ""), plan)
        self.assertGreater(outcome.struck, 0, plan)
        self.assertTrue(self.read("old.npy") == self.new, plan)
        self.assertEqual(self.left_overs(), [], plan)
        found = os.stat(self.path("old.npy"))
        return found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)

    @unittest.skipIf(OLD_OWNER == OWN, "no file can be given away here")
    def test_an_owner_that_is_refused_closes_the_file(self):
        """The group is tried alone; without it neither the new group nor the old one, now others, may read."""
        for number in (errno.EPERM, errno.EINVAL, errno.ENOTSUP):
            self.assertEqual(self.replaced(f"chown:1:{number}"), (OWN[0], OLD_OWNER[1], OLD_MODE))
            self.assertEqual(self.replaced(f"chown:1+:{number}"), (*OWN, OLD_MODE & 0o700))

    def test_a_file_system_without_lists_keeps_the_mode(self):
        for number in (errno.ENOTSUP, errno.ENODATA, errno.ENOSYS):
            self.assertEqual(self.replaced(f"acl:1+:{number}"), (*OLD_OWNER, OLD_MODE))

    def test_an_access_control_list_that_cannot_be_looked_for_or_removed(self):
        outcomes = list(self.sweep("acl", errno.EIO, GATHER))
        self.assertEqual(len(outcomes), 4)  # of the old file, of the new one, of the old one again; none
        for _, outcome, context in outcomes:
            self.expect_reason("acl", errno.EIO, outcome, context)
        self.assertTrue(self.read("old.npy") == self.new)
        self.expect_old_or_new(outcome, "")

    def test_a_transfer_is_short(self):
        for call in ("read", "write"):
            for _, outcome, context in self.sweep(call, "short", GATHER):
                self.assertEqual((outcome.code, outcome.stderr), (0, ""), context)
                self.expect_old_or_new(outcome, context)

    def test_a_new_file_appears_whole_or_not_at_all(self):
        arguments = (*GATHER[:-1], "fresh.npy")
        for call in ("open", "write", "fsync", "rename", "stat", "dup"):
            for _, outcome, context in self.sweep(call, errno.EIO, arguments):
                self.expect_reason(call, errno.EIO, outcome, context)
                left = self.left_overs()
                self.assertIn(left, ([], ["fresh.npy"]), context)
                if left:
                    self.assertTrue(self.read("fresh.npy") == self.new, context)
                    os.unlink(self.path("fresh.npy"))

    def test_a_scatter_is_written_from_the_mapping_of_its_data(self):
        """Its input is looked at until the end."""
        arguments = ("scatter-nd", "table.npy", "places.npy", "table.npy", "-o", "fresh.npy")
        self.run_with(None, *arguments)
        whole = self.read("fresh.npy")
        os.unlink(self.path("fresh.npy"))
        for call in ("open", "read", "stat", "seek", "map", "write", "fsync", "rename"):
            for _, outcome, context in self.sweep(call, errno.EIO, arguments):
                self.expect_reason(call, errno.EIO, outcome, context)
                self.assertIn(self.left_overs(), ([], ["fresh.npy"]), context)
                if os.path.exists(self.path("fresh.npy")):
                    self.assertTrue(self.read("fresh.npy") == whole, context)
                    os.unlink(self.path("fresh.npy"))

    def made(self, plan, appearing=None, force=()):
        """The outcome where no file is in the beginning, and the bytes and the mode of what is there in the end."""
        if os.path.exists(self.path("fresh.npy")):
            os.unlink(self.path("fresh.npy"))
        with mock.patch.dict(os.environ, {} if appearing is None else {"STREW_INJECT_APPEAR": f"{appearing:o}"}):
            outcome = self.run_with(plan, *GATHER[:-1], "fresh.npy", *force)
        left = self.left_overs()
        self.assertIn(left, ([], ["fresh.npy"]), outcome.stderr)
        if not left:
            return outcome, None, None
        return outcome, self.read("fresh.npy"), stat.S_IMODE(os.stat(self.path("fresh.npy")).st_mode)

    def test_a_file_system_that_cannot_rename_without_replacing(self):
        for number in (errno.ENOSYS, errno.EINVAL):
            outcome, found, _ = self.made(f"rename:1:{number}")
            self.assertEqual((outcome.code, outcome.stderr, outcome.struck), (0, "", 1))
            self.assertTrue(found == self.new)

    def test_a_name_that_is_taken_is_looked_at_again(self):
        outcome, found, _ = self.made(f"rename:1:{errno.EEXIST}")
        self.assertEqual((outcome.code, outcome.stderr, outcome.struck), (0, "", 1))
        self.assertTrue(found == self.new)
        outcome, found, _ = self.made(f"rename:1+:{errno.EEXIST}")
        self.assertEqual((outcome.code, found), (4, None))
        self.assertGreater(outcome.struck, 1)
        self.assertIn("fresh.npy: cannot be put in its place: others change it again and again", outcome.stderr)

    def test_a_file_that_appears_right_before_the_rename(self):
        outcome, found, mode = self.made("none:1:none", 0o400)
        self.assertEqual((outcome.code, found, mode), (4, b"", 0o400))
        self.assertIn("fresh.npy: is read-only (mode 0400)", outcome.stderr)
        for appearing, force in ((0o400, ("--force",)), (0o640, ()), (0o600, ())):
            outcome, found, mode = self.made("none:1:none", appearing, force)
            self.assertEqual((outcome.code, outcome.stderr, mode), (0, "", appearing))
            self.assertTrue(found == self.new)

    def test_a_call_fails_when_a_file_appears(self):
        """Its mode is handed on after that of a new file was."""
        for call, least in (("fsync", 3), ("rename", 2), ("stat", 5), ("chmod", 2), ("acl", 3), ("access", 2),
                            ("close", 3)):
            for number in range(1, 100):
                outcome, found, mode = self.made(f"{call}:{number}:{errno.EIO}", 0o640)
                context = f"{call} {number}: {outcome.code}, {outcome.stderr}"
                self.expect_sentence(outcome, context)
                if outcome.struck == 0:
                    break
                self.expect_reason(call, errno.EIO, outcome, context)
                if outcome.code == 0 or found:
                    self.assertTrue((found, mode) == (self.new, 0o640), context)
            self.assertEqual((outcome.code, mode), (0, 0o640), context)
            self.assertTrue(found == self.new, context)
            self.assertGreater(number, least, context)

    def test_a_mode_that_cannot_be_closed_first(self):
        """Of a file system without modes: what counts is the mode in the end."""
        outcome, _, mode = self.made(f"chmod:1:{errno.EPERM}", 0o640)
        self.assertEqual((outcome.code, outcome.struck, mode), (0, 1, 0o640))
        outcome, found, _ = self.made(f"chmod:1+:{errno.EPERM}", 0o640)
        self.assertEqual((outcome.code, found), (4, b""))

    def expect_reason_of_stream(self, outcome, number, context):
        self.assertEqual(outcome.code, 5 if number in RESOURCES else 4, context)
        self.assertIn(os.strerror(number), outcome.stderr, context)

    def test_words_and_arrays_on_the_standard_output(self):
        for arguments in (("inspect", "table.npy", "--json"), ("inspect", "table.npy"), (*GATHER[:-1], "-"),
                          (*GATHER, "--json"), (*GATHER, "--dry-run"), ("explain", "gather-nd", *GATHER[1:3])):
            for number in (errno.EIO, errno.ENOSPC):
                for _, outcome, context in self.sweep("write", number, arguments):
                    self.expect_reason_of_stream(outcome, number, context)
                    self.expect_old_or_new(outcome, context) if "old.npy" in arguments else None

    def test_a_link_that_cannot_be_looked_at_stays_a_link(self):
        os.symlink("old.npy", self.path("link.npy"))
        self.inputs["link.npy"] = self.inputs["old.npy"]
        for _, outcome, context in self.sweep("stat", errno.EIO, (*GATHER[:-1], "link.npy")):
            self.assertTrue(os.path.islink(self.path("link.npy")), context)
            self.expect_old_or_new(outcome, context)

    def test_a_pipe_that_nobody_reads(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            outcome = self.run_with(None, *GATHER[:-1], "-", stdout=pipe)
        self.assertEqual(outcome.code, 4)
        self.assertIn("standard output: cannot be written: Broken pipe", outcome.stderr)

    def test_a_limit_on_the_size_of_files(self):
        for limit in (0, 100, 1000, len(self.new) - 1):
            outcome = self.run_with(None, *GATHER, preexec_fn=lambda size=limit: resource.setrlimit(
                resource.RLIMIT_FSIZE, (size, size)))
            self.assertEqual(outcome.code, 5, outcome.stderr)
            self.assertIn("File too large", outcome.stderr)
            self.assertEqual(self.read("old.npy"), self.inputs["old.npy"])
            self.expect_old_or_new(outcome, limit)

    def test_a_disk_that_is_full(self):
        """A file system of its own in memory, smaller than the output, seen by no other process."""
        with tempfile.TemporaryDirectory(prefix="strew-disk-") as disk:
            script = ('mount -t tmpfs -o size=128k strew "$1" || exit 99; cp old.npy "$1/old.npy" || exit 99; '
                      '"$2" gather-nd table.npy places.npy -o "$1/old.npy"; code=$?; ls -A "$1"; '
                      'cmp old.npy "$1/old.npy" || exit 98; exit $code')
            namespace = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
            try:
                done = subprocess.run([*namespace, "sh", "-c", script, "sh", disk, PROGRAM],
                                      cwd=self.folder.name, check=False, timeout=60, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            except FileNotFoundError:
                self.skipTest("no unshare here")
        if done.returncode in (1, 99) and b"strew:" not in done.stderr:
            self.skipTest(f"no file system can be mounted here: {done.stderr.decode().strip()}")
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(b"No space left on device", done.stderr)
        self.assertEqual(done.stdout.decode().split(), ["old.npy"])


if __name__ == "__main__":
    main()
