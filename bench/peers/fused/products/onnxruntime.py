"""ONNX Runtime: a session of its own operator for quantised rows, bound to the operands' memory (IOBinding)."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper

from calls import Call, attempt
from fused.cases import BITS, BLOCK, CODES_IN_BYTE
from fused.operands import FusedOperands
from products.onnxruntime import OPEN, PACKAGE, TITLE, runner  # noqa: F401

ATTRIBUTES = {"domain": "com.microsoft", "block_size": BLOCK, "gather_axis": 0, "quantize_axis": 1}


def gather_block_quantized(o: FusedOperands) -> list[Call]:
    """Bytes have a zero point of 8 unless it is given, elements of 4 bits one of 0."""
    arrays = {"data": o.data, "indices": o.indices, "scales": o.second}
    rows, blocks = o.second.shape
    zeros = np.zeros((rows, -(-blocks // CODES_IN_BYTE)), np.uint8)
    with_zeros = helper.make_node("GatherBlockQuantized", [*arrays, "zeros"], ["output"], bits=BITS, **ATTRIBUTES)
    codes = helper.make_tensor("codes", TensorProto.UINT4, o.data.shape[:1] + (o.data.shape[1] * CODES_IN_BYTE,),
                               o.data.tobytes(), raw=True)  # fmt: skip
    constant = helper.make_node("Constant", [], ["codes"], value=codes)
    of_codes = helper.make_node("GatherBlockQuantized", ["codes", "indices", "scales"], ["output"], **ATTRIBUTES)
    bound = {name: array for name, array in arrays.items() if name != "data"}
    return [
        attempt("uint8 and zero points", lambda: Call(
            "uint8 and zero points", runner([with_zeros], arrays | {"zeros": zeros}, o.output))),
        attempt("uint4", lambda: Call("uint4", runner([constant, of_codes], bound, o.output))),
    ]  # fmt: skip
