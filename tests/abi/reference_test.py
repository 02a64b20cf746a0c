#!/usr/bin/env python3
"""tools/abi on a small library: what breaks its callers fails, what does not passes. Skipped where libabigail is missing."""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = """
#include <stdint.h>
struct strew_plan { int inside; };
typedef struct strew_plan strew_plan;
typedef struct strew_pair { uint32_t size; uint32_t kind; int64_t* values; int (*ask)(void* context); } strew_pair;
uint32_t strew_count(const strew_plan* plan, const strew_pair* pair) { return pair->kind + (uint32_t)plan->inside; }
int64_t strew_first(const strew_pair* pair, uint64_t number) { return pair->values[number]; }
"""
BREAKS = {
    "a field's type": ("uint32_t kind;", "int32_t kind;"),
    "the order of fields": ("uint32_t size; uint32_t kind;", "uint32_t kind; uint32_t size;"),
    "a field more": ("int64_t* values;", "int64_t* values; int64_t count;"),
    "a callback's type": ("(*ask)(void* context)", "(*ask)(void* context, int n)"),
    "a parameter's type": ("uint64_t number", "uint32_t number"),
    "a result's type": ("int64_t strew_first", "uint64_t strew_first"),
    "a function less": ("int64_t strew_first", "static int64_t strew_first"),
}
KEEPS = {
    "nothing": ("", ""),
    "a function more": ("int64_t strew_first", "int strew_more(int a) { return a; }\nint64_t strew_first"),
    "what a plan is inside": ("struct strew_plan { int inside; }", "struct strew_plan { long other; int inside; }"),
}


def run(*command):
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.returncode, done.stdout.decode()


class Reference(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="strew-abi-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.reference = self.build(SOURCE, "reference") / "tests/abi/strew-1.abi"
        status, text = run(ROOT / "tools/abi", "--renew", self.reference.parents[2])
        self.assertEqual(status, 0, text)

    def build(self, source, name):
        """A tree of its own with a library of this source."""
        tree = self.folder / name.replace(" ", "_")
        for part in ("build", "tests/abi", "source"):
            (tree / part).mkdir(parents=True, exist_ok=True)
        (tree / "source/small.c").write_text(source)
        made = run(os.environ.get("STREW_CC", "cc"), "-g", "-shared", "-fPIC", tree / "source/small.c", "-o",
                   tree / "build/libstrew.so")
        self.assertEqual(made, (0, ""))
        return tree

    def verify(self, name, change):
        self.assertIn(change[0], SOURCE)
        tree = self.build(SOURCE.replace(*change, 1), name)
        shutil.copy(self.reference, tree / "tests/abi/strew-1.abi")
        return run(ROOT / "tools/abi", tree)

    def test_breaks(self):
        for name, change in BREAKS.items():
            status, text = self.verify(name, change)
            self.assertEqual(status, 1, f"{name}: {text}")
            self.assertIn("incompatible", text)

    def test_keeps(self):
        for name, change in KEEPS.items():
            status, text = self.verify(name, change)
            self.assertEqual(status, 0, f"{name}: {text}")
            self.assertEqual("--renew" in text, name == "a function more", text)

    def test_the_reference_is_of_no_place(self):
        text = (ROOT / "tests/abi/strew-1.abi").read_text()
        self.assertLess(len(text), 150_000)
        self.assertNotIn(str(ROOT), text)
        self.assertNotIn(".cpp", text)
        self.assertNotIn(str(self.folder), self.reference.read_text())


if __name__ == "__main__":
    if shutil.which("abidw") is None or platform.machine() != "x86_64":
        print("abidw is missing, or the reference is of another machine")
        sys.exit(77)
    unittest.main()
