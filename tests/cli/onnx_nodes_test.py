#!/usr/bin/env python3
"""strew explain --onnx: the node of ONNX that does what a call does, as a model, or what is in the way of one."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
import npy_io  # noqa: E402
from cli_case import CliCase  # noqa: E402

LAST_WINS = "# where indices repeat, ONNX leaves open which update stays; strew keeps the last one\n"
ORDER = ("# ONNX leaves open in which order updates are combined, and so what is rounded; strew has the order of the "
         "indices\n")  # fmt: skip


def model(ir_version, opset, graph, node, domain=""):
    """The lines of a model behind its comments."""
    return f'<\n   ir_version: {ir_version},\n   opset_import: ["{domain}" : {opset}]\n>\n{graph} {{\n   {node}\n}}\n'


class OnnxNodes(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "f4", [4, 2], range(8))
        self.array("rows.npy", "i8", [3], [3, -4, 3])
        self.array("tuples.npy", "i8", [3, 1], [3, -4, 3])
        self.array("updates.npy", "f4", [3, 2], range(6))
        self.array("places.npy", "i4", [2, 2], [1, 0, 0, 1])
        self.array("marks.npy", "f4", [2, 2], range(4))

    def node(self, *words):
        return self.ok("explain", *words, "--onnx").decode()

    def refused_node(self, code, *words):
        return self.refused(code, "explain", *words, "--onnx")


class Printed(OnnxNodes):
    def test_gathers(self):
        self.assertEqual(self.node("gather", "data.npy", "rows.npy"),
                         "# Gather-11, in models of opset 11 and later\n" +
                         model(6, 11, "gather (float[4,2] data, int64[3] indices) => (float[3,2] output)",
                               "output = Gather <axis: int = 0> (data, indices)"))
        self.assertEqual(self.node("gather-elements", "data.npy", "places.npy", "--axis", "-1"),
                         "# GatherElements-11, in models of opset 11 and later\n"
                         "# the indices are smaller than the data beside the axis: ONNX leaves open whether they may be\n" +
                         model(6, 11, "gather_elements (float[4,2] data, int32[2,2] indices) => (float[2,2] output)",
                               "output = GatherElements <axis: int = -1> (data, indices)"))
        self.assertEqual(self.node("gather-nd", "data.npy", "tuples.npy"),
                         "# GatherND-11, in models of opset 11 and later\n" +
                         model(6, 11, "gather_nd (float[4,2] data, int64[3,1] indices) => (float[3,2] output)",
                               "output = GatherND (data, indices)"))
        self.array("batched.npy", "i8", [4, 1], [0, 1, 1, 0])
        self.assertEqual(self.node("gather-nd", "data.npy", "batched.npy", "--batch-dims", "1"),
                         "# GatherND-12, in models of opset 12 and later\n" +
                         model(7, 12, "gather_nd (float[4,2] data, int64[4,1] indices) => (float[4] output)",
                               "output = GatherND <batch_dims: int = 1> (data, indices)"))

    def test_scatters(self):
        graph = "scatter_nd (float[4,2] data, int64[3,1] indices, float[3,2] updates) => (float[4,2] output)"
        call = ("scatter-nd", "data.npy", "tuples.npy", "updates.npy")
        self.assertEqual(self.node(*call), "# ScatterND-11, in models of opset 11 and later\n" + LAST_WINS +
                         model(6, 11, graph, "output = ScatterND (data, indices, updates)"))
        self.assertEqual(self.node(*call, "--reduction", "add"), "# ScatterND-16, in models of opset 16 and later\n" + ORDER +
                         model(8, 16, graph, 'output = ScatterND <reduction: string = "add"> (data, indices, updates)'))
        self.assertEqual(self.node("scatter-elements", "data.npy", "places.npy", "marks.npy", "--reduction", "min"),
                         "# ScatterElements-18, in models of opset 18 and later\n"
                         "# ONNX leaves open what min of NaN is; strew keeps NaN, and takes -0 as less than +0\n" +
                         model(8, 18, "scatter_elements (float[4,2] data, int32[2,2] indices, float[2,2] updates) => "
                                      "(float[4,2] output)",
                               'output = ScatterElements <axis: int = 0, reduction: string = "min"> (data, indices, updates)'))

    def test_a_scalar_and_no_elements(self):
        self.array("row.npy", "i8", [], [1])
        self.array("none.npy", "i8", [0], [])
        self.assertIn("int64 indices) => (float[2] output)", self.node("gather", "data.npy", "row.npy"))
        self.assertIn("int64[0] indices) => (float[0,2] output)", self.node("gather", "data.npy", "none.npy"))

    def test_an_append(self):
        self.array("cache.npy", "f2", [2, 4, 3], [0] * 24)
        self.array("tokens.npy", "f2", [2, 1, 3], [1] * 6)
        self.array("at.npy", "i8", [2], [1, 3])
        self.assertEqual(self.node("tensor-scatter", "cache.npy", "tokens.npy", "at.npy"),
                         "# TensorScatter-24, in models of opset 24 and later\n" +
                         model(12, 24, "tensor_scatter (float16[2,4,3] past_cache, float16[2,1,3] update, int64[2] write_indices)"
                                       " => (float16[2,4,3] present_cache)",
                               "present_cache = TensorScatter <axis: int = -2> (past_cache, update, write_indices)"))
        self.assertIn('TensorScatter <axis: int = 1, mode: string = "circular"> (past_cache, update)\n',
                      self.node("tensor-scatter", "cache.npy", "tokens.npy", "--axis", "1", "--mode", "circular"))

    def test_segments(self):
        self.array("ids.npy", "i8", [4], [0, 2, 0, 1])
        self.assertEqual(self.node("segment-reduce", "data.npy", "--segments", "ids.npy"),
                         "# SegmentReduce-1 of the domain ai.strew, an operator of strew's own\n" +
                         model(10, 1, "segment_reduce (float[4,2] data, int64[4] segments) => (float[3,2] output)",
                               'output = ai.strew.SegmentReduce <form: string = "ids", num_segments: int = 3> '
                               '(data, "", segments)', "ai.strew"))
        self.assertIn('<form: string = "groups", reduction: string = "mean", padding_index: int = -1, '
                      'out_of_bounds: string = "skip"> (data, indices)\n',
                      self.node("segment-reduce", "data.npy", "--indices", "places.npy", "--reduction", "mean",
                                "--padding-index", "-1", "--out-of-bounds", "skip"))

    def test_codes(self):
        self.array("codes.npy", "u1", [4, 8], range(32))
        self.array("small.npy", "i1", [4, 16], range(64))
        self.array("scales.npy", "f4", [4, 1], [1] * 4)
        self.array("pair.npy", "f4", [4, 2], [1] * 8)
        self.array("zeros.npy", "u1", [4, 1], [0] * 4)
        call = ("--indices", "rows.npy", "--out-of-bounds", "fill", "--scales")
        self.assertEqual(self.node("gather-block-quantized", "codes.npy", *call, "scales.npy", "--zero-points", "zeros.npy"),
                         "# GatherBlockQuantized-1 of the domain com.microsoft, one of ONNX Runtime's\n" +
                         model(10, 1, "gather_block_quantized (uint8[4,8] data, int64[3] indices, float[4,1] scales, "
                                      "uint8[4,1] zero_points) => (float[3,16] output)",
                               "output = com.microsoft.GatherBlockQuantized <gather_axis: int = 0, quantize_axis: int = 1, "
                               "block_size: int = 16, bits: int = 4> (data, indices, scales, zero_points)", "com.microsoft"))
        self.assertIn("(int4[4,32] data, int64[3] indices, float[4,2] scales) => (float[3,32] output)",
                      self.node("gather-block-quantized", "small.npy", *call, "pair.npy", "--block-size", "16"))

    def test_a_version_that_became_another_one(self):
        never = ("--negative-indices", "invalid")
        self.assertIn("# Gather-1, in models of opset 1 to 10\n<\n   ir_version: 3,\n", self.node("gather", "data.npy", "rows.npy", *never))
        self.assertIn("# Gather-1, in models of opset 1 to 10\n<\n   ir_version: 3,\n   opset_import: [\"\" : 5]\n",
                      self.node("gather", "data.npy", "rows.npy", *never, "--opset", "5"))
        self.assertIn("# Scatter-9, in models of opset 9 to 10\n",
                      self.node("scatter-elements", "data.npy", "places.npy", "marks.npy", *never))

    def test_an_opset(self):
        call = ("scatter-nd", "data.npy", "tuples.npy", "updates.npy", "--reduction", "add")
        self.assertIn('# ScatterND-16, in models of opset 16 and later\n' + ORDER + '<\n   ir_version: 8,\n   opset_import: ["" : 17]\n',
                      self.node(*call, "--opset", "17"))
        self.assertIn('# ScatterND-18, in models of opset 18 and later\n' + ORDER + '<\n   ir_version: 14,\n   opset_import: ["" : 28]\n',
                      self.node(*call, "--opset", "28"))

    def test_what_an_option_leaves_open_is_done_in_one_way(self):
        call = ("scatter-nd", "data.npy", "tuples.npy", "updates.npy", "--reduction", "add")
        self.assertEqual(self.node(*call, "--unordered", "--out-of-bounds", "assume"), self.node(*call))

    def test_operands_without_a_file(self):
        self.assertIn("(float[4,2] data, int64[2] indices)", self.node("gather", "data.npy", "--rows", "1,2"))
        self.assertIn("(int64[4] data, int64[3,1] indices, int64[3] updates)",
                      self.node("scatter-nd", "--zeros", "4", "--dtype", "i64", "tuples.npy", "--value", "1", "--reduction", "add"))

    def test_headers_alone_are_read(self):
        self.array("rows.npy", "i8", [2], [99, 99])
        self.write("data.npy", npy_io.header("'<f4'", [2**28, 1024]))
        os.truncate(self.path("data.npy"), os.path.getsize(self.path("data.npy")) + 2**40)
        self.assertIn("(float[268435456,1024] data, int64[2] indices)", self.node("gather", "data.npy", "rows.npy"))

    def test_json(self):
        found = json.loads(self.node("scatter-nd", "data.npy", "tuples.npy", "updates.npy", "--reduction", "add", "--json"))
        text = self.node("scatter-nd", "data.npy", "tuples.npy", "updates.npy", "--reduction", "add")
        self.assertEqual(found.pop("model"), text.split("\n", 2)[2])
        self.assertEqual(found, {
            "status": "ok", "operator": "scatter-nd", "op_type": "ScatterND", "domain": "", "since": 16, "opset": 16,
            "attributes": {"reduction": "add"},
            "inputs": [{"name": "data", "type": "float", "extents": [4, 2]}, {"name": "indices", "type": "int64", "extents": [3, 1]},
                       {"name": "updates", "type": "float", "extents": [3, 2]}],
            "output": {"name": "output", "type": "float", "extents": [4, 2]}, "notes": [ORDER[2:-1]]})
        self.array("ids.npy", "i8", [4], [0, 2, 0, 1])
        found = json.loads(self.node("segment-reduce", "data.npy", "--segments", "ids.npy", "--json"))
        self.assertEqual((found["domain"], found["inputs"][1]), ("ai.strew", {"name": ""}))
        found = json.loads(self.node("gather", "data.npy", "rows.npy", "--negative-indices", "invalid", "--json"))
        self.assertEqual((found["since"], found["last_opset"]), (1, 10))


class Refused(OnnxNodes):
    def fails(self, code, sentence, *words, hint=None):
        expected = [f"strew: {sentence}"] + ([f"hint: {hint}"] if hint else [])
        self.assertEqual(self.refused_node(code, *words), expected)

    def test_policies(self):
        said = "an index out of bounds is an error, and no attribute says otherwise"
        self.fails(2, f"--out-of-bounds clamp: to Gather {said}", "gather", "data.npy", "rows.npy", "--out-of-bounds", "clamp",
                   hint="a node Clip (opset 12) of the indices before it does that")
        self.fails(2, f"--out-of-bounds clamp: to GatherND {said}", "gather-nd", "data.npy", "tuples.npy", "--out-of-bounds",
                   "clamp", hint="nodes Max and Min (opset 12) of the indices before it do that")
        self.fails(2, f"--out-of-bounds wrap: to ScatterElements {said}", "scatter-elements", "data.npy", "places.npy",
                   "marks.npy", "--out-of-bounds", "wrap", hint="a node Mod (opset 10) of the indices before it does that")
        self.fails(2, f"--out-of-bounds skip: to ScatterND {said}", "scatter-nd", "data.npy", "tuples.npy", "updates.npy",
                   "--out-of-bounds", "skip")
        self.fails(2, f"--out-of-bounds fill: to GatherElements {said}", "gather-elements", "data.npy", "places.npy",
                   "--out-of-bounds", "fill")

    def test_options(self):
        scatter = ("scatter-nd", "data.npy", "tuples.npy", "updates.npy")
        self.fails(2, "--exclude-self: ScatterND reduces the old value of a cell too", *scatter, "--reduction", "add", "--exclude-self")
        self.fails(2, "--zeros: ScatterND reduces the old value of a cell too", "scatter-nd", "--zeros", "4,2", *scatter[2:],
                   "--reduction", "max", hint="--include-self counts the zeros as old values")
        self.fails(2, "--duplicates error: ScatterND does not look for indices that repeat", *scatter, "--duplicates", "error")
        self.fails(2, "--negative-indices invalid: ScatterND counts negative indices from the end", *scatter,
                   "--negative-indices", "invalid", hint="without the option others mean the same to both")
        self.array("halves.npy", "f2", [4, 2], [0] * 8)
        self.array("half.npy", "f2", [3, 2], [0] * 6)
        self.fails(2, "--accumulate native: no attribute of ScatterND says where it rounds", "scatter-nd", "halves.npy",
                   "tuples.npy", "half.npy", "--reduction", "add", "--accumulate", "native")
        self.array("pairs.npy", "i8", [4, 2], [0] * 8)
        self.fails(2, "--batch-dims: Gather has no batch dimensions", "gather", "data.npy", "pairs.npy", "--axis", "1",
                   "--batch-dims", "1", hint="gather-nd does the same with one more dimension of the indices, of 1; GatherND "
                                             "has batch_dims since opset 12")
        self.array("batched.npy", "i8", [4, 3, 1], [0] * 12)
        self.array("three.npy", "f4", [4, 3], [0] * 12)
        self.fails(2, "--batch-dims: ScatterND has no batch dimensions", "scatter-nd", "data.npy", "batched.npy", "three.npy",
                   "--batch-dims", "1")

    def test_reductions_types_and_opsets(self):
        scatter = ("scatter-nd", "data.npy", "tuples.npy", "updates.npy")
        for word in ("mean", "sub"):
            self.fails(2, f"ScatterND-18: reduction '{word}' is none of none, add, mul, max, min (ON5)", *scatter, "--reduction", word)
        self.fails(2, "ScatterND-16: reduction 'max' needs opset 18 (ON5)", *scatter, "--reduction", "max", "--opset", "17")
        self.fails(2, "GatherND needs opset 11, and the model imports opset 10 (ON3)", "gather-nd", "data.npy", "tuples.npy", "--opset", "10")
        self.fails(2, "ScatterElements needs opset 11, and the model imports opset 10 (ON3)", "scatter-elements", "data.npy",
                   "places.npy", "marks.npy", "--opset", "10")
        self.fails(2, "--opset 9: in it Gather does not count negative indices from the end", "gather", "data.npy", "rows.npy",
                   "--opset", "9", hint="--negative-indices invalid says that there are none; later opsets have both")
        self.array("bytes.npy", "u1", [3], [3, 0, 3])
        self.fails(3, "bytes.npy: Gather-13: indices must be int64 or int32, and are uint8 (ON8)", "gather", "data.npy", "bytes.npy")
        self.array("tuples.npy", "i4", [3, 1], [3, 0, 3])
        self.fails(3, "tuples.npy: GatherND-13: indices must be int64, and are int32 (ON8)", "gather-nd", "data.npy", "tuples.npy")
        self.write("data.npy", npy_io.header("'|V2'", [4]) + bytes(8))
        self.assertRegex(self.refused_node(3, "gather", "data.npy", "rows.npy")[0],
                         r"^strew: data\.npy: Gather-13: data must be of an element type of ONNX that strew has too: .* \(ON7\)$")
        self.assertIn("(bfloat16[4] data, ", self.node("gather", "data.npy", "rows.npy", "--dtype", "bf16"))

    def test_operators(self):
        self.fails(2, "ONNX has no operator like scatter along an axis", "scatter", "data.npy", "rows.npy", "updates.npy",
                   hint="along axis 0 scatter-nd does the same with indices of [3, 1], and is ScatterND")
        self.array("columns.npy", "f4", [4, 3], [0] * 12)
        self.fails(2, "ONNX has no operator like scatter along an axis", "scatter", "data.npy", "rows.npy", "columns.npy", "--axis",
                   "1", hint="scatter-elements does the same with an index for each update, and is ScatterElements")
        self.array("ids.npy", "i8", [4], [0, 2, 0, 1])
        self.fails(2, "ONNX has no operator like segment-scan: its CumSum knows no segments", "segment-scan", "data.npy",
                   "--segments", "ids.npy")
        self.fails(2, "ONNX has no operator like sddmm", "sddmm", "data.npy", "data.npy", "--segments", "ids.npy",
                   hint="three nodes do that: Gather of the rows of both, Mul, ReduceSum")

    def test_segments(self):
        self.array("ids.npy", "i8", [4], [0, 2, 0, 1])
        call = ("segment-reduce", "data.npy", "--segments", "ids.npy")
        self.fails(2, "--count: SegmentReduce has one output", *call, "--count", "c.npy")
        self.fails(2, "--arg: SegmentReduce has one output", *call, "--arg", "a.npy", "--reduction", "max")
        self.fails(2, "--duplicates error: SegmentReduce does not look for indices that repeat", *call, "--duplicates", "error")
        self.array("codes.npy", "u1", [4, 8], range(32))
        self.array("scales.npy", "f4", [4, 1], [1] * 4)
        self.fails(2, "--scales: the data of SegmentReduce are no codes", "segment-reduce", "codes.npy", *call[2:], "--scales",
                   "scales.npy")

    def test_codes(self):
        self.array("codes.npy", "u1", [4, 8], range(32))
        self.array("signed.npy", "i1", [4, 8], range(32))
        self.array("scales.npy", "f4", [4, 1], [1] * 4)
        self.array("zeros.npy", "u1", [4, 1], [0] * 4)
        self.array("points.npy", "i1", [4, 1], [0] * 4)
        self.array("book.npy", "f4", [16], range(16))
        call = ("gather-block-quantized", "codes.npy", "--indices", "rows.npy", "--scales", "scales.npy")
        name = "GatherBlockQuantized"
        self.fails(2, f"--out-of-bounds error: {name} makes a row of zeros of an index out of bounds", *call,
                   hint="--out-of-bounds fill, without --fill-value, is the same")
        fill = (*call, "--out-of-bounds", "fill")
        self.fails(2, f"--zero-points: without them {name} takes 8 as the zero of codes of uint8, and strew 0", *fill,
                   hint="an array of zeros says so to both")
        whole = (*fill, "--zero-points", "zeros.npy")
        self.fails(2, f"--codebook: {name} has no codebook", *fill, "--codebook", "book.npy")
        self.fails(2, f"--columns: a row of {name} has as many values as its bytes hold", *whole, "--columns", "15")
        self.fails(2, f"--packing halves: {name} has the first code of a byte in its lowest bits", *whole, "--packing", "halves",
                   "--block-size", "16")
        self.fails(2, f"--output-dtype: the output of {name} has the type of the scales", *whole, "--output-dtype", "f16")
        self.fails(2, f"--negative-indices invalid: {name} counts negative indices from the end", *whole, "--negative-indices", "invalid")
        self.array("eight.npy", "f4", [4, 2], [1] * 8)
        self.fails(2, f"{name}-1: block_size is 8; it must be a power of 2, and at least 16 (ON5)", *whole[:4], "--scales",
                   "eight.npy", *whole[6:], "--block-size", "8")
        self.array("exponents.npy", "u1", [4, 1], [127] * 4)
        self.fails(3, f"exponents.npy: {name}-1: scales must be float, float16 or bfloat16, and are uint8 (ON7)", *whole[:4],
                   "--scales", "exponents.npy", *whole[6:])
        signed = (call[0], "signed.npy", *fill[2:])
        self.fails(2, f"--zero-points: {name} has int4 for codes of i8, and rows of an odd number of them begin inside a byte",
                   *signed, "--zero-points", "points.npy")
        self.fails(2, f"{name}-1: bits is 8, but codes of int4 have 4 (ON12)", *signed, "--bits", "8")

    def test_what_the_command_refuses_anyway(self):
        self.assertEqual(self.refused_node(3, "gather-nd", "data.npy", "places.npy", "--batch-dims", "2")[0][:7], "strew: ")
        self.assertEqual(self.refused(2, "explain", "gather", "data.npy", "rows.npy", "--opset", "3"),
                         ["strew: --opset is only used with --onnx"])
        self.assertEqual(self.refused_node(2, "gather", "data.npy", "rows.npy", "--opset", "0"),
                         ["strew: --opset: '0' is not an integer of at least 1"])

    def test_json(self):
        done = self.run_strew("explain", "scatter", "data.npy", "rows.npy", "updates.npy", "--onnx", "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)),
                         (2, {"status": "error", "exit_code": 2, "kind": "usage",
                              "message": "ONNX has no operator like scatter along an axis",
                              "hint": "along axis 0 scatter-nd does the same with indices of [3, 1], and is ScatterND"}))


if __name__ == "__main__":
    cli_case.main()
