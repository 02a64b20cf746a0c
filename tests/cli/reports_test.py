#!/usr/bin/env python3
"""Version, help, results as JSON, dry runs, progress, explain."""
import json
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import PROGRAM, CliCase  # noqa: E402


class Reports(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [3, 4], range(12))
        self.array("ix.npy", "i8", [2, 1], [0, 2])
        self.array("up.npy", "i4", [2, 4], [1] * 8)

    def test_version_and_help(self):
        self.assertRegex(self.ok("--version").decode(), r"^strew \d+\.\d+\.\d+\n$")
        text = self.ok("--help").decode()
        for command in ("gather", "gather-elements", "gather-nd", "scatter", "scatter-elements", "scatter-nd",
                        "tensor-scatter", "segment-reduce", "segment-scan", "sddmm", "gather-block-quantized", "inspect", "explain"):
            self.assertIn(command, text)
            more = self.ok(command, "--help").decode()
            self.assertLess(max(len(line) for line in more.splitlines()), 121)
            self.assertEqual("--force" in more, "--output" in more, "what writes a file can be told to replace one")
        self.assertRegex(text, r"Exit codes:\n  0 +done\n")

    def test_json_result(self):
        result = json.loads(self.ok("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--json"))
        self.assertEqual((result["status"], result["operator"], result["dry_run"]), ("ok", "gather-nd", False))
        self.assertEqual(result["output"],
                         {"file": "out.npy", "dtype": "i32", "element_bytes": 4, "extents": [2, 4], "bytes": 32})
        self.assertEqual(result["positions"], 2)
        self.assertLessEqual({"read", "execute", "write"}, set(result["seconds"]))

    def test_dry_run_checks_and_writes_nothing(self):
        text = self.ok("scatter-nd", "data.npy", "ix.npy", "up.npy", "--dry-run", "-o", "out.npy").decode()
        self.assertTrue(text.startswith("would write out.npy: i32 [3, 4], 48 bytes\nplan: "), text)
        self.assertFalse(os.path.exists(self.path("out.npy")))
        result = json.loads(self.ok("gather-nd", "data.npy", "ix.npy", "--dry-run", "--json"))
        self.assertEqual((result["dry_run"], result["output"]["extents"]), (True, [2, 4]))
        self.array("ix.npy", "i8", [2, 1], [0, 3])
        self.refused(3, "gather-nd", "data.npy", "ix.npy", "--dry-run")

    def test_verbose_speaks_on_standard_error(self):
        done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "-v")
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertRegex(done.stderr.decode(), r"^plan: .*\nout\.npy: i32 \[2, 4\], 32 bytes; read ")

    def test_progress(self):
        for mode, expected in (("always", b"reading ix.npy\nreading data.npy\ngathering\nwriting out.npy\n"),
                               ("auto", b""), ("never", b"")):
            done = self.run_strew("gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--progress", mode)
            self.assertEqual((done.returncode, done.stderr), (0, expected), mode)

    def test_progress_on_a_terminal(self):
        for mode in ("always", "auto", "never"):
            terminal, device = self.terminal()
            arguments = [PROGRAM, "gather-nd", "data.npy", "ix.npy", "-o", "out.npy", "--progress", mode]
            done = subprocess.run(arguments, cwd=self.folder.name, stderr=device, check=False)
            os.write(device, b"end")
            seen = ""
            while not seen.endswith("end"):
                seen += os.read(terminal, 4096).decode()
            self.assertEqual(done.returncode, 0)
            if mode == "always":
                self.assertIn("gathering\r\x1b[K", seen)
                self.assertTrue(seen.endswith("writing out.npy\r\x1b[Kend"), repr(seen))
            else:
                self.assertEqual(seen, "end", "a short run shows no progress")

    def test_explain(self):
        text = self.ok("explain", "gather-nd", "data.npy", "ix.npy").decode()
        self.assertRegex(text, r"^in short     reads and writes \d+ bytes on 1 thread, in less than 1 us if all is in memory\n"
                               r"operator     gather_nd\ndata         i32 \[3, 4\]\n(.+\n)*output       i32 \[2, 4\]\n(.+\n)*"
                               r"bytes        \d+ to read and write\nestimate     1 thread, \d+ ns, by .+\nworkspace    \d+ bytes\nproblem      read .+\n$")
        text = json.loads(self.ok("explain", "scatter-nd", "data.npy", "ix.npy", "up.npy", "--reduction", "max", "--json"))
        self.assertIn("max", text["problem"])
        self.assertEqual((text["operands"]["output"], text["positions"]),
                         ({"dtype": "i32", "element_bytes": 4, "extents": [3, 4]}, 2))
        self.assertEqual(text["options"], "reduction max, out of bounds: error, negative indices: from_end")
        self.assertEqual(text["move"]["solvers"], ["rows"])
        self.assertEqual(list(text["move"]["refused"]), ["nop", "copy", "decoded", "segments", "collected", "dots", "buckets", "sorted", "private", "binned", "split", "grouped", "owned", "windows", "runs"])
        self.assertEqual(text["move"]["refused"]["runs"], "too few positions stand in a line")
        self.assertEqual(text["copy"]["solvers"], ["copy"])
        self.assertGreater(text["bytes"], 0)
        self.refused(3, "explain", "gather-nd", "data.npy", "data.npy", "--batch-dims", "2")

    def test_what_explain_expects(self):
        """The words, and that the time follows the numbers of the machine; the elements of these files are holes."""
        numbers = self.ok("tune", "--show").decode()
        slow = re.sub(r"(?m)^(stream_\w+|line_\w+|position|exchange|wake|handover)( +)([0-9.e+-]+)",
                      lambda m: f"{m[1]}{m[2]}{float(m[3]) * (0.01 if m[1].startswith('stream') else 100):.3f}", numbers)
        self.write("slow.tuning", slow.encode())
        times = []
        for rows, threads in ((1000, 1), (10**6, 1), (10**8, 1), (10**8, 2)):
            for name, code, shape, bytes_ in (("t.npy", "f4", [rows, 16], 64 * rows), ("i.npy", "i8", [rows], 8 * rows)):
                self.write(name, npy_io.header(f"'<{code}'", shape))
                os.truncate(self.path(name), os.path.getsize(self.path(name)) + bytes_)
            env = {**os.environ, "STREW_THREADS": str(threads)}
            found = json.loads(self.ok("explain", "gather", "t.npy", "i.npy", "--json", env=env))
            self.assertEqual(found["bytes"], 136 * rows)
            self.assertLessEqual(found["threads"], threads)
            size = {1000: "136 kB", 10**6: "136 MB", 10**8: "13 GB"}[rows]
            self.assertRegex(found["summary"], rf"^reads and writes {size} on {found['threads']} threads?, in about [\d.]+ [mu]?s if all is in memory$")
            self.assertEqual(self.ok("explain", "gather", "t.npy", "i.npy", env=env).decode().splitlines()[0],
                             f"in short     {found['summary']}")
            slower = json.loads(self.ok("explain", "gather", "t.npy", "i.npy", "--json",
                                        env={**env, "STREW_TUNING_FILE": self.path("slow.tuning")}))
            self.assertAlmostEqual(slower["expected_ns"] / found["expected_ns"], 100, delta=2)
            times.append(found["expected_ns"])
        self.assertLess(times[0] * 100, times[1])
        self.assertLess(times[1] * 50, times[2])
        self.assertLessEqual(times[3], times[2])

    def test_explain_reads_headers_only(self):
        # The indices would be refused if they were looked at, and the data has a terabyte that is not there.
        self.array("ix.npy", "i8", [2, 1], [99, 99])
        with open(self.path("data.npy"), "wb") as file:
            header = npy_io.header("'<i4'", [2**28, 1024])
            file.write(header)
            file.truncate(len(header) + 2**40)
        started = time.monotonic()
        self.assertIn(b"output       i32 [2, 1024]", self.ok("explain", "gather-nd", "data.npy", "ix.npy"))
        self.assertLess(time.monotonic() - started, 10)


if __name__ == "__main__":
    cli_case.main()
