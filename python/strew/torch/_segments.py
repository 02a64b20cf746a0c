"""segment_reduce, segment_scan and sddmm of strew.torch."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from strew._codes import Packing, or_none, refuse_without_scales
from strew._errors import from_rule
from strew._groups import size
from strew._segment_scan import Scan
from strew._typing import Accumulate, NegativeIndices, Reduction, ScatterBounds
from strew.torch import _calls as calls
from strew.torch._codes import codes_of, columns_of
from strew.torch._courtesy import operator
from strew.torch._kernels import GROUPS, IDS, OFFSETS, Segments
from strew.torch._options import scatter_options, segment_options
from strew.torch._shapes import Sizes, check


@operator
def segment_reduce(
    data: Tensor, indices: Tensor | None = None, *, segment_ids: Tensor | None = None, offsets: Tensor | None = None,
    num_segments: int | None = None, weights: Tensor | None = None, base: Tensor | None = None,
    scales: Tensor | None = None, zero_points: Tensor | None = None, codebook: Tensor | None = None, bits: int = 4,
    block_size: int = 0, packing: Packing = "low_first", columns: int | None = None, dtype: torch.dtype | None = None,
    batch_dims: int = 0, reduction: Reduction = "add", include_self: bool = True, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", segment_out_of_bounds: ScatterBounds = "error",
    segment_negative_indices: NegativeIndices = "invalid", padding_index: int | None = None,
    padding_segment: int | None = None, ordered: bool = True, accumulate: Accumulate = "wide",
) -> Tensor:  # fmt: skip
    """Rows of `data`, picked by indices and multiplied by weights, reduced segment by segment.

    out[B, s] (reduction)= weights[B, p] * data[B, indices[B, p]] for the positions p of segment s in their order, with B the
    `batch_dims` leading dimensions: sums of bags of embeddings, of the neighbours of a node, of a token's experts,
    without the rows between. A segment has its positions by `segment_ids`, in any order; by `offsets`, ascending; or,
    with neither, as a row of the last dimension of indices. The bits are those of the loop for any number of threads.
    With scales data are rows of quantised codes, as those of gather_block_quantized: each is decoded to float32 on the
    way, weighted and reduced so, and the result is rounded once.

    Rules SG1 to SG3 (codes: TY5, QB) in docs/contract.md. Derivatives: of any order with respect to data or, of codes,
    scales and codebook, to weights and to base, also in forward mode, for add, mean, min and max.

    Args:
        data: tensor on the CPU of any element type; rows are its dimension batch_dims.
        indices: tensor of integers, the row of each position; None: the rows are the positions.
        segment_ids: tensor of integers, the segment of each position.
        offsets: tensor of integers, where segments begin among the positions: num_segments of them, or one more.
        num_segments: None: the largest id + 1; one less than there are offsets; with base its own.
        weights: tensor of the shape of the positions and data's type, or float32 for 16-bit floats.
        base: what segments begin with, of the shape of the result. None: with their first contribution, and an empty
            segment is 0.
        scales, zero_points, codebook, bits, block_size, packing: as of gather_block_quantized; scales is None: no codes.
        columns, dtype: of a result of codes: values of a row, None: as many as its bytes hold; float32, float16,
            bfloat16, None: that of scales, or float32. With base None is what that has.
        batch_dims: leading dimensions that all operands share.
        reduction: "none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor".
        include_self, out_of_bounds, negative_indices, segment_out_of_bounds, segment_negative_indices, padding_index,
            padding_segment, ordered, accumulate: as strew.segment_reduce.

    Returns:
        A new contiguous tensor.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> table = torch.arange(8.0).reshape(4, 2).requires_grad_()
    >>> bags = strew.torch.segment_reduce(table, torch.tensor([3, 0, 0]), offsets=torch.tensor([0, 2, 3]))
    >>> bags.sum().backward()
    >>> table.grad[:, 0]
    tensor([2., 0., 0., 1.])
    """
    form, segments = _segments_of(segment_ids, offsets)
    options = scatter_options({
        "reduction": reduction, "out_of_bounds": out_of_bounds, "negative_indices": negative_indices,
        "include_self": include_self, "ordered": ordered, "accumulate": accumulate,
    })  # fmt: skip
    of_segments = segment_options(segment_out_of_bounds, segment_negative_indices)
    how = Segments(form, batch_dims, options, of_segments, padding_index, padding_segment)
    rows = list(data.shape)
    if scales is None:
        refuse_without_scales(
            zero_points=zero_points, codebook=codebook, columns=columns, dtype=dtype, bits=or_none(bits, 4),
            block_size=or_none(block_size, 0), packing=or_none(packing, "low_first"),
        )  # fmt: skip
        size = _size(rows, indices, segments, form, num_segments, batch_dims, base)
        return calls.segment_reduce(data, indices, segments, weights, base, how, size)
    codes = codes_of(bits, block_size, packing, dtype, scales if base is None else base)
    if rows:
        held = base.shape[-1] if columns is None and base is not None and base.dim() else columns
        rows[-1] = columns_of(rows[-1], codes.bits, held)
    size = _size(rows, indices, segments, form, num_segments, batch_dims, base)
    operands = data, indices, segments, weights, base, scales, zero_points, codebook
    return calls.segment_reduce_codes(operands, how, codes, size)


@operator
def segment_scan(
    data: Tensor | None = None, indices: Tensor | None = None, *, segment_ids: Tensor | None = None,
    offsets: Tensor | None = None, num_segments: int | None = None, batch_dims: int = 0, reduction: Scan = "add",
    exclusive: bool = False, out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    segment_out_of_bounds: ScatterBounds = "error", segment_negative_indices: NegativeIndices = "invalid",
    padding_index: int | None = None, padding_segment: int | None = None, accumulate: Accumulate = "wide",
) -> Tensor:  # fmt: skip
    """What the reduction of each segment is on its way: running sums of groups, and ranks in them.

    out[B, p] is the reduction of the rows data[B, indices[B, q]] of the positions q <= p of p's segment, in their order,
    with B the `batch_dims` leading dimensions; of q < p if `exclusive`, where the first position of a segment has 0.
    Segments are given as to segment_reduce. The bits are those of the loop for any number of threads.

    Rules SG1 to SG3 in docs/contract.md. Derivatives: of any order with respect to data, also in forward mode, for add.

    Args:
        data: tensor on the CPU of numbers; rows are its dimension batch_dims. None, with segment_ids alone: a one for each
            of these, of int64, so that the exclusive sum is the rank of each among the equal ones.
        num_segments: None: the largest id + 1, which cannot be traced; one less than there are offsets.
        reduction: "add", "mul", "min", "max".
        exclusive: whether the value of a position is without its own row.
        indices, segment_ids, offsets, batch_dims, out_of_bounds, negative_indices, segment_out_of_bounds,
            segment_negative_indices, padding_index, padding_segment, accumulate: as strew.segment_scan.

    Returns:
        A new contiguous tensor of data's type, of the shape of the positions and the rows.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> experts = torch.tensor([2, 0, 2, 2, 0])
    >>> strew.torch.segment_scan(segment_ids=experts, exclusive=True)
    tensor([0, 0, 1, 2, 1])
    >>> strew.torch.segment_scan(torch.tensor([1.0, 2.0, 3.0, 4.0]), segment_ids=torch.tensor([0, 1, 0, 0]))
    tensor([1., 2., 4., 8.])
    """
    form, segments = _segments_of(segment_ids, offsets)
    if data is None:
        if segment_ids is None or indices is not None:
            raise from_rule("PY9", "data", "there are none, which is for segment_ids alone: a one for each of these")
        data = torch.ones((), dtype=torch.int64, device=segment_ids.device).expand(segment_ids.shape)
    count = _count(num_segments, segments, form)
    if isinstance(num_segments, int) and num_segments == 0 and offsets is not None and offsets.dim():
        # To the operator 0 is none that is given.
        check("SG3", offsets.shape[-1] <= 1, f"segments: they are {offsets.shape[-1]} offsets, but num_segments=0")
    options = scatter_options({
        "reduction": reduction, "out_of_bounds": out_of_bounds, "negative_indices": negative_indices,
        "accumulate": accumulate,
    })  # fmt: skip
    of_segments = segment_options(segment_out_of_bounds, segment_negative_indices)
    how = Segments(form, batch_dims, options, of_segments, padding_index, padding_segment)
    size = [*_positions(data, indices, batch_dims), *data.shape[max(batch_dims, 0) + 1 :]]
    return calls.segment_scan(data, indices, segments, how, count, bool(exclusive), size)


@operator
def sddmm(
    data: Tensor, right: Tensor, indices: Tensor | None = None, *, segment_ids: Tensor | None = None,
    offsets: Tensor | None = None, batch_dims: int = 0, out_of_bounds: ScatterBounds = "error",
    negative_indices: NegativeIndices = "from_end", segment_out_of_bounds: ScatterBounds = "error",
    segment_negative_indices: NegativeIndices = "invalid", padding_index: int | None = None,
    padding_segment: int | None = None, accumulate: Accumulate = "wide",
) -> Tensor:  # fmt: skip
    """Sums of products of rows of `data` and of `right` at chosen pairs: a sampled matrix product.

    out[B, p] = sum over k of data[B, indices[B, p], k] * right[B, s, k] for the segment s of position p, with B the
    `batch_dims` leading dimensions. Segments are given as to segment_reduce, and right has the shape of its result. Each
    product is rounded, then added, in the order of k, for any number of threads.

    Rules SG1 to SG3 in docs/contract.md. Derivatives: of any order with respect to data and right, also in forward mode.

    Args:
        data: tensor on the CPU of numbers; rows are its dimension batch_dims.
        right: tensor of data's type, or float32 for 16-bit floats, with a row for each segment.
        indices, segment_ids, offsets, batch_dims, out_of_bounds, negative_indices, segment_out_of_bounds,
            segment_negative_indices, padding_index, padding_segment, accumulate: as strew.sddmm.

    Returns:
        A new contiguous tensor of data's type and of the shape of the positions.

    Raises:
        IndexError: reports the first bad position.
        RuntimeError: types or shapes that break a rule. strew.OptionError: a word that is none of an option.

    >>> import torch, strew.torch
    >>> left, right = torch.arange(6.0).reshape(3, 2), torch.tensor([[1.0, 10.0], [100.0, 1000.0]])
    >>> strew.torch.sddmm(left, right, torch.tensor([2, 0, 1]), segment_ids=torch.tensor([0, 1, 1]))
    tensor([  54., 1000., 3200.])
    """
    form, segments = _segments_of(segment_ids, offsets)
    places = segment_options(out_of_bounds, negative_indices)
    options = scatter_options({"accumulate": accumulate}) | places
    of_segments = segment_options(segment_out_of_bounds, segment_negative_indices)
    how = Segments(form, batch_dims, options, of_segments, padding_index, padding_segment)
    return calls.sddmm(data, right, indices, segments, how, _positions(data, indices, batch_dims))


def _segments_of(segment_ids: Tensor | None, offsets: Tensor | None) -> tuple[int, Tensor | None]:
    if segment_ids is not None and offsets is not None:
        raise from_rule("PY9", None, "segment_ids and offsets are given together")
    if offsets is not None:
        return OFFSETS, offsets
    return (GROUPS, None) if segment_ids is None else (IDS, segment_ids)


def _positions(data: Tensor, indices: Tensor | None, batch: int) -> Sizes:
    """Their shape; a batch_dims that does not fit the operator refuses."""
    shape: Sizes = data.shape[: max(batch, 0) + 1] if indices is None else indices.shape
    return shape


def _size(
    rows: list[Any], indices: Tensor | None, segments: Tensor | None, form: int, count: Any, batch: int, base: Tensor | None
) -> list[Any]:  # fmt: skip
    """The shape of the result, as far as the operands tell; what does not fit the operator refuses."""
    if not 0 <= batch < len(rows):
        return rows
    if count is None and form != GROUPS and base is not None and base.dim() > batch:
        count = base.shape[batch]
    else:
        count = _count(count, segments, form)
    if form == GROUPS:
        return [*([] if indices is None else list(indices.shape)[:-1]), *rows[batch + 1 :]]
    return [*rows[:batch], count, *rows[batch + 1 :]]


def _count(given: Any, segments: Tensor | None, form: int) -> Any:
    """The number of segments, of groups 0: the indices tell it."""
    if form == GROUPS:
        if given is not None:
            raise from_rule("PY9", None, "num_segments is given, but the segments are those of indices")
        return 0
    assert segments is not None
    if given is None and form == OFFSETS:
        return max(segments.shape[-1] - 1, 0) if segments.dim() else 0
    if given is None:
        return max(int(segments.long().max()) + 1, 0) if segments.numel() else 0
    return size(given, "num_segments") if isinstance(given, int) else given


class EmbeddingBag(torch.nn.EmbeddingBag):  # type: ignore[misc]
    """torch.nn.EmbeddingBag, with the bits of a loop over each bag, forward and backward, for any number of threads.

    Parameters and state are torch.nn.EmbeddingBag's. An empty bag is 0.

    Args:
        num_embeddings, embedding_dim, mode, include_last_offset, padding_idx, device, dtype: as torch.nn.EmbeddingBag.
        max_norm, scale_grad_by_freq, sparse: not supported.

    Raises:
        NotImplementedError: when it is called with what is not supported.
        IndexError: reports the first bad position.

    >>> import torch, strew.torch
    >>> bags = strew.torch.EmbeddingBag(5, 2, mode="sum", _weight=torch.arange(10.0).reshape(5, 2))
    >>> bags(torch.tensor([0, 4, 1]), torch.tensor([0, 2])).tolist()
    [[8.0, 10.0], [2.0, 3.0]]
    """

    def forward(
        self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None
    ) -> Tensor:
        for name in ("max_norm", "scale_grad_by_freq", "sparse"):
            if getattr(self, name):
                raise NotImplementedError(f"strew.torch.EmbeddingBag does not support {name}")
        if per_sample_weights is not None and self.mode != "sum":
            raise NotImplementedError(f"per_sample_weights come with mode='sum', not {self.mode!r}")
        if input.dim() not in (1, 2):
            raise ValueError(f"input has {input.dim()} dimensions; 1 or 2 are meant")
        if input.dim() == 2 and offsets is not None:
            raise ValueError("offsets are given, but input has two dimensions, whose rows are the bags")
        if input.dim() == 1 and offsets is None:
            raise ValueError("input has one dimension: offsets say where bags begin in it")
        count = None if offsets is None or self.include_last_offset else offsets.shape[0]
        made: Tensor = segment_reduce(
            self.weight, input, offsets=offsets, num_segments=count, weights=per_sample_weights,
            reduction="add" if self.mode == "sum" else self.mode, negative_indices="invalid",
            padding_index=self.padding_idx,
        )  # fmt: skip
        return made
