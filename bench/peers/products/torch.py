"""PyTorch: in place or with `out`, without gradients. Documented: where indices repeat, an arbitrary update stays."""

from __future__ import annotations

import warnings
from functools import partial

import torch

import machine
from calls import Call, spelled
from operands import Operands

TITLE, PACKAGE = "PyTorch", "torch"
OPEN = "scatter_ and index_put_: undefined where indices repeat"

warnings.filterwarnings("ignore", "index_reduce")  # is in beta
torch.set_num_threads(machine.CORES)
torch.inference_mode().__enter__()  # for good: no call of this program needs a gradient, and small calls get cheaper


def tensors(o: Operands) -> tuple[torch.Tensor, ...]:
    """Of the same memory: data, indices, updates, output."""
    return tuple(map(torch.from_numpy, (o.data, o.indices, o.updates, o.output)))


def line(o: Operands) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Indices, updates and output with indices of one dimension: most calls take no others."""
    _, indices, updates, output = tensors(o)
    before, after = o.data.shape[: o.case.axis], o.data.shape[o.case.axis + 1 :]
    if o.case.is_scatter:
        return indices.view(-1), updates.view(*before, -1, *after), output
    return indices.view(-1), updates, output.view(*before, -1, *after)


def gather(o: Operands) -> list[Call]:
    data, whole, _, _ = tensors(o)
    indices, _, output = line(o)
    axis = o.case.axis
    calls = [
        Call("index_select(out=)", spelled(torch.index_select, data, axis, indices, out=output)),
        Call("data[indices]", partial(data.__getitem__, (slice(None),) * axis + (whole,)), returns=True),
    ]
    if indices.dtype != torch.int64:
        return calls
    calls.append(Call("gather(out=)", spelled(torch.gather, data, axis, spread(indices, output, axis), out=output)))
    if data.ndim == 1:
        calls.append(Call("take(out=)", spelled(torch.take, data, indices, out=output)))
    return calls


def gather_elements(o: Operands) -> list[Call]:
    data, indices, _, output = tensors(o)
    return [Call("gather(out=)", spelled(torch.gather, data, o.case.axis, indices, out=output))]


def gather_nd(o: Operands) -> list[Call]:
    data, indices, _, output = tensors(o)
    if o.case.batch_dims:
        batch = torch.arange(len(data)).unsqueeze(1)
        rows = indices.expand(output.shape)
        return [
            Call("data[tuple]", partial(data.__getitem__, (batch, indices[..., 0])), returns=True),
            Call("gather(out=)", spelled(torch.gather, data, 1, rows, out=output)),
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
    indices, updates, output = line(o)
    axis, reduction = o.case.axis, o.case.reduction
    calls = elementwise(o, spread(indices, updates, axis), updates)
    if not o.case.include_self:
        return calls + without_self(o, indices, updates)
    calls += along_axis(output, axis, indices, updates, reduction)
    if axis == 0:
        calls += by_key(output, (indices,), updates, reduction)
    if reduction == "add" and output.ndim == 1:
        calls.append(Call("bincount", lambda: output.add_(torch.bincount(indices, updates, len(output)))))
    return calls


def scatter_elements(o: Operands) -> list[Call]:
    _, indices, updates, output = tensors(o)
    calls = elementwise(o, indices, updates)
    if output.ndim == 1 and o.case.include_self:
        calls += along_axis(output, 0, indices, updates, o.case.reduction)
        calls += by_key(output, (indices,), updates, o.case.reduction)
    return calls


def scatter_nd(o: Operands) -> list[Call]:
    _, indices, updates, output = tensors(o)
    if not o.case.include_self:
        return []
    rows = output.view(-1, *output.shape[indices.shape[-1] :])
    flat = along_axis(rows, 0, None, updates, o.case.reduction, lambda: numbers(indices, output.shape))
    return by_key(output, indices.unbind(-1), updates, o.case.reduction) + flat


REDUCE = {"add": "sum", "mul": "prod", "min": "amin", "max": "amax", "mean": "mean"}
ALONG = {"none": ("index_copy_",), "add": ("index_add_",)}
ELEMENTWISE = {"none": ("scatter_",), "add": ("scatter_add_",)}


def along_axis(output, axis, indices, updates, reduction, number=None) -> list[Call]:
    """With `number` it is this function that makes the indices, each time."""
    name, *rest = ALONG.get(reduction) or ("index_reduce_", REDUCE[reduction])
    method = getattr(output, name)
    if number is None:
        return [Call(name, partial(method, axis, indices, updates, *rest))]
    return [Call(f"tuples to numbers, {name}", lambda: method(axis, number(), updates, *rest))]


def without_self(o: Operands, indices, updates) -> list[Call]:
    output, axis, reduction = tensors(o)[3], o.case.axis, o.case.reduction
    if reduction == "add":
        return [Call("index_fill_, index_add_",
                     lambda: output.index_fill_(axis, indices, 0).index_add_(axis, indices, updates))]  # fmt: skip
    reduce = spelled(output.index_reduce_, axis, indices, updates, REDUCE[reduction], include_self=False)
    return [Call("index_reduce_(include_self=False)", reduce)]


def elementwise(o: Operands, indices, updates) -> list[Call]:
    output, axis, reduction = tensors(o)[3], o.case.axis, o.case.reduction
    if reduction in ELEMENTWISE and o.case.include_self:
        (name,) = ELEMENTWISE[reduction]
        return [Call(name, partial(getattr(output, name), axis, indices, updates))]
    reduce = spelled(output.scatter_reduce_, axis, indices, updates, REDUCE[reduction],
                     include_self=o.case.include_self)  # fmt: skip
    return [Call("scatter_reduce_", reduce)]


def by_key(output, key, updates, reduction) -> list[Call]:
    if reduction not in ("none", "add"):
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
