#!/usr/bin/env python3
"""Text from outside, as names of files and headers are, never acts on a terminal and never breaks JSON."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import ONE_IN, PROGRAM, CliCase  # noqa: E402

ACTING = [*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
# Bytes that are no character of UTF-8, each for a reason of its own.
BROKEN = {"a byte that no character has": b"\xff", "a continuation": b"\x80", "C1 as one byte": b"\x9b",
          "overlong in two": b"\xc0\xaf", "overlong C1": b"\xe0\x82\x9b", "overlong in three": b"\xe0\x80\xaf",
          "overlong in four": b"\xf0\x80\x80\xaf", "a surrogate": b"\xed\xa0\x80",
          "a pair of surrogates": b"\xed\xa0\xbd\xed\xb8\x80", "beyond 10FFFF": b"\xf4\x90\x80\x80",
          "five bytes": b"\xf8\x88\x80\x80\x80", "cut short": b"\xe2\x82", "the first of two": b"\xc3"}
KEPT = "plain \u00a0\u00e9\u03b1\u2027\u202f\u2065\u206a\u65e5\ufffd\U0001f600\U0010ffff"


def shown(text):
    escape = lambda code: f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"
    return "".join(escape(ord(c)) if ord(c) in ACTING else c for c in text)


class Escapes(CliCase):
    def run_both(self, name):
        """What is said of a file that is not there: the line, and the name and the message in the JSON object."""
        lines = self.refused(4, "inspect", name)
        done = self.run_strew("inspect", name, "--json")
        text = done.stdout.decode()
        self.assertEqual([c for c in text[:-1] if ord(c) in ACTING], [], text)
        self.assertEqual(len(lines), 1)
        return lines[0], json.loads(text)["files"][0]

    def test_every_character_that_acts(self):
        for code in ACTING[1::ONE_IN]:
            for name in (f"a{chr(code)}z", chr(code), f"\u00e9{chr(code)}\u00e9"):
                line, found = self.run_both(name)
                self.assertEqual(line, f"strew: {shown(name)}: cannot be opened: No such file or directory")
                self.assertEqual(found["file"], name)

    def test_other_characters_stay(self):
        line, found = self.run_both(KEPT)
        self.assertTrue(line.startswith(f"strew: {KEPT}: "), line)
        self.assertEqual(found["file"], KEPT)

    def test_what_is_not_utf8(self):
        for why, name in BROKEN.items():
            line, found = self.run_both(b"a" + name + b"\xc3\xa9")
            escaped = "".join(f"\\x{byte:02x}" for byte in name)
            self.assertTrue(line.startswith(f"strew: a{escaped}\u00e9: "), f"{why}: {line}")
            self.assertEqual(found["file"], "a" + "\ufffd" * len(name) + "\u00e9", why)

    def test_usage(self):
        for name in (b"\x1b[2J", "\u009b2J".encode(), b"\x9b2J", "\u202e".encode()):
            lines = self.refused(2, name)
            self.assertEqual(ascii(lines[0]), repr(lines[0]))
            done = self.run_strew("gather-nd", name, "--json")
            self.assertEqual(json.loads(done.stdout.decode())["kind"], "usage")

    def test_a_header(self):
        """Every character that a string of a header may hold, in what is printed and in what is refused."""
        codes = [*range(0x20, 0x7F), *range(0x80, 0x3000), 0xFEFF, 0x1F600]
        field = "".join(map(chr, codes)).replace("'", "").replace("\\", "")
        self.write("a.npy", npy_io.header(f"[('{field}', '<i4')]", [1], version=3) + bytes(4))
        text = self.ok("inspect", "a.npy").decode()
        self.assertIn(f"descr [('{shown(field)}', '<i4')]\n", text)
        self.assertEqual(json.loads(self.ok("inspect", "a.npy", "--json").decode())["files"][0]["descr"],
                         f"[('{field}', '<i4')]")
        lines = self.refused(3, "inspect", "a.npy", "--dtype", "bf16")
        self.assertIn(shown(field), lines[0])

    def test_a_header_that_is_not_utf8(self):
        dict_text = b"{'descr': [('\x9b\xe9', '<i4')], 'fortran_order': False, 'shape': (1,), }"
        padded = dict_text.ljust(117) + b"\n"
        self.write("a.npy", b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded + bytes(4))
        self.assertIn("descr [('\\x9b\\xe9', '<i4')]\n", self.ok("inspect", "a.npy").decode())

    def operands(self, name):
        self.array(name, "i4", [5], range(5))
        self.array("ix.npy", "i8", [2, 1], [0, 4])

    def test_results(self):
        name = "\x1b[2J\u009b\n\u202e.npy"
        self.operands(name)
        self.assertTrue(self.ok("inspect", name).decode().startswith(shown(name) + "  i32 [5]"))
        text = self.ok("gather-nd", name, "ix.npy", "-o", name, "--dry-run").decode()
        self.assertTrue(text.startswith(f"would write {shown(name)}: i32 [2]"), text)
        done = self.run_strew("gather-nd", name, "ix.npy", "-o", "out.npy", "--progress", "always", "-v")
        self.assertTrue(done.stderr.decode().startswith(f"reading ix.npy\nreading {shown(name)}\n"), done.stderr)

    def test_progress_on_a_terminal(self):
        name = "\x1b[2J\u009b.npy"
        self.operands(name)
        terminal, device = self.terminal()
        done = subprocess.run([PROGRAM, "gather-nd", name, "ix.npy", "-o", "out.npy", "--progress", "always"],
                              cwd=self.folder.name, stderr=device, check=False)
        os.write(device, b"end")
        seen = b""
        while not seen.endswith(b"end"):
            seen += os.read(terminal, 4096)
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"reading {shown(name)}\r\x1b[K".encode(), seen)


if __name__ == "__main__":
    cli_case.main()
