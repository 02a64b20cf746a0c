#!/usr/bin/env python3
"""Every operator on the command line: the examples that other systems print, each option, each refusal."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402


class OperatorCase(CliCase):
    def gather(self, name, data, indices, *options):
        """Arrays are (code, shape, values); returns shape and values of the output."""
        self.array("data.npy", *data)
        self.array("ix.npy", *indices)
        self.ok(name, "data.npy", "ix.npy", *options, "-o", "out.npy")
        return self.output()

    def scatter(self, name, data, indices, updates, *options):
        self.array("data.npy", *data)
        self.array("ix.npy", *indices)
        self.array("up.npy", *updates)
        self.ok(name, "data.npy", "ix.npy", "up.npy", *options, "-o", "out.npy")
        return self.output()

    def append(self, cache, updates, write_indices, *options):
        self.array("cache.npy", *cache)
        self.array("up.npy", *updates)
        operands = ["cache.npy", "up.npy"]
        if write_indices is not None:
            self.array("at.npy", *write_indices)
            operands.append("at.npy")
        self.ok("tensor-scatter", *operands, *options, "-o", "out.npy")
        return self.output()


class Gather(OperatorCase):
    def test_bnns_gather_with_a_vector(self):
        self.assertEqual(self.gather("gather", ("f4", [8], [10, 20, 30, 40, 50, 60, 70, 80]), ("i4", [4], [1, 3, 7, 5])),
                         ([4], [20, 40, 80, 60]))

    def test_axis_and_indices_of_any_rank(self):
        data = ("i4", [2, 3], [0, 1, 2, 3, 4, 5])
        self.assertEqual(self.gather("gather", data, ("i8", [], [-1])), ([3], [3, 4, 5]))
        self.assertEqual(self.gather("gather", data, ("i8", [2, 2], [0, 2, 1, 0]), "--axis", "1"),
                         ([2, 2, 2], [0, 2, 1, 0, 3, 5, 4, 3]))
        self.assertEqual(self.gather("gather", data, ("u1", [1], [2]), "--axis", "-1"), ([2, 1], [2, 5]))

    def test_batch_dims(self):
        data = ("i4", [2, 3], [0, 1, 2, 3, 4, 5])
        self.assertEqual(self.gather("gather", data, ("i8", [2, 2], [0, 2, 1, 0]), "--axis=1", "--batch-dims=1"),
                         ([2, 2], [0, 2, 4, 3]))

    def test_onnx_gather_elements(self):
        data = ("i4", [3, 3], range(1, 10))
        self.assertEqual(self.gather("gather-elements", data, ("i8", [2, 3], [-1, -2, 0, -2, 0, 0])),
                         ([2, 3], [7, 5, 3, 4, 2, 3]))

    def test_directml_gather_elements(self):
        data = ("f4", [3, 3], range(1, 10))
        self.assertEqual(self.gather("gather-elements", data, ("u4", [2, 3], [1, 2, 0, 2, 0, 0])),
                         ([2, 3], [4, 8, 3, 7, 2, 3]))

    def test_bnns_gather_with_a_matrix(self):
        data = ("f4", [3, 3], [10, 20, 30, 40, 50, 60, 70, 80, 90])
        self.assertEqual(self.gather("gather-elements", data, ("i4", [3, 2], [0, 1, 2, 0, 1, 1]), "--axis", "1"),
                         ([3, 2], [10, 20, 60, 40, 80, 80]))

    def test_one_policy_for_all(self):
        """Each system's rule for the same indices, in each gather."""
        rules = {("clamp", "from_end"): [10, 50, 10, 50, 50, 50], ("clamp", "invalid"): [10, 10, 10, 50, 50, 50],
                 ("wrap", "from_end"): [50, 50, 10, 50, 10, 50], ("wrap", "invalid"): [50, 50, 10, 50, 10, 50],
                 ("fill", "invalid"): [99, 99, 10, 50, 99, 99], ("fill", "from_end"): [99, 50, 10, 50, 99, 99]}
        bad = {"from_end": "position 0: component 0 is -6, outside [-5, 4] (axis 0 of extent 5); 3 of 6 positions are bad",
               "invalid": "position 0: component 0 is -6, outside [0, 4] (axis 0 of extent 5); 4 of 6 positions are bad"}
        data = ("i4", [5], [10, 20, 30, 40, 50])
        for name, shape in (("gather", [6]), ("gather-elements", [6]), ("gather-nd", [6, 1])):
            indices = ("i8", shape, [-6, -1, 0, 4, 5, 9])
            for (policy, negative), values in rules.items():
                more = ["--fill-value", "99"] if policy == "fill" else []
                self.assertEqual(self.gather(name, data, indices, "--out-of-bounds", policy, "--negative-indices",
                                             negative, *more), ([6], values), (name, policy, negative))
            for negative, message in bad.items():
                lines = self.refused(3, name, "data.npy", "ix.npy", "--negative-indices", negative, "-o", "no.npy")
                self.assertEqual(lines[0], f"strew: ix.npy: {message}", name)


class Scatter(OperatorCase):
    def test_bnns_scatter_sum(self):
        self.assertEqual(self.scatter("scatter", ("f4", [8], [10, 20, 30, 40, 50, 60, 70, 80]), ("i4", [4], [1, 3, 7, 5]),
                                      ("f4", [4], [2, 4, 6, 8]), "--reduction", "add"),
                         ([8], [10, 22, 30, 44, 50, 68, 70, 86]))

    def test_axis_and_batch_dims(self):
        data = ("i4", [2, 3], [0] * 6)
        self.assertEqual(self.scatter("scatter", data, ("i8", [2], [2, 0]), ("i4", [2, 2], [1, 2, 3, 4]), "--axis", "1"),
                         ([2, 3], [2, 0, 1, 4, 0, 3]))
        self.assertEqual(self.scatter("scatter", data, ("i8", [2, 1], [2, 0]), ("i4", [2, 1], [1, 2]), "--axis", "-1",
                                      "--batch-dims", "1"), ([2, 3], [0, 0, 1, 2, 0, 0]))

    def test_onnx_scatter_elements(self):
        self.assertEqual(self.scatter("scatter-elements", ("f8", [3, 3], [0] * 9), ("i8", [2, 3], [1, 0, 2, 0, 2, 1]),
                                      ("f8", [2, 3], [1.0, 1.1, 1.2, 2.0, 2.1, 2.2])),
                         ([3, 3], [2.0, 1.1, 0, 1.0, 0, 2.2, 0, 2.1, 1.2]))
        row = ("f8", [1, 5], [1, 2, 3, 4, 5])
        self.assertEqual(self.scatter("scatter-elements", row, ("i8", [1, 2], [1, -3]), ("f8", [1, 2], [1.1, 2.1]),
                                      "--axis", "1")[1], [1, 1.1, 2.1, 4, 5])
        for name, value in (("add", 5.2), ("mul", 4.62), ("max", 2.1), ("min", 1.1)):
            values = self.scatter("scatter-elements", row, ("i8", [1, 2], [1, 1]), ("f8", [1, 2], [1.1, 2.1]), "--axis",
                                  "1", "--reduction", name)[1]
            self.assertAlmostEqual(values[1], value if name != "max" else 2.1, places=12, msg=name)

    def test_directml_scatter(self):
        self.assertEqual(self.scatter("scatter-elements", ("f4", [5], [0, 1, 2, 3, 4]), ("u4", [4], [3, 1, 3, 0]),
                                      ("f4", [4], [5, 6, 7, 8])), ([5], [8, 6, 2, 7, 4]))

    def test_bnns_scatter_with_a_matrix(self):
        self.assertEqual(self.scatter("scatter-elements", ("f4", [5, 3], [0] * 15),
                                      ("i4", [3, 3], [4, 2, 3, 0, 0, 0, 2, 4, 4]),
                                      ("f4", [3, 3], [10, 20, 30, 40, 50, 60, 70, 80, 90]))[1],
                         [40, 50, 60, 0, 0, 0, 70, 20, 0, 0, 0, 30, 10, 80, 90])

    def test_openvino_scatter_elements(self):
        operands = (("i4", [4], [2, 3, 4, 6]), ("i8", [6], [1, 0, 0, -2, -1, 2]), ("i4", [6], [10, 20, 30, 40, 70, 60]))
        self.assertEqual(self.scatter("scatter-elements", *operands, "--reduction=add")[1], [52, 13, 104, 76])
        self.assertEqual(self.scatter("scatter-elements", *operands, "--reduction=add", "--exclude-self")[1],
                         [50, 10, 100, 70])

    def test_skip_clamp_and_wrap(self):
        for name, shape in (("scatter", [3]), ("scatter-elements", [3]), ("scatter-nd", [3, 1])):
            for policy, values in (("skip", [10, 3, 30]), ("clamp", [1, 3, 2]), ("wrap", [10, 3, 1])):
                found = self.scatter(name, ("i4", [3], [10, 20, 30]), ("i8", shape, [-4, 7, 1]), ("i4", [3], [1, 2, 3]),
                                     "--out-of-bounds", policy)
                self.assertEqual(found, ([3], values), (name, policy))


class ReductionOptions(OperatorCase):
    def reduced(self, code, *options):
        found = {tuple(self.scatter(name, (code, [3], [1, 2, 3]), ("i8", shape, [0, 0, 2]), (code, [3], [4, 5, 6]),
                                    *options)[1])
                 for name, shape in (("scatter", [3]), ("scatter-elements", [3]), ("scatter-nd", [3, 1]))}
        self.assertEqual(len(found), 1, options)
        return list(found.pop())

    def test_every_reduction_with_and_without_the_old_value(self):
        expected = {"none": ([5, 2, 6], [5, 2, 6]), "add": ([10, 2, 9], [9, 2, 6]), "sub": ([-8, 2, -3], [-1, 2, 6]),
                    "mul": ([20, 2, 18], [20, 2, 6]), "mean": ([3, 2, 4], [4, 2, 6]), "max": ([5, 2, 6], [5, 2, 6]),
                    "min": ([1, 2, 3], [4, 2, 6]), "and": ([0, 2, 2], [4, 2, 6]), "or": ([5, 2, 7], [5, 2, 6]),
                    "xor": ([0, 2, 5], [1, 2, 6])}
        for name, (with_old, without_old) in expected.items():
            self.assertEqual(self.reduced("i4", "--reduction", name), with_old, name)
            self.assertEqual(self.reduced("i4", "--reduction", name, "--exclude-self"), without_old, name)
        self.assertEqual(self.reduced("f8", "--reduction", "mean"), [10 / 3, 2, 4.5])
        self.assertEqual(self.reduced("f8", "--reduction", "mean", "--exclude-self"), [4.5, 2, 6])

    def test_integer_mean_is_the_floor(self):
        self.assertEqual(self.scatter("scatter", ("i4", [1], [0]), ("i8", [1], [0]), ("i4", [1], [-3]), "--reduction=mean"),
                         ([1], [-2]))

    def test_accumulate(self):
        ones = (("f2", [1], [2048]), ("u1", [4], [0] * 4), ("f2", [4], [1] * 4), "--reduction=add")
        self.assertEqual(self.scatter("scatter", *ones)[1], [2052])
        self.assertEqual(self.scatter("scatter", *ones, "--accumulate", "wide")[1], [2052])
        self.assertEqual(self.scatter("scatter", *ones, "--accumulate", "native")[1], [2048])
        mean = (("i1", [1], [0]), ("u1", [2], [0, 0]), ("i1", [2], [100, 100]), "--reduction=mean", "--exclude-self")
        self.assertEqual(self.scatter("scatter", *mean)[1], [100])
        self.assertEqual(self.scatter("scatter", *mean, "--accumulate", "native")[1], [-28])

    def test_unordered(self):
        self.assertEqual(self.reduced("f4", "--reduction", "add", "--unordered"), [10, 2, 9])
        problem = ["explain", "scatter", "data.npy", "ix.npy", "up.npy", "--reduction", "add", "--json"]
        self.array("ix.npy", "i8", [3], [0, 0, 2])
        ordered, unordered = (json.loads(self.ok(*problem, *more))["problem"] for more in ([], ["--unordered"]))
        self.assertNotEqual(ordered, unordered)

    def test_reductions_that_a_type_lacks(self):
        self.array("data.npy", "f4", [3], [1, 2, 3])
        self.array("ix.npy", "i8", [1], [0])
        self.array("up.npy", "f4", [1], [1])
        lines = self.refused(3, "scatter", "data.npy", "ix.npy", "up.npy", "--reduction", "xor", "-o", "out.npy")
        self.assertRegex(lines[0], r"^strew: data\.npy: reduction xor is not defined for f32 \(TY4\)$")
        self.assertEqual(lines[1], "hint: strew caps lists the reductions of each type")


class TensorScatter(OperatorCase):
    cache = ("i4", [2, 3, 2], range(12))
    updates = ("i4", [2, 2, 2], range(100, 108))

    def test_linear(self):
        self.assertEqual(self.append(self.cache, self.updates, ("i8", [2], [1, 0])),
                         ([2, 3, 2], [0, 1, 100, 101, 102, 103, 104, 105, 106, 107, 10, 11]))

    def test_circular(self):
        self.assertEqual(self.append(self.cache, self.updates, ("i8", [2], [2, 4]), "--mode", "circular"),
                         ([2, 3, 2], [102, 103, 2, 3, 100, 101, 6, 7, 104, 105, 106, 107]))

    def test_without_write_indices(self):
        self.assertEqual(self.append(self.cache, self.updates, None),
                         ([2, 3, 2], [100, 101, 102, 103, 4, 5, 104, 105, 106, 107, 10, 11]))

    def test_axis(self):
        updates = ("i4", [2, 3, 1], range(100, 106))
        self.assertEqual(self.append(self.cache, updates, ("u1", [2], [1, 0]), "--axis", "2"),
                         ([2, 3, 2], [0, 100, 2, 101, 4, 102, 103, 7, 104, 9, 105, 11]))

    def test_fortran_cache(self):
        self.array("cache.npy", "i4", [2, 2], [1, 3, 2, 4], fortran=True)
        self.array("up.npy", "i4", [2, 1], [8, 9])
        self.array("at.npy", "i8", [2], [1, 0])
        self.ok("tensor-scatter", "cache.npy", "up.npy", "at.npy", "--axis", "1", "-o", "out.npy")
        self.assertEqual(self.output(), ([2, 2], [1, 8, 9, 4]))

    def refused_append(self, at, *options):
        self.array("cache.npy", *self.cache)
        self.array("up.npy", *self.updates)
        self.array("at.npy", *at)
        self.write("out.npy", b"as it was")
        lines = self.refused(3, "tensor-scatter", "cache.npy", "up.npy", "at.npy", *options, "-o", "out.npy")
        self.assertEqual(self.read("out.npy"), b"as it was")
        return lines

    def test_index_errors(self):
        self.assertEqual(self.refused_append(("i8", [2], [0, 2])), [
            "strew: at.npy: position 1: component 0 is 2, outside [0, 1] (axis 1 of extent 3); 1 of 2 positions is bad",
            "hint: all rows of the updates must lie in the cache; --mode circular goes on at its beginning"])
        self.assertEqual(self.refused_append(("i8", [2], [-1, 2]), "--mode", "circular"), [
            "strew: at.npy: position 0: component 0 is -1, below 0 (axis 1 of extent 3); 1 of 2 positions is bad",
            "hint: write indices count from 0; none counts from the end"])

    def test_shape_errors(self):
        self.assertRegex(self.refused_append(("i8", [3], [0, 0, 0]))[0], r"^strew: at\.npy: .*\[3\].*\[2\] \(TS6\)$")
        self.assertRegex(self.refused_append(("i8", [2], [0, 0]), "--axis", "0")[0], r"\(TS3\)$")
        self.assertRegex(self.refused_append(("i8", [2], [0, 0]), "--axis", "3")[0], r"\(TS2\)$")
        self.assertRegex(self.refused_append(("f4", [2], [0, 0]))[0], r"^strew: at\.npy: .*f32.*\(TY3\)$")
        self.assertRegex(self.refused_append(("i8", [2], [0, 0]), "--axis", "2")[0], r"^strew: up\.npy: .*\(TS4\)$")

    def test_it_has_no_other_options(self):
        self.array("cache.npy", *self.cache)
        self.array("up.npy", *self.updates)
        for more in (["--reduction", "add"], ["--out-of-bounds", "wrap"], ["--batch-dims", "1"], ["--mode", "round"],
                     ["--duplicates", "error"], ["a.npy", "b.npy"]):
            self.refused(2, "tensor-scatter", "cache.npy", "up.npy", *more, "-o", "out.npy")
        self.refused(2, "tensor-scatter", "cache.npy", "-o", "out.npy")
        self.refused(4, "tensor-scatter", "cache.npy", "up.npy", "", "-o", "out.npy")


class Duplicates(OperatorCase):
    def refused_duplicates(self, name, data, indices, updates, *options):
        self.array("data.npy", *data)
        self.array("ix.npy", *indices)
        self.array("up.npy", *updates)
        self.write("out.npy", b"as it was")
        arguments = [name, "data.npy", "ix.npy", "up.npy", "--duplicates", "error", *options, "-o", "out.npy"]
        lines = self.refused(3, *arguments)
        self.assertEqual(self.read("out.npy"), b"as it was")
        return lines, json.loads(self.run_strew(*arguments, "--json").stdout)

    def test_both_positions_are_named(self):
        lines, error = self.refused_duplicates("scatter", ("i4", [4], [0] * 4), ("i8", [2, 2], [3, 1, 0, -3]),
                                               ("i4", [2, 2], [1, 2, 3, 4]))
        self.assertEqual(lines, [
            "strew: ix.npy: position 3 (1, 1), index -3, writes a cell that position 1 (0, 1) wrote",
            "hint: --duplicates allow applies both, in row-major order of the positions"])
        wanted = {"rule": "IX2", "kind": "index", "exit_code": 3, "position": 3, "coordinates": [1, 1], "tuple": [-3],
                  "other_position": 1, "other_coordinates": [0, 1], "positions": 4}
        self.assertEqual({key: error[key] for key in wanted}, wanted)

    def test_tuples(self):
        lines, _ = self.refused_duplicates("scatter-nd", ("i4", [2, 2], [0] * 4), ("u4", [3, 2], [1, 0, 0, 1, 1, 0]),
                                           ("i4", [3], [1, 2, 3]), "--reduction", "add")
        self.assertEqual(lines[0], "strew: ix.npy: position 2, tuple (1, 0), writes a cell that position 0 wrote")

    def test_elements(self):
        lines, _ = self.refused_duplicates("scatter-elements", ("i4", [2, 2], [0] * 4), ("i8", [2, 2], [0, 1, 0, 1]),
                                           ("i4", [2, 2], [1, 2, 3, 4]), "--axis", "0")
        self.assertEqual(lines[0],
                         "strew: ix.npy: position 2 (1, 0), index 0, writes a cell that position 0 (0, 0) wrote")

    def test_none_is_refused_where_none_collide(self):
        self.assertEqual(self.scatter("scatter", ("i4", [3], [0] * 3), ("i8", [3], [2, 0, 9]), ("i4", [3], [1, 2, 3]),
                                      "--duplicates", "error", "--out-of-bounds", "skip"), ([3], [2, 0, 1]))


class Refusals(OperatorCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "i4", [2, 3], range(6))
        self.array("ix.npy", "i8", [2, 3], [0, 1, 1, 0, 0, 1])
        self.array("up.npy", "i4", [2, 3], range(6))
        self.write("out.npy", b"as it was")

    def tearDown(self):
        self.assertEqual(self.read("out.npy"), b"as it was")

    def gathers(self, code, name, *more):
        return self.refused(code, name, "data.npy", "ix.npy", *more, "-o", "out.npy")

    def scatters(self, code, name, *more):
        return self.refused(code, name, "data.npy", "ix.npy", "up.npy", *more, "-o", "out.npy")

    def test_shapes(self):
        self.assertRegex(self.gathers(3, "gather", "--axis", "2")[0], r"^strew: axis is 2, outside \[-2, 1\] \(AX2\)$")
        self.assertRegex(self.gathers(3, "gather", "--batch-dims", "1")[0], r"^strew: batch_dims is 1, .*\(AX3\)$")
        self.assertRegex(self.gathers(3, "gather-elements", "--axis", "-3")[0], r"\(EL2\)$")
        self.assertRegex(self.scatters(3, "scatter")[0], r"^strew: up\.npy: .*\(AX5\)$")
        self.array("up.npy", "i4", [2, 2], range(4))
        self.assertRegex(self.scatters(3, "scatter-elements")[0], r"^strew: up\.npy: .*\(EL3\)$")
        self.array("ix.npy", "i8", [2, 4], [0] * 8)
        self.assertRegex(self.gathers(3, "gather-elements")[0], r"^strew: ix\.npy: .*4.*3.*\(EL4\)$")
        self.array("ix.npy", "i8", [2], [0, 0])
        self.assertRegex(self.gathers(3, "gather-elements")[0], r"^strew: ix\.npy: .*\(EL1\)$")

    def test_types(self):
        self.array("up.npy", "f4", [2, 3], range(6))
        self.assertRegex(self.scatters(3, "scatter-elements")[0], r"^strew: up\.npy: .*f32.*i32.*\(TY2\)$")
        self.array("ix.npy", "f4", [2, 3], [0] * 6)
        for name in ("gather", "gather-elements"):
            self.assertRegex(self.gathers(3, name)[0], r"^strew: ix\.npy: .*f32.*\(TY3\)$")

    def test_indices(self):
        self.array("ix.npy", "i8", [2, 3], [0, 1, 1, 0, 7, 9])
        message = "strew: ix.npy: position 4 (1, 1): component 0 is 7, outside [-2, 1] (axis 0 of extent 2); 2 of 6 positions are bad"
        self.assertEqual(self.gathers(3, "gather-elements")[0], message)
        self.assertEqual(self.scatters(3, "scatter-elements")[0], message)
        self.assertEqual(self.gathers(3, "gather")[0], message)

    def test_usage(self):
        for name in ("gather", "gather-elements"):
            for more in (["--axis", "x"], ["--axis", "1.5"], ["--reduction", "add"], ["--exclude-self"],
                         ["--duplicates", "error"], ["--accumulate", "wide"], ["--unordered"], ["--mode", "linear"],
                         ["--out-of-bounds", "skip"]):
                self.gathers(2, name, *more)
        for name in ("scatter", "scatter-elements", "scatter-nd"):
            for more in (["--reduction", "div"], ["--accumulate", "narrow"], ["--duplicates", "drop"],
                         ["--fill-value", "1"], ["--out-of-bounds", "fill"], ["--mode", "linear"]):
                self.scatters(2, name, *more)
        for name in ("gather-elements", "gather-nd"):
            self.gathers(2, name, "--axis=0" if name == "gather-nd" else "--batch-dims=0")

    def test_dry_run_and_json(self):
        runs = {"gather": ([2, 3, 3], 6), "gather-elements": ([2, 3], 6), "scatter-elements": ([2, 3], 6)}
        for name, (extents, positions) in runs.items():
            operands = ["data.npy", "ix.npy"] + (["up.npy"] if name.startswith("scatter") else [])
            text = self.ok(name, *operands, "--dry-run", "-o", "out.npy").decode()
            self.assertTrue(text.startswith(f"would write out.npy: i32 {extents}, "), text)
            result = json.loads(self.ok(name, *operands, "--dry-run", "--json", "-o", "out.npy"))
            self.assertEqual((result["operator"], result["dry_run"]), (name, True))
            self.assertEqual((result["output"]["extents"], result["positions"]), (extents, positions))

    def test_explain(self):
        self.array("rows.npy", "i8", [2], [1, 0])
        calls = {"gather": ["rows.npy"], "gather-elements": ["ix.npy"], "scatter": ["rows.npy", "up.npy"],
                 "scatter-elements": ["ix.npy", "up.npy"], "tensor-scatter": ["up.npy", "rows.npy", "--axis", "1"]}
        for name, operands in calls.items():
            text = self.ok("explain", name, "data.npy", *operands).decode()
            self.assertRegex(text, r"^in short     .+\noperator     .+\n(.+\n)*output       i32 \[2, 3\]\n(.+\n)*problem      .+\n$", name)
            found = json.loads(self.ok("explain", name, "data.npy", *operands, "--json"))
            self.assertEqual((found["operator"], found["operands"]["output"]["extents"]), (name, [2, 3]))
        found = json.loads(self.ok("explain", "tensor-scatter", "data.npy", "up.npy", "--axis", "1", "--json"))
        self.assertEqual(found["positions"], 0)
        self.assertEqual(list(found["operands"]), ["data", "updates", "output"])
        self.refused(3, "explain", "scatter", "data.npy", "rows.npy", "up.npy", "--axis", "1")


if __name__ == "__main__":
    cli_case.main()
