"""PyTorch: in place or with `out`, without gradients. Documented: where indices repeat, an arbitrary update stays."""

from __future__ import annotations

import warnings
from functools import partial

import torch

import machine
from calls import Call
from operands import Operands

TITLE, PACKAGE = "PyTorch", "torch"
OPEN = "scatter_ and index_put_: undefined where indices repeat"

warnings.filterwarnings("ignore", "index_reduce")  # is in beta
torch.set_num_threads(machine.CORES)
torch.inference_mode().__enter__()  # for good: no call of this program needs a gradient, and small calls get cheaper


def tensors(o: Operands) -> tuple[torch.Tensor, ...]:
    """Of the same memory: data, indices, updates, output."""
    return tuple(map(torch.from_numpy, (o.data, o.indices, o.updates, o.output)))


def gather(o: Operands) -> list[Call]:
    data, indices, _, output = tensors(o)
    axis = o.case.axis
    calls = [
        Call("index_select(out=)", partial(torch.index_select, data, axis, indices, out=output)),
        Call("data[indices]", partial(data.__getitem__, (slice(None),) * axis + (indices,)), returns=True),
    ]
    if indices.dtype != torch.int64:
        return calls
    calls.append(Call("gather(out=)", partial(torch.gather, data, axis, spread(indices, output, axis), out=output)))
    if data.ndim == 1:
        calls.append(Call("take(out=)", partial(torch.take, data, indices, out=output)))
    return calls


def gather_elements(o: Operands) -> list[Call]:
    data, indices, _, output = tensors(o)
    return [Call("gather(out=)", partial(torch.gather, data, o.case.axis, indices, out=output))]


def gather_nd(o: Operands) -> list[Call]:
    data, indices, _, output = tensors(o)
    if o.case.batch_dims:
        batch = torch.arange(len(data)).unsqueeze(1)
        rows = indices.expand(output.shape)
        return [
            Call("data[tuple]", partial(data.__getitem__, (batch, indices[..., 0])), returns=True),
            Call("gather(out=)", partial(torch.gather, data, 1, rows, out=output)),
        ]
    depth = indices.shape[-1]
    rows = data.view(-1, *data.shape[depth:])

    def flat() -> None:
        torch.index_select(rows, 0, numbers(indices, data.shape), out=output)

    return [
        Call("data[tuple]", partial(data.__getitem__, indices.unbind(-1)), returns=True),
        Call("tuples to numbers, index_select(out=)", flat),
    ]


def scatter(o: Operands) -> list[Call]:
    _, indices, updates, output = tensors(o)
    axis, reduction = o.case.axis, o.case.reduction
    calls = along_axis(output, axis, indices, updates, reduction)
    calls += elementwise(output, axis, spread(indices, updates, axis), updates, reduction)
    if axis == 0:
        calls += by_key(output, (indices,), updates, reduction)
    if reduction == "add" and output.ndim == 1:
        calls.append(Call("bincount", lambda: output.add_(torch.bincount(indices, updates, len(output)))))
    return calls


def scatter_elements(o: Operands) -> list[Call]:
    _, indices, updates, output = tensors(o)
    calls = elementwise(output, o.case.axis, indices, updates, o.case.reduction)
    if output.ndim == 1:
        calls += along_axis(output, 0, indices, updates, o.case.reduction)
        calls += by_key(output, (indices,), updates, o.case.reduction)
    return calls


def scatter_nd(o: Operands) -> list[Call]:
    _, indices, updates, output = tensors(o)
    rows = output.view(-1, *output.shape[indices.shape[-1] :])
    flat = along_axis(rows, 0, None, updates, o.case.reduction, lambda: numbers(indices, output.shape))
    return by_key(output, indices.unbind(-1), updates, o.case.reduction) + flat


ALONG = {"none": ("index_copy_",), "add": ("index_add_",), "max": ("index_reduce_", "amax")}
ELEMENTWISE = {"none": ("scatter_",), "add": ("scatter_add_",), "max": ("scatter_reduce_", "amax")}


def along_axis(output, axis, indices, updates, reduction, number=None) -> list[Call]:
    """With `number` it is this function that makes the indices, each time."""
    name, *rest = ALONG[reduction]
    method = getattr(output, name)
    if number is None:
        return [Call(name, partial(method, axis, indices, updates, *rest))]
    return [Call(f"tuples to numbers, {name}", lambda: method(axis, number(), updates, *rest))]


def elementwise(output, axis, indices, updates, reduction) -> list[Call]:
    name, *rest = ELEMENTWISE[reduction]
    return [Call(name, partial(getattr(output, name), axis, indices, updates, *rest))]


def by_key(output, key, updates, reduction) -> list[Call]:
    if reduction == "max":
        return []
    return [Call("index_put_", partial(output.index_put_, key, updates, reduction == "add"))]


def spread(indices: torch.Tensor, like: torch.Tensor, axis: int) -> torch.Tensor:
    """1-D indices repeated over the other axes, without memory of its own."""
    return indices.view([-1 if d == axis else 1 for d in range(like.ndim)]).expand(like.shape)


def numbers(indices: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    """Index tuples as row numbers."""
    result = indices[:, 0]
    for member in range(1, indices.shape[-1]):
        result = torch.add(indices[:, member], result, alpha=shape[member])
    return result
