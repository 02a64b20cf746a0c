"""For torch.onnx.export: a model that calls strew.torch.segment_reduce, or has a strew.torch.EmbeddingBag, becomes one with
a node SegmentReduce of the domain ai.strew, which ONNX Runtime runs with strew.onnxruntime.

    program = torch.onnx.export(model, inputs, dynamo=True, custom_translation_table=strew.torch.onnx.translations())

docs/runtimes/torch.md has what a model may have of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from strew.torch._kernels import GROUPS, IDS, OFFSETS, SEGMENT_REDUCE
from strew.torch._options import words_of

__all__ = ["translations"]

_FORMS = {IDS: "ids", OFFSETS: "offsets", GROUPS: "groups"}
#: The inputs and attributes of the node, as docs/frontends/onnx.md has them.
_INPUTS = {"data": "T", "indices": "Tind", "segments": "Tseg", "weights": "Tweight", "base": "T"}
_INTEGERS = ("num_segments", "batch_dims", "exclude_self", "padding_index", "padding_segment")
_WORDS = ("form", "reduction", "out_of_bounds", "negative_indices", "segment_out_of_bounds", "segment_negative_indices",
          "accumulate")  # fmt: skip


def translations() -> dict[Any, Callable[..., Any]]:
    """How torch.onnx.export translates strew's operators, for its argument custom_translation_table.

    Returns:
        a new table, to which others may be added.

    Raises:
        ImportError: the package onnx or onnxscript is missing, which the exporter itself needs.
    """
    try:
        import onnxscript
        from onnxscript import opset18 as op

        node = onnxscript.values.Op(onnxscript.values.Opset("ai.strew", 1), "SegmentReduce", _schema())
    except ImportError as missing:
        raise ImportError("strew.torch.onnx needs the packages onnx and onnxscript, as torch.onnx.export does") from missing

    def segment_reduce(
        data: Any, indices: Any, segments: Any, weights: Any, base: Any, size: Sequence[Any], form: int, batch_dims: int,
        options: int, segment_options: int, padding_index: int | None = None, padding_segment: int | None = None,
    ) -> Any:  # fmt: skip
        attributes = _attributes(form, batch_dims, options, segment_options, padding_index, padding_segment)
        if form != GROUPS and base is None:
            if isinstance(size[batch_dims], int):
                attributes["num_segments"] = size[batch_dims]
            else:  # known when the model runs: it is that of a base, which the first contributions replace
                base, attributes["exclude_self"] = _zeros(op, data, size), 1
        return node(data, indices, segments, weights, base, **attributes)

    return {SEGMENT_REDUCE: segment_reduce}


def _schema() -> Any:
    """Which the exporter asks for the names of inputs and attributes; the types are checked where the node runs."""
    from onnx.defs import OpSchema

    every = [f"tensor({name})" for name in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
             "uint64", "float16", "bfloat16", "float", "double", "float8e4m3fn", "float8e5m2")]  # fmt: skip
    optional = OpSchema.FormalParameterOption.Optional
    single = OpSchema.FormalParameterOption.Single
    return OpSchema(
        "SegmentReduce", "ai.strew", 1,
        inputs=[OpSchema.FormalParameter(name, kind, param_option=single if name == "data" else optional)
                for name, kind in _INPUTS.items()],
        outputs=[OpSchema.FormalParameter("output", "T")],
        type_constraints=[(kind, every, "") for kind in dict.fromkeys(_INPUTS.values())],
        attributes=[*(OpSchema.Attribute(name, OpSchema.AttrType.INT, required=False) for name in _INTEGERS),
                    *(OpSchema.Attribute(name, OpSchema.AttrType.STRING, required=False) for name in _WORDS)],
    )  # fmt: skip


def _attributes(
    form: int, batch_dims: int, options: int, segment_options: int, padding_index: int | None, padding_segment: int | None
) -> dict[str, Any]:  # fmt: skip
    """Those that differ from the defaults of the node. What is assumed of indices is checked there."""
    words, of_segments = words_of(options), words_of(segment_options)
    given = {
        "form": (_FORMS[form], "ids"),
        "batch_dims": (batch_dims, 0),
        "reduction": (words["reduction"], "add"),
        "exclude_self": (int(not words["include_self"]), 0),
        "out_of_bounds": (words["out_of_bounds"], "error"),
        "negative_indices": (words["negative_indices"], "from_end"),
        "segment_out_of_bounds": (of_segments["out_of_bounds"], "error"),
        "segment_negative_indices": (of_segments["negative_indices"], "invalid"),
        "accumulate": (words["accumulate"], "wide"),
        "padding_index": (padding_index, None),
        "padding_segment": (padding_segment, None),
    }
    return {name: value for name, (value, default) in given.items() if value not in (default, "assume")}


def _zeros(op: Any, data: Any, size: Sequence[Any]) -> Any:
    """Of data's type and these extents, some of which are values of the graph."""
    one = op.Constant(value_ints=[1])
    parts = [op.Constant(value_ints=[n]) if isinstance(n, int) else op.Reshape(n, one) for n in size]
    return op.CastLike(op.Expand(op.Constant(value_float=0.0), op.Concat(*parts, axis=0)), data)
