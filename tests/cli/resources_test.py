#!/usr/bin/env python3
"""Outputs that cannot be written, limits, closed descriptors, signals."""
import os
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import PROGRAM, UntouchedCase  # noqa: E402


class Resources(UntouchedCase):
    def test_output_that_cannot_be_written(self):
        for name in ("none/out.npy", ".", "/proc/self/out.npy"):
            self.refused(4, "gather-nd", "data.npy", "ix.npy", "-o", name)

    def test_full_device(self):
        # As the standard output and never by its name: a defect, run by root, would put a file in the device's place.
        for arguments in (["gather-nd", "data.npy", "ix.npy", "-o", "-"], ["inspect", "data.npy"],
                          ["gather-nd", "data.npy", "ix.npy", "--dry-run"], ["explain", "gather-nd", "data.npy", "ix.npy"],
                          ["--help"], ["gather-nd", "data.npy", "ix.npy", "--dry-run", "--json"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], cwd=self.folder.name, stdout=full,
                                      stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 5, arguments)
            self.assertIn(b"strew: standard output: cannot be written: No space left", done.stderr)

    def test_file_size_limit(self):
        self.array("data.npy", "i4", [5, 1000], [7] * 5000)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
        lines = self.gather(5, preexec_fn=limit)
        self.assertIn("out.npy", lines[0])

    def test_memory_limit(self):
        self.write("data.npy", npy_io.header("'|V1000000'", [1]) + bytes(1000000))
        self.array("ix.npy", "u1", [2000, 1], [0] * 2000)
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (10**9, resource.RLIM_INFINITY))
        if self.run_strew("--version", preexec_fn=limit).returncode != 0:
            self.skipTest("a sanitizer maps more than the limit")
        self.assertIn("no memory for its 2000000000 bytes", self.gather(5, preexec_fn=limit)[0])

    def test_output_of_more_bytes_than_63_bits_count(self):
        self.write("data.npy", npy_io.header("'|u1'", [1, 0, 2**40, 2**40]))
        self.array("ix.npy", "u1", [1, 1], [0])
        self.gather(3)

    def test_standard_descriptors_closed(self):
        def close(*numbers):
            return lambda: [os.close(number) for number in numbers]
        self.refused(4, "inspect", "-", preexec_fn=close(0), stdin=None)
        done = self.run_strew("inspect", "data.npy", preexec_fn=close(1))
        self.assertEqual(done.returncode, 4)
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "-", preexec_fn=close(0, 1, 2))
        self.assertEqual(done.returncode, 4)
        done = self.run_strew("gather-nd", "data.npy", "nothing.npy", "-o", "out.npy", preexec_fn=close(2))
        self.assertEqual(done.returncode, 4)
        self.assertEqual(npy_io.values(self.read("data.npy"))[1], list(range(5)))

    def test_files_never_get_a_standard_descriptor(self):
        os.mkfifo(self.path("pipe"))
        child = subprocess.Popen([PROGRAM, "inspect", "pipe"], cwd=self.folder.name,
                                 preexec_fn=lambda: [os.close(number) for number in (0, 1, 2)])
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        self.wait_until_open_blocks(child.pid)
        targets = [os.readlink(f"/proc/{child.pid}/fd/{number}") for number in (0, 1, 2)]
        self.assertEqual(targets, ["/dev/null"] * 3)

    def test_reader_of_the_output_that_left(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run([PROGRAM, "gather-nd", "data.npy", "ix.npy", "-o", "-"], cwd=self.folder.name,
                              stdout=write_end, stderr=subprocess.PIPE, check=False)
        os.close(write_end)
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"Broken pipe", done.stderr)

    def test_interrupt_ends_by_the_signal_and_leaves_nothing(self):
        os.mkfifo(self.path("pipe"))
        for number in (signal.SIGINT, signal.SIGTERM):
            for feed in (False, True):
                before = sorted(os.listdir(self.folder.name))
                child = subprocess.Popen([PROGRAM, "gather-nd", "pipe", "ix.npy", "-o", "out.npy"],
                                         cwd=self.folder.name, stderr=subprocess.PIPE)
                self.addCleanup(child.kill)
                writer = None
                if feed:
                    writer = os.open(self.path("pipe"), os.O_WRONLY)
                    os.write(writer, b"\x93NUMPY")
                else:
                    self.wait_until_open_blocks(child.pid)
                time.sleep(0.1)
                child.send_signal(number)
                _, messages = child.communicate(timeout=30)
                if writer is not None:
                    os.close(writer)
                self.assertEqual(child.returncode, -number, messages)
                self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def wait_until_open_blocks(self, pid):
        """Handlers are set before files are opened: wait until the process sleeps."""
        for _ in range(200):
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "S":
                    return
            time.sleep(0.01)


if __name__ == "__main__":
    cli_case.main()
