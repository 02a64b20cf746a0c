#!/usr/bin/env python3
"""When and how operands are loaded: headers first, then indices, then data, mapped where they are large."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import PROGRAM, UntouchedCase  # noqa: E402

MEGABYTE = 1 << 20
# Memory of its own that a run may have; the sanitizers have more.
MOST_MEMORY = (64 if cli_case.ONE_IN == 1 else 512) * MEGABYTE
ROWS, WIDTH = 1000, 40  # of a table that is mapped


class LoadingCase(UntouchedCase):
    def sparse(self, name, shape):
        """Numbers of type f4 that take no place on the disk: all are 0."""
        header = npy_io.header("'<f4'", shape)
        size = 4
        for extent in shape:
            size *= extent
        self.write(name, header)
        os.truncate(self.path(name), len(header) + size)

    def table(self, name="table.npy"):
        self.array(name, "i4", [ROWS, WIDTH], range(ROWS * WIDTH))

    def row(self, number):
        return list(range(number * WIDTH, (number + 1) * WIDTH))

    def start(self, *arguments, **more):
        child = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder.name,
                                 **{"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL, **more})
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def end(self, child, code):
        _, messages = child.communicate(timeout=60)
        self.assertEqual(child.returncode, code, messages)
        return messages.decode().splitlines()

    def wait_until(self, happens):
        for _ in range(3000):
            if happens():
                return
            time.sleep(0.01)
        self.fail("it does not happen")

    def wait_for_state(self, pid, letter):
        def is_there():
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                return file.read().rsplit(")", 1)[1].split()[0] == letter
        self.wait_until(is_there)

    def wait_until_it_sleeps(self, pid):
        self.wait_for_state(pid, "S")


class Order(LoadingCase):
    def refused_with(self, code, text, *arguments):
        """Refused, with a peak of memory that shows that no table was read."""
        errors = open(self.path("errors"), "w+b")
        self.addCleanup(errors.close)
        child = subprocess.Popen([PROGRAM, *arguments, "-o", "out.npy"], cwd=self.folder.name, stderr=errors,
                                 stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        self.assertEqual(child.returncode, code, arguments)
        self.assertIn(text, errors.read().decode(), arguments)
        self.assertLess(usage.ru_maxrss * 1024, MOST_MEMORY)

    def test_a_refusal_does_not_read_the_table(self):
        self.sparse("table.npy", [2**26, 1000])  # 256 GiB
        self.array("bad.npy", "i8", [2, 1], [0, 2**26])
        self.array("float.npy", "f4", [2, 1], [0, 1])
        self.array("rows.npy", "f4", [2, 1000], [0] * 2000)
        self.array("short.npy", "f4", [2, 999], [0] * 1998)
        for more in ((), ("--no-mmap",)):
            self.refused_with(3, "bad.npy: position 1", "gather-nd", "table.npy", "bad.npy", *more)
            self.refused_with(3, "(TY3)", "gather-nd", "table.npy", "float.npy", *more)
            self.refused_with(3, "(ND2)", "gather-nd", "table.npy", "ix.npy", "--batch-dims", "2", *more)
            self.refused_with(2, "(AT4)", "gather-nd", "data.npy", "ix.npy", "--out-of-bounds", "fill", "--fill-value",
                              "0.5", *more)
            self.refused_with(3, "bad.npy: position 1", "scatter-nd", "table.npy", "bad.npy", "rows.npy", *more)
            self.refused_with(3, "(ND5)", "scatter-nd", "table.npy", "ix.npy", "short.npy", *more)
            self.refused_with(4, "none.npy: cannot be opened", "scatter-nd", "table.npy", "ix.npy", "none.npy", *more)

    def test_rows_of_a_large_table(self):
        self.sparse("table.npy", [2**19, 1024])  # 2 GiB
        self.array("rows.npy", "i8", [3], [0, 70000, 2**19 - 1])
        child = subprocess.Popen([PROGRAM, "gather", "table.npy", "rows.npy", "-o", "new.npy"], cwd=self.folder.name)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(child.returncode, 0)
        self.assertLess(usage.ru_maxrss * 1024, MOST_MEMORY)
        self.assertEqual(self.output("new.npy"), ([3, 1024], [0.0] * 3072))

    def test_a_scatter_keeps_only_what_it_changes_in_memory(self):
        self.sparse("table.npy", [2**16, 1024])  # 256 MiB
        self.array("rows.npy", "i8", [1], [2**16 - 1])
        self.array("up.npy", "f4", [1, 1024], [2.5] * 1024)
        child = self.start("scatter", "table.npy", "rows.npy", "up.npy", "-o", "-", stdout=subprocess.PIPE)
        head = child.stdout.read(128)  # it waits until the rest is taken
        self.assertEqual(head, npy_io.header("'<f4'", [2**16, 1024]))
        with open(f"/proc/{child.pid}/status", encoding="ascii") as file:
            fields = dict(line.split(":", 1) for line in file)
        self.assertLess(int(fields["RssAnon"].split()[0]) * 1024, MOST_MEMORY)
        rest = iter(lambda: child.stdout.read(MEGABYTE), b"")  # in pieces: the peak of this process is the child's first
        pieces = [piece if any(piece) else len(piece) for piece in rest]
        self.assertEqual(pieces, [MEGABYTE] * 255 + [bytes(MEGABYTE - 4096) + b"\0\0\x20\x40" * 1024])
        self.end(child, 0)

    def pipe(self, name):
        os.mkfifo(self.path(name))
        return self.path(name)

    def test_a_pipe_is_refused_at_its_header(self):
        header = npy_io.header("'<f4'", [2**20, 1000])
        self.array("bad.npy", "i8", [1, 1], [2**20])
        self.array("float.npy", "f4", [1, 1], [0])
        for indices, text in (("bad.npy", "bad.npy: position 0"), ("float.npy", "(TY3)")):
            child = self.start("gather-nd", "-", indices, "-o", "out.npy", stdin=subprocess.PIPE)
            child.stdin.write(header)
            child.stdin.flush()
            _, child.stdin = child.stdin, None  # it stays open, and not a byte of the data follows
            self.assertIn(text, self.end(child, 3)[0])
            _.close()

    def test_a_file_is_refused_before_a_pipe_is_waited_for(self):
        self.pipe("pipe")
        self.assertIn("none.npy", self.refused(4, "gather-nd", "pipe", "none.npy", "-o", "out.npy")[0])
        self.assertIn("none.npy", self.refused(4, "gather-nd", "none.npy", "pipe", "-o", "out.npy")[0])

    def test_pipes_that_one_process_writes_in_turn(self):
        self.table()
        names = [self.pipe("first"), self.pipe("second")]
        contents = [self.read("table.npy"), npy_io.array("i8", [2], [3, 999])]

        def feed():
            for name, content in zip(names, contents):
                with open(name, "wb") as file:
                    file.write(content)
        writer = threading.Thread(target=feed)
        writer.start()
        self.ok("gather", "first", "second", "-o", "new.npy")
        writer.join()
        self.assertEqual(self.output("new.npy"), ([2, WIDTH], self.row(3) + self.row(999)))


class Mapped(LoadingCase):
    def setUp(self):
        super().setUp()
        self.table()
        self.array("rows.npy", "i8", [2], [999, 0])
        self.array("up.npy", "i4", [2, WIDTH], [7] * (2 * WIDTH))

    def test_with_and_without_mapping_the_same(self):
        self.array("many.npy", "i8", [20000], [n * 7 % ROWS for n in range(20000)])
        self.array("more.npy", "i4", [20000, WIDTH], range(20000 * WIDTH))
        for arguments in (["gather", "table.npy", "many.npy"], ["scatter", "table.npy", "many.npy", "more.npy"],
                          ["scatter", "table.npy", "many.npy", "more.npy", "--reduction", "mean"]):
            self.ok(*arguments, "-o", "one.npy")
            self.ok(*arguments, "-o", "two.npy", "--no-mmap")
            self.assertEqual(self.read("one.npy"), self.read("two.npy"), arguments)

    def test_fortran_order(self):
        columns = [row * WIDTH + column for column in range(WIDTH) for row in range(ROWS)]
        self.array("table.npy", "i4", [ROWS, WIDTH], columns, fortran=True)
        self.ok("gather", "table.npy", "rows.npy", "-o", "new.npy")
        self.assertEqual(self.output("new.npy"), ([2, WIDTH], self.row(999) + self.row(0)))
        self.ok("scatter", "table.npy", "rows.npy", "up.npy", "-o", "new.npy")
        expected = [7] * WIDTH + list(range(WIDTH, 999 * WIDTH)) + [7] * WIDTH
        self.assertEqual(self.output("new.npy"), ([ROWS, WIDTH], expected))

    def test_the_input_is_the_output(self):
        expected = [7] * WIDTH + list(range(WIDTH, 999 * WIDTH)) + [7] * WIDTH
        os.symlink("table.npy", self.path("link.npy"))
        for data, output in (("table.npy", "table.npy"), ("table.npy", "link.npy"), ("link.npy", "./table.npy")):
            self.table()
            self.ok("scatter", data, "rows.npy", "up.npy", "-o", output)
            self.assertEqual(self.output("table.npy"), ([ROWS, WIDTH], expected), (data, output))
        self.table()
        os.link(self.path("table.npy"), self.path("name.npy"))
        self.ok("gather", "name.npy", "rows.npy", "-o", "table.npy", "--force")
        self.assertEqual(self.output("table.npy"), ([2, WIDTH], self.row(999) + self.row(0)))
        self.assertEqual(self.output("name.npy"), ([ROWS, WIDTH], list(range(ROWS * WIDTH))))

    def test_the_standard_output_is_the_input(self):
        """Opened without making it empty: what is written there must not be read back as data."""
        body = self.read("table.npy")[128:]
        text = b"{'descr': '<i4', 'fortran_order': False, 'shape': (%d, %d), }" % (ROWS, WIDTH)
        short = b"\x93NUMPY\x01\0" + (len(text) + 1).to_bytes(2, "little") + text + b"\n"
        self.assertLess(len(short), 128)  # each element is written over one that comes later
        self.write("table.npy", short + body)
        with open(self.path("table.npy"), "r+b") as file:
            self.ok("scatter", "table.npy", "rows.npy", "up.npy", "-o", "-", stdout=file)
        expected = [7] * WIDTH + list(range(WIDTH, 999 * WIDTH)) + [7] * WIDTH
        self.assertEqual(npy_io.values(self.read("table.npy")), ((ROWS, WIDTH), expected))

    def test_the_standard_input_from_a_place_in_a_file(self):
        self.write("all", b"x" * 5000 + self.read("table.npy"))
        with open(self.path("all"), "rb") as file:
            os.lseek(file.fileno(), 5000, os.SEEK_SET)
            self.ok("gather", "-", "rows.npy", "-o", "new.npy", stdin=file)
        self.assertEqual(self.output("new.npy"), ([2, WIDTH], self.row(999) + self.row(0)))


class CutShort(LoadingCase):
    """A file that another program makes shorter while it is mapped."""

    def setUp(self):
        super().setUp()
        self.table()
        self.array("rows.npy", "i8", [2], [999, 0])
        os.mkfifo(self.path("pipe"))

    def start_and_wait(self, *arguments):
        """It has read the headers of files and waits for the indices."""
        child = self.start("gather", "table.npy", "pipe", *arguments, stdout=subprocess.PIPE)
        self.wait_until_it_sleeps(child.pid)
        return child

    def test_before_it_is_used(self):
        lost = r"^strew: table\.npy: became shorter while it was read: it had 160128 bytes and has \d+$"
        cut = r"^strew: table\.npy: the file is cut short: 160000 bytes are needed here, \d+ are left$"
        for more, message in (((), lost), (("--no-mmap",), cut)):
            for left in (300, 100000, 160127):
                self.table()
                before = sorted(os.listdir(self.folder.name))
                child = self.start_and_wait("-o", "out.npy", *more)
                os.truncate(self.path("table.npy"), left)
                with open(self.path("pipe"), "wb") as pipe:
                    pipe.write(self.read("rows.npy"))
                lines = self.end(child, 4)
                self.assertRegex(lines[0], message)
                self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def test_as_json(self):
        child = self.start_and_wait("-o", "out.npy", "--json")
        os.truncate(self.path("table.npy"), 1000)
        with open(self.path("pipe"), "wb") as pipe:
            pipe.write(self.read("rows.npy"))
        found = json.loads(child.stdout.read())
        self.assertEqual((found["exit_code"], found["kind"], found["file"]), (4, "file", "table.npy"))
        self.end(child, 4)

    def test_while_it_is_written(self):
        """A scatter writes its output from the mapped data: more than a pipe holds."""
        self.array("table.npy", "i4", [ROWS, 1000], [1] * (ROWS * 1000))
        self.array("up.npy", "i4", [2, 1000], [7] * 2000)
        child = self.start("scatter", "table.npy", "rows.npy", "up.npy", "-o", "-", stdout=subprocess.PIPE)
        child.stdout.read(128)
        os.truncate(self.path("table.npy"), 1000)
        child.stdout.read()
        self.assertIn("strew: table.npy: became shorter while it was read", self.end(child, 4)[0])

    def test_the_same_bytes_written_again_meanwhile(self):
        """Truncating drops what a private mapping wrote, and the file has its size again when it is looked at."""
        self.array("table.npy", "i4", [ROWS, 1000], [1] * (ROWS * 1000))
        self.array("up.npy", "i4", [2, 1000], [7] * 2000)
        child = self.start("scatter", "table.npy", "rows.npy", "up.npy", "-o", "-", stdout=subprocess.PIPE)
        child.stdout.read(128)
        same = pathlib.Path(self.path("table.npy")).read_bytes()
        child.send_signal(signal.SIGSTOP)  # it sees the file only when it has its bytes again
        self.wait_for_state(child.pid, "T")
        pathlib.Path(self.path("table.npy")).write_bytes(same)
        child.send_signal(signal.SIGCONT)
        child.stdout.read()
        self.assertIn("strew: table.npy: was written while it was read", self.end(child, 4)[0])

    def test_three_pipes_of_one_process(self):
        """An append takes its updates before its indices."""
        self.array("cache.npy", "i4", [2, 4, 1], range(8))
        self.array("tokens.npy", "i4", [2, 1, 1], [70, 80])
        self.array("starts.npy", "i8", [2], [1, 2])
        for name in ("p1", "p2", "p3"):
            os.mkfifo(self.path(name))
        child = self.start("tensor-scatter", "p1", "p2", "p3", "-o", "appended.npy")
        for name, pipe in (("cache.npy", "p1"), ("tokens.npy", "p2"), ("starts.npy", "p3")):
            pathlib.Path(self.path(pipe)).write_bytes(pathlib.Path(self.path(name)).read_bytes())
        self.end(child, 0)


if __name__ == "__main__":
    cli_case.main()
