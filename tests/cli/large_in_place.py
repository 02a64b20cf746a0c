#!/usr/bin/env python3
"""large_in_place.py [PROGRAM [GIB]]: the memory of scatters in place into a sparse file of 3 GiB. Run by hand: it takes
seconds and writes some hundred megabytes. Prints the peak of memory besides the file's own pages, and fails above 300 MiB."""
import os
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import npy_io  # noqa: E402

WIDTH = 256
LIMIT = 300 << 20


def anonymous_bytes(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            fields = dict(line.split(":", 1) for line in file)
        return int(fields.get("RssAnon", "0 kB").split()[0]) * 1024
    except (OSError, ProcessLookupError):
        return 0


def peak_of(child):
    peak = 0
    while child.poll() is None:
        peak = max(peak, anonymous_bytes(child.pid))
        time.sleep(0.002)
    return peak


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ["STREW_CLI"])
    rows = (int(sys.argv[2]) if len(sys.argv) > 2 else 3) * (1 << 30) // (4 * WIDTH)
    count = 20000
    failed = False
    with tempfile.TemporaryDirectory(dir=".") as folder:
        def path(name):
            return os.path.join(folder, name)
        header = npy_io.header("'<f4'", [rows, WIDTH])
        with open(path("table.npy"), "wb") as file:
            file.write(header)
            file.truncate(len(header) + rows * 4 * WIDTH)
        with open(path("rows.npy"), "wb") as file:
            file.write(npy_io.array("i8", [count], [n * 7919 % rows for n in range(count)]))
        with open(path("up.npy"), "wb") as file:
            file.write(npy_io.header("'<f4'", [count, WIDTH]) + b"\0\0\x80\x3f" * (count * WIDTH))
        for reduction in ("none", "add", "max"):
            child = subprocess.Popen([program, "scatter", "table.npy", "rows.npy", "up.npy", "--reduction", reduction,
                                      "--in-place"], cwd=folder)
            start, peak = time.monotonic(), [0]
            watcher = threading.Thread(target=lambda c=child, p=peak: p.__setitem__(0, peak_of(c)))
            watcher.start()
            watcher.join()
            on_disk = os.stat(path("table.npy")).st_blocks * 512
            print(f"{reduction}: exit code {child.returncode}, {time.monotonic() - start:.1f} s, at most {peak[0] >> 20} MiB "
                  f"besides the pages of files; {on_disk >> 20} MiB of the file are on the disk")
            failed |= child.returncode != 0 or peak[0] > LIMIT
    sys.exit(failed)


if __name__ == "__main__":
    main()
