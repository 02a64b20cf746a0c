#!/usr/bin/env python3
"""Operands and outputs in raw files, .npz archives, .safetensors files and tensors of ONNX."""
import io
import json
import os
import pathlib
import socket
import struct
import sys
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402
from loading_test import LoadingCase, ROWS, WIDTH  # noqa: E402

LARGE = 20000  # f4: more than is read at once instead of mapped


def tensors(members, metadata=None):
    """A .safetensors file of {name: (dtype, shape, bytes)}."""
    head, body = {}, b""
    if metadata:
        head["__metadata__"] = metadata
    for name, (dtype, shape, data) in members.items():
        head[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(head).encode()
    return struct.pack("<Q", len(text)) + text + body


def archive(members, method=zipfile.ZIP_DEFLATED):
    """A .npz file of {name: bytes of a .npy file}."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members.items():
            with file.open(name + ".npy", "w", force_zip64=True) as member:  # as numpy.savez does
                member.write(data)
    return out.getvalue()


def varint(value):
    text = b""
    while value > 0x7F:
        text += bytes([value & 0x7F | 0x80])
        value >>= 7
    return text + bytes([value])


def field(number, value):
    """A field of a message of protobuf: a number, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def onnx_tensor(data_type, shape, raw_data=None, external=None, more=b""):
    """A TensorProto; `external` has the entries of its external data."""
    message = b"".join(field(1, extent) for extent in shape) + field(2, data_type) + more
    if raw_data is not None:
        message += field(9, raw_data)
    for key, value in (external or {}).items():
        message += field(13, field(1, key.encode()) + field(2, value.encode()))
    return message + (field(14, 1) if external else b"")


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


class FormatsCase(CliCase):
    def setUp(self):
        super().setUp()
        self.array("rows.npy", "i8", [2], [2, 0])
        self.array("up.npy", "f4", [2, 2], [7, 8, 9, 10])
        self.body = floats(range(6))  # [3, 2]
        self.table = npy_io.array("f4", [3, 2], range(6))
        self.write("t.bin", self.body)
        self.write("t.npz", archive({"table": self.table}))
        self.write("s.npz", archive({"a": npy_io.array("i4", [1], [5]), "table": self.table}, zipfile.ZIP_STORED))
        self.write("t.safetensors", tensors({"x.y": ("BF16", [2], b"\x80\x3f\xcd\x3d"), "table": ("F32", [3, 2], self.body)}))
        self.write("t.pb", onnx_tensor(1, [3, 2], self.body, more=field(8, b"table")))
        self.write("typed.pb", onnx_tensor(1, [3, 2], more=field(4, self.body)))
        self.write("w.data", b"head" + self.body + b"tail")
        self.place = {"location": "w.data", "offset": "4", "length": "24"}
        self.write("external.pb", onnx_tensor(1, [3, 2], external=self.place))

    names = ["t.bin:f32[3,2]", "t.npz", "t.npz:table", "t.npz:table.npy", "s.npz:table", "t.safetensors:table", "t.pb",
             "typed.pb", "external.pb"]


class Operands(FormatsCase):
    def test_every_format_gives_the_same(self):
        for name in self.names:
            for more in ((), ("--no-mmap",)):
                self.ok("gather", name, "rows.npy", "-o", "out.npy", *more)
                self.assertEqual(self.output(), ([2, 2], [4, 5, 0, 1]), name)
                self.ok("scatter", name, "rows.npy", "up.npy", "-o", "out.npy", *more)
                self.assertEqual(self.output(), ([3, 2], [9, 10, 2, 3, 7, 8]), name)

    def test_indices_and_updates(self):
        self.write("ix.npz", archive({"rows": npy_io.array("i8", [2], [2, 0]), "up": self.read("up.npy")}))
        self.ok("scatter", "t.bin:f32[3,2]", "ix.npz:rows", "ix.npz:up", "-o", "out.npy")
        self.assertEqual(self.output(), ([3, 2], [9, 10, 2, 3, 7, 8]))
        self.write("rows.bin", struct.pack("<2q", 2, 0))
        self.ok("gather", "t.npz", "rows.bin:int64[2]", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 2], [4, 5, 0, 1]))

    def test_large_ones(self):
        body = floats([n % 1000 for n in range(2 * LARGE)])
        self.write("l.bin", body)
        npy = npy_io.header("'<f4'", [LARGE, 2]) + body
        self.write("d.npz", archive({"l": npy}))
        self.write("s.npz", archive({"l": npy}, zipfile.ZIP_STORED))
        self.write("l.safetensors", tensors({"x": ("U8", [3], b"abc"), "l": ("F32", [LARGE, 2], body)}))
        self.write("l.pb", onnx_tensor(1, [LARGE, 2], body))
        self.write("typed.pb", onnx_tensor(1, [LARGE, 2], more=field(4, body)))
        self.write("l.data", b"head" + body)
        self.write("external.pb", onnx_tensor(1, [LARGE, 2], external={"location": "l.data", "offset": "4"}))
        self.array("rows.npy", "i8", [2], [LARGE - 1, 0])
        for name in (f"l.bin:f32[{LARGE},2]", "d.npz", "s.npz", "l.safetensors:l", "l.pb", "typed.pb", "external.pb"):
            for more in ((), ("--no-mmap",)):
                self.ok("gather", name, "rows.npy", "-o", "out.npy", *more)
                self.assertEqual(self.output(), ([2, 2], [998, 999, 0, 1]), name)

    def test_raw_elements_through_a_pipe(self):
        done = self.ok("gather", "-:f32[3,2]", "rows.npy", "-o", "-", input=self.body, stdin=None)
        self.assertEqual(done, npy_io.array("f4", [2, 2], [4, 5, 0, 1]))
        self.assertIn("can be one operand only", self.refused(2, "gather", "-:f32[3,2]", "-", "-o", "x.npy")[0])
        for data, text in ((self.body[:-1], "cut short"), (self.body + b"x", "more bytes follow")):
            done = self.run_strew("gather", "-:f32[3,2]", "rows.npy", "-o", "x.npy", input=data, stdin=None)
            self.assertEqual(done.returncode, 4)
            self.assertIn(text, done.stderr.decode())

    def test_bf16_of_safetensors_needs_no_dtype(self):
        self.write("up.safetensors", tensors({"u": ("BF16", [2], b"\x00\x40\x00\x40")}))  # 2, 2
        self.array("ix.npy", "i8", [2], [0, 0])
        self.ok("scatter", "t.safetensors:x.y", "ix.npy", "up.safetensors", "--reduction", "add", "-o", "o.safetensors:z")
        self.assertEqual(self.ok("inspect", "o.safetensors").decode(), "o.safetensors  bf16 [2]  4 bytes\n  [5, 0.1001]\n")

    def test_tensors_of_onnx_as_indices_and_updates(self):
        self.write("rows.pb", onnx_tensor(7, [2], more=field(7, varint(2) + varint(2**64 - 3))))  # -3
        self.write("up.pb", onnx_tensor(16, [1], more=field(5, varint(0x4000))))  # bf16: 2
        self.ok("gather", "t.pb", "rows.pb", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 2], [4, 5, 0, 1]))
        self.array("ix.npy", "i8", [1], [0])
        self.ok("scatter", "t.safetensors:x.y", "ix.npy", "up.pb", "-o", "o.pb")
        self.assertEqual(self.ok("inspect", "o.pb").decode(), "o.pb  bf16 [2]  4 bytes\n  [2, 0.1001]\n")

    def test_bytes_of_float8_are_moved(self):
        self.write("f.safetensors", tensors({"f": ("F8_E4M3", [3], b"\x01\x02\x03")}))
        self.ok("gather", "f.safetensors", "rows.npy", "-o", "o.safetensors")
        self.assertEqual(self.read("o.safetensors")[-2:], b"\x03\x01")
        self.assertIn(b'"F8_E4M3"', self.read("o.safetensors"))
        self.assertIn("(TY4)", self.refused(3, "scatter", "f.safetensors", "rows.npy", "o.safetensors", "--reduction", "add",
                                            "-o", "x.safetensors")[0])
        self.assertEqual(self.ok("inspect", "o.safetensors").decode(),
                         "o.safetensors  f8_e4m3 [2]  2 bytes  type F8_E4M3\n  [0x03, 0x01]\n")
        self.ok("scatter", "--zeros", "4", "--dtype", "float8_e4m3fn", "rows.npy", "o.safetensors", "-o", "z.safetensors")
        self.assertEqual(self.read("z.safetensors")[-4:], b"\x01\x00\x03\x00")
        self.assertEqual(
            self.refused(3, "scatter", "f.safetensors", "rows.npy", "--value", "1", "-o", "x.safetensors")[0],
            "strew: --value: elements of the type f8_e4m3 are only moved, no number becomes one")


class Outputs(FormatsCase):
    def gather(self, output):
        self.ok("gather", "t.npz", "rows.npy", "-o", output)

    def test_raw(self):
        for name in ("out.bin", "out.raw"):
            self.gather(name)
            self.assertEqual(self.read(name), floats([4, 5, 0, 1]))

    def test_archive(self):
        for output, member in (("out.npz", "output.npy"), ("out.npz:w", "w.npy"), ("out.npz:\u00e9/b", "\u00e9/b.npy")):
            self.gather(output)
            with zipfile.ZipFile(self.path("out.npz")) as file:
                self.assertEqual(file.namelist(), [member])
                self.assertIsNone(file.testzip())
                self.assertEqual(file.getinfo(member).compress_type, zipfile.ZIP_STORED)
                self.assertEqual(npy_io.values(file.read(member)), ((2, 2), [4, 5, 0, 1]))

    def test_safetensors(self):
        self.gather("out.safetensors:a.b")
        data = self.read("out.safetensors")
        length = int.from_bytes(data[:8], "little")
        self.assertEqual(json.loads(data[8:8 + length]), {"a.b": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}})
        self.assertEqual((length % 8, data[8 + length:]), (0, floats([4, 5, 0, 1])))

    def test_tensor_of_onnx(self):
        self.gather("out.pb")
        self.assertEqual(self.read("out.pb"), onnx_tensor(1, [2, 2], floats([4, 5, 0, 1]), more=field(8, b"output")))
        self.ok("scatter", "out.pb", "rows.npy", "up.npy", "--out-of-bounds", "wrap", "-o", "out.pb")
        self.ok("gather", "out.pb", "rows.npy", "--out-of-bounds", "wrap", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 2], [9, 10, 9, 10]))

    def test_a_type_that_the_format_has_not(self):
        self.write("d.bin", bytes(48))
        lines = self.refused(2, "gather", "d.bin:V12[4]", "rows.npy", "-o", "o.pb")
        self.assertIn("o.pb: ONNX has no type for elements of the type '|V12'", lines[0])
        lines = self.refused(2, "gather", "d.bin:c128[3]", "rows.npy", "-o", "o.safetensors")
        self.assertIn("o.safetensors: a .safetensors file has no name for elements of the type '<c16'", lines[0])

    def test_dtype_names_the_type_of_a_tensor(self):
        self.write("v.npy", npy_io.header("'|V2'", [3]) + bytes(6))
        self.ok("gather", "v.npy", "rows.npy", "--dtype", "bf16", "-o", "o.safetensors")
        self.assertIn(b'"BF16"', self.read("o.safetensors"))
        self.ok("gather", "v.npy", "rows.npy", "--dtype", "bf16", "-o", "o.pb")
        self.assertEqual(self.read("o.pb"), onnx_tensor(16, [2], bytes(4), more=field(8, b"output")))
        self.refused(2, "gather", "v.npy", "rows.npy", "-o", "x.safetensors")

    def test_output_over_an_input(self):
        for name in ("t.npz", "t.safetensors:table", "t.pb", "typed.pb"):
            self.ok("gather", name, "rows.npy", "-o", name)
            self.assertIn(b"\x00\x00\x80\x40", self.read(name.partition(":")[0]))
            self.ok("gather", name, "rows.npy", "--axis", "1", "--out-of-bounds", "wrap", "-o", "out.npy")
            self.assertEqual(self.output(), ([2, 2], [4, 4, 0, 0]), name)

    def test_suffixes_of_no_format(self):
        for name in ("out.csv", "out.npy~", "out.NPY", "out.txt"):
            for more in ((), ("--dry-run",)):
                lines = self.refused(2, "gather", "t.npz", "rows.npy", "-o", name, *more)
                self.assertIn(" is that of no format that is written: .npy, .bin, .raw, ", lines[0])
                self.assertEqual(lines[1], "hint: --format npy writes a .npy file under any name")

    def test_a_format_under_any_name(self):
        gather = ("gather", "t.npz", "rows.npy", "-o")
        for name, suffix in (("npy", "npy"), ("raw", "bin"), ("npz", "npz"), ("safetensors", "safetensors"), ("onnx", "pb")):
            self.ok(*gather, f"right.{suffix}")
            for other in ("out.csv", "out", "out.npy", "out.pb", "out.npz:"):
                self.ok(*gather, other, "--format", name)
                self.assertEqual(self.read(other), self.read(f"right.{suffix}"), (name, other))
            self.assertEqual(self.ok(*gather, "-", "--format", name), self.read(f"right.{suffix}"))
        self.ok(*gather, "out")
        self.assertEqual(self.read("out"), self.read("right.npy"))
        self.ok(*gather, "out.safetensors:w", "--format", "safetensors")
        self.assertIn(b'{"w":{"dtype":"F32"', self.read("out.safetensors"))
        self.assertIn("--format: 'csv' is not one of npy, raw, ", self.refused(2, *gather, "x.npy", "--format", "csv")[0])
        self.assertIn("cannot be combined with --format",
                      self.refused(2, "scatter", "right.npy", "--rows", "1", "--value", "1", "--in-place", "--format", "npy")[0])

    def test_the_name_of_an_input_is_no_output(self):
        self.assertIn("is the name of an input", self.refused(2, "gather", "t.npz", "rows.npy", "-o", "a.bin:f32[2]")[0])


class Refused(FormatsCase):
    def test_messages_name_file_member_and_values(self):
        self.write("rows.pb", self.read("rows.npy"))
        self.write("model.pb", field(1, 10) + field(7, field(2, b"g")) + field(8, field(2, 21)))
        self.write("lost.pb", onnx_tensor(1, [3, 2], external={"location": "lost.data"}))
        self.write("out.pb", onnx_tensor(1, [3, 2], external={"location": "../w.data"}))
        cases = [
            (4, "t.bin:f32[4,2]", "strew: t.bin:f32[4,2]: [4, 2] of 4 bytes each require 32 bytes, the file has 24"),
            (4, "none.bin:f32[4]", "strew: none.bin:f32[4]: cannot be opened: No such file or directory"),
            (2, "t.bin:f32[9223372036854775807,2]", "strew: t.bin:f32[9223372036854775807,2]: the shape has more bytes than 63 bits"),
            (2, "t.bin:f23[4]", "strew: t.bin:f23[4]: 'f23' is not one of bool, i8, "),
            (2, "s.npz", "strew: s.npz: the file has 2 members, and one must be named, FILE:NAME: 'a', 'table'"),
            (4, "s.npz:b", "strew: s.npz:b: the file has no member 'b', but 'a', 'table'"),
            (2, "t.safetensors", "strew: t.safetensors: the file has 2 tensors, and one must be named, FILE:NAME: "),
            (4, "t.safetensors:b", "strew: t.safetensors:b: the file has no tensor 'b', but 'x.y', 'table'"),
            (4, "none.pb", "strew: none.pb: cannot be opened: No such file or directory"),
            (4, "rows.pb", "strew: rows.pb: is no message of ONNX"),
            (4, "model.pb", "strew: model.pb: is a model of ONNX, where a tensor is needed"),
            (4, "lost.pb", "strew: lost.pb: its external data 'lost.data': cannot be found: No such file"),
            (4, "out.pb", "strew: out.pb: its external data are in '../w.data', which leads out of the folder"),
            (4, "t.bin", "strew: t.bin: not a .npy file"),
        ]
        for code, name, message in cases:
            lines = self.refused(code, "gather", name, "rows.npy", "-o", "out.npy")
            self.assertTrue(lines[0].startswith(message), (lines[0], message))
        self.assertEqual(lines[1:], ["hint: t.bin:f32[1000, 64] says which elements a file without a header has"])

    def test_damaged_files(self):
        damaged = {"a.npz": self.read("t.npz")[:-30], "b.npz": b"", "c.safetensors": b"\xff" * 20,
                   "d.safetensors": self.read("t.safetensors")[:-1], "e.pb": self.read("t.pb")[:-1], "f.pb": b"",
                   "g.pb": self.read("t.pb") + b"x"}
        for name, data in damaged.items():
            self.write(name, data)
            self.refused(4, "gather", name, "rows.npy", "-o", "out.npy")
        data = bytearray(self.read("s.npz"))
        data[data.rfind(self.body)] ^= 1  # what is not mapped is compared with its checksum
        self.write("s.npz", bytes(data))
        self.assertIn("CRC", self.refused(4, "gather", "s.npz:table", "rows.npy", "-o", "out.npy")[0])

    def test_a_bomb_is_not_inflated(self):
        head = npy_io.header("'<f4'", [2])
        self.write("bomb.npz", archive({"a": head + bytes(1 << 26)}))
        lines = self.refused(4, "gather", "bomb.npz", "rows.npy", "-o", "out.npy")
        self.assertIn("member 'a': bytes follow the array: the shape requires 8 bytes of elements", lines[0])

    def test_what_is_read_in_any_order_is_a_regular_file(self):
        """Refused before it is opened: nobody writes into these pipes, and another pipe is not waited for."""
        kinds = {"a pipe": os.mkfifo, "a device": lambda path: os.symlink("/dev/zero", path)}
        os.mkfifo(self.path("waits.npy"))
        for kind, make in kinds.items():
            for suffix in (".npz", ".safetensors", ".pb", ".npz:a", ".safetensors:a"):
                name = kind[2:] + suffix
                if not os.path.lexists(self.path(name.partition(":")[0])):
                    make(self.path(name.partition(":")[0]))
                text = f"strew: {name}: is {kind}; only a regular file is read in any order"
                for words in (("gather", name, "rows.npy", "-o", "out.npy"), ("gather", "waits.npy", name, "-o", "out.npy"),
                              ("explain", "gather", name, "rows.npy"), ("inspect", name), ("check", name, "--shape", "3")):
                    self.assertEqual(self.refused(4, *words)[0], text, words)

    def test_sockets_and_folders(self):
        for suffix in (".npy", ".npz", ".safetensors", ".pb", ".bin:f32[2]"):
            name = "s" + suffix.partition(":")[0]
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(self.path(name))
            lines = self.refused(4, "gather", "s" + suffix, "rows.npy", "-o", "out.npy")
            self.assertEqual(lines[0], f"strew: s{suffix}: is a socket, which cannot be opened as a file")
            os.remove(self.path(name))
            os.mkdir(self.path(name))
            lines = self.refused(4, "gather", "s" + suffix, "rows.npy", "-o", "out.npy")
            self.assertEqual(lines[0], f"strew: s{suffix}: is a directory")


class Inspect(FormatsCase):
    def inspect(self, *arguments):
        return self.ok("inspect", *arguments).decode().splitlines()

    def test_members_are_listed(self):
        self.assertEqual(self.inspect("s.npz"), ["s.npz:a  i32 [1]  4 bytes", "s.npz:table  f32 [3, 2]  24 bytes"])
        self.assertEqual(self.inspect("t.safetensors"),
                         ["t.safetensors:x.y  bf16 [2]  4 bytes", "t.safetensors:table  f32 [3, 2]  24 bytes"])
        self.assertEqual(self.inspect("s.npz:a"), ["s.npz:a  i32 [1]  4 bytes", "  [5]"])
        self.assertEqual(self.inspect("t.npz")[0], "t.npz  f32 [3, 2]  24 bytes")
        self.assertEqual(self.inspect("t.bin:f32[6]")[1], "  [0, 1, 2, 3, 4, 5]")

    def test_a_member_that_is_no_array(self):
        with zipfile.ZipFile(self.path("s.npz"), "a") as file:
            file.writestr("readme.txt", "hello, world")
        done = self.run_strew("inspect", "s.npz")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (4, 2))
        self.assertIn("strew: s.npz:readme.txt: not a .npy file", done.stderr.decode())

    def test_json(self):
        found = json.loads(self.ok("inspect", "s.npz", "t.safetensors:x.y", "t.bin:f32[6]", "t.npz", "--json"))["files"]
        self.assertEqual([one.get("member") for one in found], ["a", "table", "x.y", None, "table"])
        self.assertEqual([one["extents"] for one in found], [[1], [3, 2], [2], [6], [3, 2]])
        self.assertEqual((found[2]["type"], found[3]["offset"], "offset" in found[4]), ("BF16", 0, False))

    def test_verbose(self):
        self.assertIn("  deflated, C order, descr '<f4', version 1.0", self.inspect("t.npz", "-v")[0])
        self.assertIn("  at byte 0, C order, descr '<f4'", self.inspect("t.bin:f32[6]", "-v")[0])
        self.assertIn("  encoded, C order, descr '<f4'", self.inspect("typed.pb", "-v")[0])
        self.assertIn("  at byte 4, C order, descr '<f4'", self.inspect("external.pb", "-v")[0])
        self.assertRegex(self.inspect("t.safetensors:x.y", "-v")[0], r"  at byte \d+, C order, type BF16$")


class CutShort(LoadingCase):
    """Each format that is mapped, made shorter meanwhile."""

    def test_before_it_is_used(self):
        body = struct.pack(f"<{ROWS * WIDTH}i", *range(ROWS * WIDTH))
        npy = npy_io.header("'<i4'", [ROWS, WIDTH]) + body
        files = {f"t.bin:i32[{ROWS},{WIDTH}]": body, "t.npz:t": archive({"t": npy}, zipfile.ZIP_STORED),
                 "t.safetensors:t": tensors({"t": ("I32", [ROWS, WIDTH], body)}), "t.pb": onnx_tensor(6, [ROWS, WIDTH], body)}
        self.array("rows.npy", "i8", [2], [999, 0])
        os.mkfifo(self.path("pipe"))
        for name, data in files.items():
            file = name.partition(":")[0]
            self.write(file, data)
            before = sorted(os.listdir(self.folder.name))
            child = self.start("gather", name, "pipe", "-o", "out.npy")
            self.wait_until_it_sleeps(child.pid)
            os.truncate(self.path(file), 5000)
            with open(self.path("pipe"), "wb") as pipe:
                pipe.write(self.read("rows.npy"))
            self.assertIn(f"strew: {name}: became shorter while it was read: ", self.end(child, 4)[0])
            self.assertEqual(sorted(os.listdir(self.folder.name)), before)


if __name__ == "__main__":
    cli_case.main()
