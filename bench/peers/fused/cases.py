"""The cases of the fused operators, which every product runs. A new one is a new row here."""

from __future__ import annotations

import dataclasses
import math

from cases import K, M, Shape, brief, extents

QUICK_SHARE = 8
GROUPS, IDS, OFFSETS = "groups", "ids", "offsets"


@dataclasses.dataclass(frozen=True)
class FusedCase:
    """One call of one operator, in the words of strew's operators.

    `form` says how the positions, of the extents `indices`, have their segments: by ids in any order, by offsets, or as
    rows of the last dimension. `values` says how indices are drawn. `indexed`: false where the rows of data are the
    positions. `weights` is their element type. `gradient`: the reduction is the gradient of a bag's table, data that
    of its output.
    """

    key: str
    group: str
    operator: str
    data: Shape
    indices: Shape
    segments: int = 0
    form: str = GROUPS
    reduction: str = "add"
    dtype: str = "float32"
    weights: str = ""
    padding: int | None = None
    values: str = "uniform"
    indexed: bool = True
    gradient: bool = False

    @property
    def positions(self) -> int:
        return math.prod(self.indices)

    @property
    def output(self) -> Shape:
        if self.operator == "sddmm":
            return self.indices
        if self.operator == "gather_block_quantized":
            return (*self.indices, self.data[1] * CODES_IN_BYTE)
        return (self.segments, *self.data[1:])

    @property
    def is_quantized(self) -> bool:
        return self.operator in ("gather_block_quantized", "quantized_bag")

    @property
    def label(self) -> str:
        if self.operator == "gather_block_quantized":
            return f"{self.operator} {extents(self.data)} of {BITS} bits, block {BLOCK}, {extents(self.indices)}"
        if self.operator == "quantized_bag":
            return f"segment_reduce add, {extents(self.data)} of 8 bits, a scale a row, {extents(self.indices)}, groups"
        parts = [f"{self.operator} {self.reduction if self.operator == 'segment_reduce' else ''}".rstrip(),
                 f"{extents(self.data)} {brief(self.dtype)}"]  # fmt: skip
        parts.append(f"{extents(self.indices)} {self.values}" if self.indexed else "no indices")
        parts.append(self.form if self.form == GROUPS else f"{self.form}, {extents((self.segments,))} segments")
        parts += [f"weights {brief(self.weights)}"] if self.weights else []
        parts += [f"padding {self.padding}"] * (self.padding is not None)
        return ", ".join(parts)

    def at_size(self, quick: bool) -> FusedCase:
        """A short run has an eighth of the rows, positions and segments."""
        if not quick:
            return self
        data, indices = ((shape[0] // QUICK_SHARE, *shape[1:]) for shape in (self.data, self.indices))
        return dataclasses.replace(self, data=data, indices=indices, segments=self.segments // QUICK_SHARE)


BITS, BLOCK, CODES_IN_BYTE = 4, 32, 2

BAGS, MESSAGES, EXPERTS, SEGMENTS = "bags", "message passing", "experts", "segments of rows"
SAMPLED, QUANTIZED = "sampled products", "quantised rows"

TABLE, BAG, BAG_COUNT = (1 * M, 64), (16_384, 50), 16_384
NODES, EDGES, NODE_COUNT = (100 * K, 64), (2 * M,), 100 * K
TOKENS, CHOSEN = (32_768, 7168), (4096, 8)


def bag(key: str, **options) -> FusedCase:
    return FusedCase(key, BAGS, "segment_reduce", TABLE, BAG, BAG_COUNT, **options)


def messages(key: str, form: str) -> FusedCase:
    return FusedCase(key, MESSAGES, "segment_reduce", NODES, EDGES, NODE_COUNT, form, weights="float32")


def experts(key: str, weights: str) -> FusedCase:
    return FusedCase(key, EXPERTS, "segment_reduce", TOKENS, CHOSEN, CHOSEN[0], dtype="bfloat16", weights=weights,
                     values="permutation")  # fmt: skip


def rows(key: str, data: Shape, segments: int, form: str) -> FusedCase:
    return FusedCase(key, SEGMENTS, "segment_reduce", data, data[:1], segments, form, indexed=False)


def sampled(key: str, form: str) -> FusedCase:
    return FusedCase(key, SAMPLED, "sddmm", NODES, (1 * M,), NODE_COUNT, form)


CASES = (
    bag("bag_f32"),
    bag("bag_f16", dtype="float16"),
    bag("bag_f64", dtype="float64"),
    bag("bag_weights", weights="float32"),
    bag("bag_padding", padding=0),
    bag("bag_max", reduction="max"),
    FusedCase("bag_gradient", BAGS, "segment_reduce", (BAG_COUNT, 64), (math.prod(BAG),), 100 * K, IDS,
              values="each in turn", gradient=True),
    messages("messages_offsets", OFFSETS),
    messages("messages_ids", IDS),
    experts("experts_f32", "float32"),
    experts("experts_bf16", "bfloat16"),
    rows("rows_offsets", (2 * M, 64), 100 * K, OFFSETS),
    rows("group_by_1k", (8 * M,), 1 * K, IDS),
    rows("group_by_1m", (8 * M,), 1 * M, IDS),
    sampled("sddmm_offsets", OFFSETS),
    sampled("sddmm_ids", IDS),
    FusedCase("quantized_4_bits", QUANTIZED, "gather_block_quantized", (32 * K, 1024), (8192,), dtype="uint8"),
    FusedCase("quantized_bag", QUANTIZED, "quantized_bag", TABLE, BAG, BAG_COUNT, dtype="uint8"),
)  # fmt: skip
