"""torch.onnx.export with strew.torch.onnx.translations(): models become nodes of ai.strew, which ONNX Runtime runs with
strew's provider, and gives the bits of the model."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import strew.onnxruntime
import strew.torch
import strew.torch.onnx
import torch
from torch import Tensor

DATA = torch.arange(18.0).reshape(6, 3) - 7
ROWS, IDS, BEGINS = torch.tensor([3, 0, -1, 1, 0, 2]), torch.tensor([2, 0, 2, 0, 0, 2]), torch.tensor([1, 3, 3])
WEIGHTS, BASE = torch.tensor([1.0, 2, -1, 3, 0.5, 4]), torch.arange(9.0).reshape(3, 3)


class Reduce(torch.nn.Module):
    """segment_reduce of tensors with these names, and an operator of PyTorch's behind it."""

    def __init__(self, names: tuple[str, ...], **options: Any) -> None:
        super().__init__()
        self.names, self.options = names, options

    def forward(self, *given: Tensor) -> Tensor:
        return strew.torch.segment_reduce(**dict(zip(self.names, given, strict=True)), **self.options) * 2


def exported(model: torch.nn.Module, inputs: tuple[Any, ...], **options: Any) -> onnx.ModelProto:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = strew.torch.onnx.translations()
        made = torch.onnx.export(model, inputs, dynamo=True, custom_translation_table=table, verbose=False, **options)
    return made.model_proto


def run(model: onnx.ModelProto, *inputs: Tensor) -> np.ndarray:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    strew.onnxruntime.add_to(options)
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    before = strew.onnxruntime.counts().calls
    names = [one.name for one in session.get_inputs()]
    made = session.run(None, dict(zip(names, (one.numpy() for one in inputs), strict=True)))[0]
    assert strew.onnxruntime.counts().calls == before + 1
    return made


def own_nodes(model: onnx.ModelProto) -> list[dict[str, Any]]:
    """Their attributes."""
    return [{one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
            for node in model.graph.node if (node.domain, node.op_type) == ("ai.strew", "SegmentReduce")]  # fmt: skip


CASES: dict[str, tuple[dict[str, Tensor], dict[str, Any], dict[str, Any]]] = {
    "ids": ({"indices": ROWS, "segment_ids": IDS}, {"num_segments": 4}, {"num_segments": 4}),
    "offsets": ({"indices": ROWS, "offsets": BEGINS}, {"num_segments": 3}, {"num_segments": 3, "form": b"offsets"}),
    "groups": ({"indices": ROWS.reshape(3, 2)}, {"reduction": "max"}, {"form": b"groups", "reduction": b"max"}),
    "rows": ({"segment_ids": IDS}, {"num_segments": 3, "reduction": "mean"}, {"num_segments": 3, "reduction": b"mean"}),
    "weights": ({"indices": ROWS, "segment_ids": IDS, "weights": WEIGHTS}, {"num_segments": 3}, {"num_segments": 3}),
    "base": ({"indices": ROWS, "segment_ids": IDS, "base": BASE}, {"include_self": False}, {"exclude_self": 1}),
    "policies": (
        {"indices": ROWS + 4, "segment_ids": IDS - 1},
        {"num_segments": 2, "out_of_bounds": "skip", "segment_out_of_bounds": "wrap", "negative_indices": "invalid",
         "segment_negative_indices": "from_end", "padding_index": 4, "padding_segment": 1, "accumulate": "native"},
        {"num_segments": 2, "out_of_bounds": b"skip", "segment_out_of_bounds": b"wrap", "negative_indices": b"invalid",
         "segment_negative_indices": b"from_end", "padding_index": 4, "padding_segment": 1, "accumulate": b"native"},
    ),
    "assumed": ({"indices": ROWS, "segment_ids": IDS}, {"num_segments": 3, "out_of_bounds": "assume", "ordered": False},
                {"num_segments": 3}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_segment_reduce(case: str) -> None:
    given, options, attributes = CASES[case]
    reduces, inputs = Reduce(("data", *given), **options), (DATA, *given.values())
    model = exported(reduces, inputs)
    assert own_nodes(model) == [attributes]
    assert run(model, *inputs).tolist() == reduces(*inputs).tolist()


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("options", [{}, {"padding_idx": 1}, {"include_last_offset": True}])
def test_embedding_bag(mode: str, options: dict[str, Any]) -> None:
    bags = strew.torch.EmbeddingBag(6, 3, mode=mode, **options)
    inputs = torch.tensor([3, 0, 1, 1, 5]), torch.tensor([0, 2, 2, 5])
    model = exported(bags, inputs)
    assert len(own_nodes(model)) == 1
    assert run(model, *inputs).tolist() == bags(*inputs).tolist()


def test_embedding_bag_with_weights_and_in_rows() -> None:
    bags = strew.torch.EmbeddingBag(6, 3, mode="sum")
    inputs = torch.tensor([3, 0, 1]), torch.tensor([0, 2]), torch.tensor([1.0, 10, 100])
    assert run(exported(bags, inputs), *inputs).tolist() == bags(*inputs).tolist()
    rows = torch.tensor([[3, 0], [1, 1]])
    assert run(exported(bags, (rows,)), rows).tolist() == bags(rows).tolist()


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_any_number_of_bags(mode: str) -> None:
    """An empty one among them, and a first contribution below 0, beside the zeros that there are none of."""
    bags = strew.torch.EmbeddingBag(6, 3, mode=mode, _weight=-DATA.abs())
    positions, count = torch.export.Dim("positions"), torch.export.Dim("bags")
    inputs = torch.tensor([3, 0, 1, 1, 5]), torch.tensor([0, 2, 2])
    model = exported(bags, inputs, dynamic_shapes=({0: positions}, {0: count}))
    for others in (inputs, (torch.tensor([4, 2]), torch.tensor([0, 0, 1, 1, 2]))):
        assert run(model, *others).tolist() == bags(*others).tolist()


def test_a_number_of_segments_of_another_tensor() -> None:
    class Nodes(torch.nn.Module):
        def forward(self, messages: Tensor, to: Tensor, nodes: Tensor) -> Tensor:
            return nodes + strew.torch.segment_reduce(messages, segment_ids=to, num_segments=nodes.shape[0])

    inputs = DATA, IDS, BASE
    model = exported(Nodes(), inputs, dynamic_shapes=({0: "edges"}, {0: "edges"}, {0: "nodes"}))
    more = DATA[:4], IDS[:4], torch.ones(7, 3)
    for given in (inputs, more):
        assert run(model, *given).tolist() == Nodes()(*given).tolist()


def test_a_bad_index_is_an_error_there() -> None:
    reduces = Reduce(("data", "indices", "segment_ids"), num_segments=3, out_of_bounds="assume")
    model = exported(reduces, (DATA, ROWS, IDS))
    with pytest.raises(Exception, match="SegmentReduce-1: IX1: indices: position 2"):
        run(model, DATA, torch.tensor([0, 1, 6, 0, 0, 0]), IDS)


def test_without_onnxscript() -> None:
    code = (
        "import sys; sys.modules['onnxscript'] = None\nimport strew.torch.onnx\n"
        "try: strew.torch.onnx.translations()\nexcept ImportError as error: print(error)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "strew.torch.onnx needs the packages onnx and onnxscript, as torch.onnx.export does"
