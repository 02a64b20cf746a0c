#!/usr/bin/env python3
"""strew conformance: what it writes passes when it is run, what was changed fails, and any file is an answer."""
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402

FLOAT, INT32, INT64, STRING = 1, 6, 7, 8


def varint(value):
    value &= 2**64 - 1
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    """A field of a message: an integer, or bytes and text."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def message(*fields):
    return b"".join(field(number, value) for number, value in fields)


def tensor(data_type, dims, raw, name="", more=()):
    return message(*[(1, dim) for dim in dims], (2, data_type), (8, name), (9, raw), *more)


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


def longs(*values):
    return struct.pack(f"<{len(values)}q", *values)


def value_info(name, data_type):
    return message((1, name), (2, message((1, message((1, data_type))))))


def gather(inputs=("x", "i"), graph_inputs=(("x", FLOAT), ("i", INT64)), initializers=(), op_type="Gather", opset=13,
           attributes=(), output_type=FLOAT, nodes=1, domain="", version=8):
    node = message(*[(1, name) for name in inputs], (2, "y"), (4, op_type), *[(5, one) for one in attributes],
                   (7, domain))
    graph = message(*[(1, node)] * nodes, (2, "g"), *[(5, one) for one in initializers],
                    *[(11, value_info(*one)) for one in graph_inputs], (12, value_info("y", output_type)))
    return message((1, version), (7, graph), *([(8, message((2, opset)))] if opset else []))


def integer(name, value):
    return message((1, name), (3, value), (20, 2))


DATA = tensor(FLOAT, [3], floats(1, 2, 3))
INDICES = tensor(INT64, [2], longs(2, 0))
OUTPUT = tensor(FLOAT, [2], floats(3, 1))


class ConformanceCase(CliCase):
    def setUp(self):
        super().setUp()
        if os.access("/dev/shm", os.W_OK):  # thousands of small files take seconds on a disk
            self.folder = tempfile.TemporaryDirectory(prefix="strew-cli-", dir="/dev/shm")
            self.addCleanup(self.folder.cleanup)

    def folder_of(self, name, model=None, files=None):
        """A test folder; without more words one that passes."""
        files = {"input_0.pb": DATA, "input_1.pb": INDICES, "output_0.pb": OUTPUT} if files is None else files
        os.makedirs(self.path(f"{name}/test_data_set_0"))
        self.write(f"{name}/model.onnx", gather() if model is None else model)
        for file, data in files.items():
            self.write(f"{name}/test_data_set_0/{file}", data)

    def run_json(self, *words, code=0):
        done = self.run_strew("conformance", "run", "--json", *words)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return json.loads(done.stdout)

    def one(self, result, code, **more):
        """The object of one folder, made by folder_of with these words."""
        self.folder_of("one", **more)
        told = self.run_json("one", code=code)
        shutil.rmtree(self.path("one"))
        self.assertEqual(len(told["tests"]), 1)
        self.assertEqual(told["tests"][0]["result"], result, told)
        return told["tests"][0]


class Written(ConformanceCase):
    def test_all_pass(self):
        names = self.ok("conformance", "write", "--list").decode().split()
        self.assertGreater(len(names), 400)
        self.assertEqual(len(set(names)), len(names))
        self.assertEqual(self.ok("conformance", "write", "made"), f"{len(names)} tests written: made\n".encode())
        self.assertEqual(sorted(os.listdir(self.path("made"))), sorted(names))
        self.assertEqual(os.listdir(self.folder.name), ["made"])
        told = self.run_json("made")
        self.assertEqual((told["status"], told["passed"], told["failed"], told["unsupported"]),
                         ("ok", len(names), 0, 0))
        sizes = [sum(os.path.getsize(os.path.join(folder, file)) for folder, _, files in
                     os.walk(self.path(f"made/{name}")) for file in files) for name in names]
        self.assertLess(max(sizes), 10240)

    def test_is_the_same_each_time(self):
        self.ok("conformance", "write", "a", "--operator", "GatherND", "--quiet")
        self.ok("conformance", "write", "b", "--operator", "GatherND", "--quiet", "--threads", "1")
        for folder, _, files in os.walk(self.path("a")):
            for file in files:
                path = os.path.relpath(os.path.join(folder, file), self.path("a"))
                self.assertEqual(self.read("a/" + path), self.read("b/" + path), path)

    def test_some(self):
        names = self.ok("conformance", "write", "--list", "--operator", "ScatterND", "--opset", "13").decode().split()
        self.assertEqual({name.rsplit("_f32")[0] for name in names if "_f32" in name},
                         {"scatter_nd_11", "scatter_nd_13"})
        told = json.loads(self.ok("conformance", "write", "--list", "--operator", "Scatter", "--json"))
        self.assertEqual({(one["operator"], one["opset"]) for one in told["tests"]}, {("Scatter", 9)})
        told = json.loads(self.ok("conformance", "write", "made", "--operator", "Scatter", "--json", "--dry-run"))
        self.assertTrue(told["dry_run"])
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_refused(self):
        self.assertIn("FOLDER is missing", self.refused(2, "conformance", "write")[0])
        self.assertIn("after opset 8", self.refused(2, "conformance", "write", "x", "--operator", "Scatter", "--opset",
                                                    "8")[0])
        self.assertIn("'Add' is not one of", self.refused(2, "conformance", "write", "x", "--operator", "Add")[0])
        self.refused(4, "conformance", "write", "none/x")
        self.write("file", b"")
        self.assertIn("is not a folder", self.refused(4, "conformance", "write", "file")[0])

    def test_folder_that_is_there(self):
        words = ["conformance", "write", "made", "--operator", "Scatter", "--quiet"]
        os.mkdir(self.path("made"))
        subprocess.run([cli_case.PROGRAM, "conformance", "write", ".", *words[3:]], cwd=self.path("made"), check=True)
        shutil.rmtree(self.path("made/scatter_9_f64"))
        self.write("made/scatter_9_f64", b"a file")
        self.write("made/mine", b"kept")
        os.remove(self.path("made/scatter_9_f32/model.onnx"))
        self.assertEqual(self.refused(4, *words),
                         ["strew: made: is a folder that is not empty; --force writes into it"])
        self.ok(*words, "--force")
        self.assertEqual(self.read("made/mine"), b"kept")
        self.assertFalse([name for name in os.listdir(self.path("made")) if name.startswith(".")])
        self.assertEqual(self.run_json("made")["passed"], len(os.listdir(self.path("made"))) - 1)

    def test_changed_output(self):
        self.ok("conformance", "write", "made", "--operator", "GatherND", "--quiet")
        file = "made/gather_nd_13_f32_elements/test_data_set_0/output_0.pb"
        self.write(file, self.read(file)[:-8] + floats(7) + self.read(file)[-4:])
        told = self.run_json("made", code=1)
        self.assertEqual((told["failed"], told["message"], told["exit_code"]), (1, "1 test failed", 1))
        failed, = [one for one in told["tests"] if one["result"] == "fail"]
        self.assertEqual((failed["folder"], failed["data_set"]), ("made/gather_nd_13_f32_elements", "test_data_set_0"))
        self.assertEqual((failed["place"], failed["got"], failed["differing"], failed["elements"]), ([1], 3, 1, 3))
        self.assertEqual(failed["expected"], 7)
        done = self.run_strew("conformance", "run", "made", "--quiet")
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        self.assertEqual(done.stdout.decode(),
                         "fail         made/gather_nd_13_f32_elements/test_data_set_0: at [1]: expected 7, got 3; "
                         "1 of 3 elements differs\n")


class Compared(ConformanceCase):
    def with_output(self, output, *words):
        self.folder_of("one", files={"input_0.pb": DATA, "input_1.pb": INDICES, "output_0.pb": output})
        done = self.run_strew("conformance", "run", "one", *words)
        shutil.rmtree(self.path("one"))
        return done.returncode, done.stdout.decode().splitlines()[0]

    def test_form(self):
        self.assertEqual(self.with_output(tensor(FLOAT, [2, 1], floats(3, 1))),
                         (1, "fail         one/test_data_set_0: expected extents [2, 1], got [2]"))
        code, line = self.with_output(tensor(FLOAT, [10**9, 10**9], b""))
        self.assertEqual(code, 4)
        told = self.one("fail", 1, model=gather(output_type=INT32), files={
            "input_0.pb": DATA, "input_1.pb": INDICES, "output_0.pb": tensor(INT32, [2], bytes(8))})
        self.assertEqual(told["message"], "expected i32, got f32")

    def test_tolerance(self):
        near = tensor(FLOAT, [2], floats(3.001, 1))
        self.assertEqual(self.with_output(near)[0], 1)
        self.assertEqual(self.with_output(near, "--rtol", "1e-3")[0], 0)
        self.assertEqual(self.with_output(near, "--atol", "0.01")[0], 0)
        self.assertEqual(self.with_output(near, "--rtol", "1e-5", "--atol", "1e-7")[0], 1)
        self.refused(2, "conformance", "run", "x", "--rtol", "-1")
        self.refused(2, "conformance", "run", "x", "--atol", "much")

    def special(self, given, expected, *words):
        files = {"input_0.pb": tensor(FLOAT, [1], given), "input_1.pb": tensor(INT64, [1], longs(0)),
                 "output_0.pb": tensor(FLOAT, [1], expected)}
        self.folder_of("one", files=files)
        done = self.run_strew("conformance", "run", "one", *words)
        shutil.rmtree(self.path("one"))
        return done.returncode

    def test_special_values(self):
        nan, other_nan, infinity = b"\0\0\xc0\x7f", b"\1\0\xc0\xff", floats(float("inf"))
        self.assertEqual(self.special(nan, other_nan), 0)
        self.assertEqual(self.special(nan, other_nan, "--rtol", "1"), 0)
        self.assertEqual(self.special(floats(0), floats(-0.0)), 1)
        self.assertEqual(self.special(floats(0), floats(-0.0), "--atol", "0"), 0)
        self.assertEqual(self.special(infinity, floats(1), "--rtol", "9", "--atol", "9"), 1)
        self.assertEqual(self.special(infinity, infinity, "--rtol", "9"), 0)
        self.assertEqual(self.special(floats(1), nan, "--rtol", "9"), 1)


class Models(ConformanceCase):
    def test_unsupported(self):
        cases = {
            "operator 'Add' is not one of strew's": {"model": gather(op_type="Add")},
            "operator 'Gather' is of the domain 'com.x'": {"model": gather(domain="com.x")},
            "the graph has 2 nodes, not one": {"model": gather(nodes=2)},
            "the graph has 0 nodes, not one": {"model": gather(nodes=0)},
            "Gather-13: it has no attribute 'batch'": {"model": gather(attributes=[integer("batch", 1)])},
        }
        for message_text, more in cases.items():
            self.assertEqual(self.one("unsupported", 1, **more)["message"], message_text)
        told = self.one("unsupported", 1, model=gather(graph_inputs=(("x", STRING), ("i", INT64))))
        self.assertTrue(told["message"].startswith("'x': "), told)
        told = self.one("unsupported", 1, model=gather(op_type="ScatterND", opset=10))
        self.assertEqual(told["message"], "ScatterND needs opset 11, and the model imports opset 10")

    def test_nothing_run(self):
        self.folder_of("one", model=gather(op_type="Add"))
        told = self.run_json("one", code=1)
        self.assertEqual(told["message"], "no test was run")
        self.folder_of("two")
        self.assertEqual(self.run_json("one", "two")["status"], "ok")

    def test_refused_node(self):
        bad = {"input_0.pb": DATA, "input_1.pb": tensor(INT64, [2], longs(2, 3)), "output_0.pb": OUTPUT}
        told = self.one("fail", 1, files=bad)
        self.assertEqual(told["rule"], "IX1")
        self.assertTrue(told["message"].startswith("strew refuses the node: Gather-13: "), told)

    def test_initializers(self):
        files = {"input_0.pb": DATA, "output_0.pb": OUTPUT}
        indices = tensor(INT64, [2], longs(2, 0), "i")
        only = gather(graph_inputs=(("x", FLOAT),), initializers=[indices])
        self.one("pass", 0, model=only, files=files)
        both = gather(initializers=[indices], version=3)
        self.one("pass", 0, model=both, files=files)
        other = gather(initializers=[tensor(INT64, [2], longs(1, 1), "i")])
        self.one("fail", 1, model=other, files=files)
        self.one("pass", 0, model=other)  # the file counts
        told = self.one("error", 4, files=files)
        self.assertEqual(told["message"], "there is no input_1.pb, and 'i' has no initializer")
        self.one("error", 4, model=gather(graph_inputs=(("x", FLOAT),)), files=files)

    def test_elements_in_another_file(self):
        def external(data_type, dims, name, location):
            return message(*[(1, dim) for dim in dims], (2, data_type), (8, name),
                           (13, message((1, "location"), (2, location))), (14, 1))

        self.folder_of("one", model=gather(graph_inputs=(("x", FLOAT),),
                                           initializers=[external(INT64, [2], "i", "indices.bin")]),
                       files={"input_0.pb": external(FLOAT, [3], "x", "data.bin"), "output_0.pb": OUTPUT})
        self.write("one/test_data_set_0/data.bin", floats(1, 2, 3))
        self.assertIn("indices.bin", self.run_json("one", code=4)["tests"][0]["message"])
        self.write("one/indices.bin", longs(2, 0))
        self.assertEqual(self.run_json("one")["passed"], 1)

    def test_missing_input(self):
        append = {"op_type": "TensorScatter", "opset": 24, "attributes": [integer("axis", 1)]}
        cache, update = tensor(FLOAT, [1, 3], floats(1, 2, 3)), tensor(FLOAT, [1, 1], floats(9))
        graph_inputs = (("c", FLOAT), ("u", FLOAT))
        files = {"input_0.pb": cache, "input_1.pb": update, "output_0.pb": tensor(FLOAT, [1, 3], floats(9, 2, 3))}
        for inputs in (("c", "u"), ("c", "u", "")):
            self.one("pass", 0, model=gather(inputs, graph_inputs, **append), files=files)

    def test_early_model(self):
        self.one("pass", 0, model=gather(opset=0, version=2))
        self.assertIn("imports no opset", self.one("error", 4, model=gather(opset=0))["message"])
        attribute = message((1, "axis"), (3, 0))  # without a type
        self.one("pass", 0, model=gather(attributes=[attribute]))

    def test_several_data_sets(self):
        self.folder_of("one")
        for number, output in ((2, OUTPUT), (10, tensor(FLOAT, [2], floats(3, 2)))):
            os.mkdir(self.path(f"one/test_data_set_{number}"))
            for name, data in {"input_0.pb": DATA, "input_1.pb": INDICES, "output_0.pb": output}.items():
                self.write(f"one/test_data_set_{number}/{name}", data)
        self.assertEqual(self.run_json("one", code=1)["tests"][0]["data_set"], "test_data_set_10")


class Unreadable(ConformanceCase):
    def test_the_rest_is_run(self):
        self.folder_of("all/a", model=b"not a model")
        self.folder_of("all/b")
        self.folder_of("all/c/d", files={"input_0.pb": DATA, "input_1.pb": INDICES})
        self.folder_of("all/e", files={"input_0.pb": DATA, "input_1.pb": INDICES, "output_0.pb": OUTPUT,
                                       "input_2.pb": DATA})
        os.mkdir(self.path("all/f"))
        self.write("all/f/model.onnx", gather())
        self.folder_of("all/g", files={"input_0.pb": DATA, "input_1.pb": OUTPUT, "output_0.pb": OUTPUT})
        done = self.run_strew("conformance", "run", "all", "missing")
        self.assertEqual(done.returncode, 4)
        self.assertEqual(done.stdout.decode().splitlines(), [
            "error        all/a", "pass         all/b", "error        all/c/d/test_data_set_0",
            "error        all/e/test_data_set_0", "error        all/f", "error        all/g/test_data_set_0",
            "error        missing", "1 passed, 0 failed, 0 unsupported, 6 not readable"])
        self.assertEqual(done.stderr.decode().splitlines(), [
            "strew: all/a/model.onnx: is not the message of protobuf that ONNX has there",
            "strew: all/c/d/test_data_set_0/output_0.pb: cannot be opened: No such file or directory",
            "strew: all/e/test_data_set_0/input_2.pb: the graph has 2 inputs",
            "strew: all/f: it has no test_data_set_0",
            "strew: all/g/test_data_set_0/input_1.pb: its elements are FLOAT (1), but 'i' of the graph has INT64 (7)",
            "strew: missing: cannot be listed: No such file or directory"])
        told = self.run_json("all", code=4)
        self.assertEqual((told["unreadable"], told["exit_code"], told["kind"]), (5, 4, "file"))
        self.assertEqual(told["tests"][0]["kind"], "format")

    def test_no_test(self):
        os.mkdir(self.path("empty"))
        self.assertEqual(self.refused(4, "conformance", "run", "empty"),
                         ["strew: empty: is no test folder, and has none: there is no model.onnx"])

    def test_links_are_not_followed(self):
        self.folder_of("all/a")
        os.symlink("..", self.path("all/loop"))
        self.assertEqual(self.run_json("all")["passed"], 1)
        os.symlink("all", self.path("link"))
        self.assertEqual(self.run_json("link")["passed"], 1)
        os.mkfifo(self.path("all/a/test_data_set_0/input_0.pb.new"))
        os.replace(self.path("all/a/test_data_set_0/input_0.pb.new"), self.path("all/a/test_data_set_0/input_0.pb"))
        self.assertEqual(self.run_json("all", code=4)["tests"][0]["message"], "is a pipe; only a regular file is read in any order")

    def test_names_are_escaped(self):
        self.folder_of("one", model=gather(op_type="\x1b[31m"))
        done = self.run_strew("conformance", "run", "one")
        self.assertNotIn(b"\x1b", done.stdout)

    def test_any_bytes(self):
        """Each file cut short, and with one byte changed."""
        draw = random.Random(3)
        attributes = [integer("axis", 0)]
        whole = {"model.onnx": gather(attributes=attributes), "test_data_set_0/input_0.pb": DATA,
                 "test_data_set_0/input_1.pb": INDICES, "test_data_set_0/output_0.pb": OUTPUT}
        count = 0
        for file, data in whole.items():
            for at in range(draw.randrange(3), len(data), 3 * cli_case.ONE_IN):
                changed = data[:at] + bytes([draw.randrange(256)]) + data[at + 1:]
                for made in (data[:at], changed):
                    self.folder_of(f"all/{count}", model=whole["model.onnx"])
                    self.write(f"all/{count}/{file}", made)
                    count += 1
        done = self.run_strew("conformance", "run", "all", "--json")
        self.assertIn(done.returncode, (1, 4))
        told = json.loads(done.stdout)
        self.assertEqual(len(told["tests"]), count)
        self.assertGreater(told["unreadable"], count // 4)


class WithoutProtobuf(ConformanceCase):
    """The program of the wheel."""

    def test_it_says_so(self):
        lines = self.refused(2, "conformance", "run", "x")
        self.assertTrue(lines[0].startswith("strew: this strew was built without protobuf"), lines)


def load_tests(loader, standard, _pattern):
    said = subprocess.run([cli_case.PROGRAM, "conformance", "write", "--list"], stderr=subprocess.PIPE,
                          stdout=subprocess.DEVNULL, check=False).stderr
    if b"built without protobuf" in said:
        return loader.loadTestsFromTestCase(WithoutProtobuf)
    kept = unittest.TestSuite()
    for suite in standard:
        kept.addTests(one for one in suite if not isinstance(one, WithoutProtobuf))
    return kept


if __name__ == "__main__":
    cli_case.main()
