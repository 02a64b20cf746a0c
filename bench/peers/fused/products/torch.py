"""PyTorch: bags of embeddings, sparse matrices, and gathers with products and sums. Results that cannot be given memory
are allocated in each call, from memory that malloc keeps."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from calls import Call, attempt, spelled
from fused.cases import BLOCK, GROUPS, IDS, OFFSETS
from fused.operands import BFLOAT16, FusedOperands
from products.torch import OPEN, PACKAGE, TITLE, spread  # noqa: F401

warnings.filterwarnings("ignore", "Sparse")  # sparse tensors are in beta, and their invariants are not checked

MODE = {"add": "sum", "max": "max"}


def tensor(array: np.ndarray) -> torch.Tensor:
    """Of the same memory."""
    if array.dtype == BFLOAT16:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def array(made: torch.Tensor) -> np.ndarray:
    return made.view(torch.int16).numpy().view(BFLOAT16) if made.dtype == torch.bfloat16 else made.numpy()


def made(name: str, run: Callable[[], torch.Tensor]) -> Call:
    """A call that returns a new tensor."""
    return Call(name, run, returns=True, as_array=array)


def weights_of(o: FusedOperands) -> torch.Tensor | None:
    """In the type of the data: its operators take no other."""
    return None if o.weights is None else tensor(o.weights).to(tensor(o.data).dtype)


def segment_reduce(o: FusedOperands) -> list[Call]:
    if o.case.gradient:
        return [attempt("gradient of embedding_bag", partial(gradient, o)), *by_ids(o)]
    if o.case.form == IDS:
        return by_ids(o)
    calls = bags(o)
    if not o.case.indexed:
        return [*calls, segments(o), *by_ids(o)]
    if o.case.form == GROUPS:
        calls += grouped(o)
    return calls + (matrices(o) if has_matrix(o) else [])


def has_matrix(o: FusedOperands) -> bool:
    return o.case.reduction == "add" and o.case.padding is None and o.data.dtype.itemsize >= 4


def bags(o: FusedOperands) -> list[Call]:
    data, indices, weights, offsets = tensor(o.data), tensor(o.indices), weights_of(o), tensor(o.offsets)
    options = {"mode": MODE[o.case.reduction]}
    if o.case.padding is not None:
        options["padding_idx"] = o.case.padding
    flat = dict(options, include_last_offset=True)
    if weights is not None:
        options["per_sample_weights"], flat["per_sample_weights"] = weights, weights.view(-1)
    calls = [made("embedding_bag(offsets)", spelled(embedding_bag, indices.view(-1), data, offsets, **flat))]
    if o.case.form == GROUPS:
        calls.append(made("embedding_bag", spelled(embedding_bag, indices, data, **options)))
    return calls


def gradient(o: FusedOperands) -> Call:
    """The backward pass alone, of a forward pass that is done before. Position p is index p of the bags, in order."""
    with torch.inference_mode(False), torch.enable_grad():
        table = torch.zeros(o.output.shape, dtype=tensor(o.output).dtype, requires_grad=True)
        bags = tensor(o.ids.reshape(len(o.data), -1).copy())
        summed = embedding_bag(bags, table, mode="sum")
        given = tensor(o.data.copy())

    def run() -> torch.Tensor:
        with torch.inference_mode(False):
            return torch.autograd.grad(summed, table, given, retain_graph=True)[0]

    return made("gradient of embedding_bag", run)


def products(o: FusedOperands) -> Callable[[], torch.Tensor]:
    """The rows of all positions, each multiplied by its weight."""
    data, indices, weights = tensor(o.data), tensor(o.indices).view(-1), weights_of(o)
    if not o.case.indexed:
        return lambda: data
    if weights is None:
        return lambda: data.index_select(0, indices)
    factors = weights.view(-1, *(1,) * (data.ndim - 1))
    return lambda: data.index_select(0, indices).mul_(factors)


def by_ids(o: FusedOperands) -> list[Call]:
    ids, output, terms = tensor(o.ids).view(-1), tensor(o.output), products(o)
    repeated = spread(ids, torch.empty(len(ids), *o.data.shape[1:], device="meta"), 0)
    calls = [
        Call("gather, index_add_", lambda: output.zero_().index_add_(0, ids, terms())),
        Call("gather, scatter_add_", lambda: output.zero_().scatter_add_(0, repeated, terms())),
    ]
    if o.data.ndim == 1:
        calls.append(Call("bincount", lambda: output.copy_(torch.bincount(ids, terms(), len(output)))))
    elif o.case.form == IDS and o.case.indexed:
        calls += [attempt("sparse_coo @ data", partial(coo, o)), sorted_bags(o)]
    return calls


def sorted_bags(o: FusedOperands) -> Call:
    """The positions are sorted first, in each call."""
    data, indices, ids, weights = tensor(o.data), tensor(o.indices), tensor(o.ids), weights_of(o)
    segments = torch.arange(o.case.segments + 1)

    def run() -> torch.Tensor:
        ascending, order = ids.sort(stable=True)
        factors = {} if weights is None else {"per_sample_weights": weights[order]}
        offsets = torch.searchsorted(ascending, segments)
        return embedding_bag(indices[order], data, offsets, mode="sum", include_last_offset=True, **factors)

    return made("sort, embedding_bag(offsets)", run)


def coo(o: FusedOperands) -> Call:
    data, weights = tensor(o.data), weights_of(o)
    places = torch.stack([tensor(o.ids), tensor(o.indices)])
    matrix = torch.sparse_coo_tensor(places, torch.ones(len(o.ids)) if weights is None else weights,
                                     (o.case.segments, len(data)))  # fmt: skip
    return made("sparse_coo @ data", lambda: matrix @ data)


def matrices(o: FusedOperands) -> list[Call]:
    data, weights = tensor(o.data), weights_of(o)
    factors = torch.ones(o.case.positions, dtype=data.dtype) if weights is None else weights.view(-1)
    shape = (o.case.segments, len(data))

    def matrix() -> torch.Tensor:
        return torch.sparse_csr_tensor(tensor(o.offsets), tensor(o.indices).view(-1), factors, shape)

    def reduced() -> Call:
        return made("sparse.mm(csr, data, sum)", spelled(torch.sparse.mm, matrix(), data, "sum"))

    def multiplied() -> Call:
        csr = matrix()
        return made("csr @ data", lambda: csr @ data)

    return [attempt("csr @ data", multiplied), attempt("sparse.mm(csr, data, sum)", reduced)]


def grouped(o: FusedOperands) -> list[Call]:
    """The rows of a group as a dimension of a tensor."""
    data, indices, weights, terms = tensor(o.data), tensor(o.indices), weights_of(o), products(o)
    shape = (*o.case.indices, *o.data.shape[1:])
    if o.case.padding is not None:
        return []
    reduce = torch.amax if o.case.reduction == "max" else torch.sum
    output = tensor(o.output)
    calls = [Call("gather, sum or amax of a dimension", lambda: reduce(terms().view(shape), 1, out=output))]
    if weights is None:
        return calls
    rows = weights.unsqueeze(1)
    calls.append(Call("gather, bmm", lambda: torch.bmm(rows, data[indices], out=output.unsqueeze(1))))
    if o.case.values == "permutation":
        calls.append(in_order_of_rows(o, indices.view(-1), weights.view(-1)))
    return calls


def in_order_of_rows(o: FusedOperands, indices: torch.Tensor, weights: torch.Tensor) -> Call:
    """Each row has one position, so that the products need no gather."""
    data, output = tensor(o.data), tensor(o.output)
    place = indices.argsort()
    ids, factors = tensor(o.ids).view(-1)[place], weights[place].unsqueeze(1)
    return Call("multiply, index_add_", lambda: output.zero_().index_add_(0, ids, data * factors))


def segments(o: FusedOperands) -> Call:
    data, offsets = tensor(o.data), tensor(o.offsets)
    return made("segment_reduce", spelled(torch.segment_reduce, data, MODE[o.case.reduction], offsets=offsets))


def sddmm(o: FusedOperands) -> list[Call]:
    left, right, output = tensor(o.data), tensor(o.second), tensor(o.output)
    indices, ids = tensor(o.indices), tensor(o.ids)
    calls = [
        Call("gather, multiply, sum", lambda: torch.sum(left[indices].mul_(right[ids]), 1, out=output)),
        made("gather, vecdot", lambda: torch.linalg.vecdot(left[indices], right[ids])),
    ]
    if o.case.form == OFFSETS:
        return [*calls, attempt("sparse.sampled_addmm", partial(addmm, o))]
    return [*calls, sorted_addmm(o)]


def pattern(o: FusedOperands, offsets: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """A matrix that says which products are asked for. It has zeros, which beta = 0 leaves out."""
    return torch.sparse_csr_tensor(offsets, indices, torch.zeros(o.case.positions), (o.case.segments, len(o.data)))


def addmm(o: FusedOperands) -> Call:
    left, right = tensor(o.second), tensor(o.data).t().contiguous()
    asked = pattern(o, tensor(o.offsets), tensor(o.indices))
    return Call("sparse.sampled_addmm", spelled(torch.sparse.sampled_addmm, asked, left, right, beta=0.0),
                returns=True, as_array=lambda result: array(result.values()))  # fmt: skip


def sorted_addmm(o: FusedOperands) -> Call:
    """The positions are sorted first, in each call."""
    left, right, output = tensor(o.second), tensor(o.data).t().contiguous(), tensor(o.output)
    ids, indices, rows = tensor(o.ids), tensor(o.indices), torch.arange(o.case.segments + 1)

    def run() -> None:
        ascending, order = ids.sort(stable=True)
        asked = pattern(o, torch.searchsorted(ascending, rows), indices[order])
        output[order] = torch.sparse.sampled_addmm(asked, left, right, beta=0.0).values()

    return Call("sort, sparse.sampled_addmm", run)


def gather_block_quantized(o: FusedOperands) -> list[Call]:
    data, scales, indices, output = tensor(o.data), tensor(o.second), tensor(o.indices), tensor(o.output)
    blocks = output.view(len(output), -1, BLOCK)

    def run() -> None:
        codes = data.index_select(0, indices)
        numbers = torch.stack([codes & 15, codes >> 4], -1).view(blocks.shape)
        torch.mul(numbers, scales.index_select(0, indices).unsqueeze(-1), out=blocks)

    return [Call("gather, shift, multiply", run)]


def quantized_bag(o: FusedOperands) -> list[Call]:
    """FBGEMM's rows, which end with a scale and a bias, 0 here."""
    trailer = np.concatenate([o.second, np.zeros_like(o.second)], axis=1).view(np.uint8)
    rows, indices = tensor(np.concatenate([o.data, trailer], axis=1)), tensor(o.indices).view(-1)
    bags = torch.ops.quantized.embedding_bag_byte_rowwise_offsets
    flat = spelled(bags, rows, indices, tensor(o.offsets), include_last_offset=True)
    return [made("quantized.embedding_bag_byte_rowwise_offsets", flat), gathered_codes(o)]


def gathered_codes(o: FusedOperands) -> Call:
    data, scales, indices, output = tensor(o.data), tensor(o.second), tensor(o.indices), tensor(o.output)
    return Call("gather, multiply, sum", lambda: torch.sum(data[indices] * scales[indices], 1, out=output))
