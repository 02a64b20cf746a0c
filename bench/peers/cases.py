"""What a case is, and the cases chosen by hand, which every product runs. A new one is a new row here."""

from __future__ import annotations

import dataclasses
import math

Shape = tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Case:
    """One call of one operator, in the words of strew's operators.

    `values` says how indices are drawn (operands.py); `quick` are the shapes of data and indices of a short run. Cases
    with the same `contents` have the same indices.
    """

    key: str
    group: str
    operator: str
    data: Shape
    indices: Shape
    quick: tuple[Shape, Shape] | None = None
    axis: int = 0
    batch_dims: int = 0
    reduction: str = "none"
    dtype: str = "float32"
    index_dtype: str = "int64"
    values: str = "uniform"
    include_self: bool = True
    contents: str = ""

    @property
    def is_scatter(self) -> bool:
        return self.operator.startswith("scatter")

    @property
    def has_duplicates(self) -> bool:
        return self.values not in ("permutation", "sorted distinct")

    @property
    def leaves_winner_open(self) -> bool:
        """Whether several updates address one cell and only one can stay."""
        return self.is_scatter and self.reduction == "none" and self.has_duplicates

    @property
    def positions(self) -> int:
        return math.prod(self.indices[:-1] if self.operator.endswith("_nd") else self.indices)

    @property
    def label(self) -> str:
        name = f"{self.operator} {self.reduction}" if self.is_scatter else self.operator
        name += "" if self.include_self else " without self"
        axis = "" if self.operator.endswith("_nd") or len(self.data) == 1 else f" axis {self.axis}"
        batch = f" batch_dims {self.batch_dims}" if self.batch_dims else ""
        index = " int32" if self.index_dtype == "int32" else ""
        return f"{name}{axis}{batch} {extents(self.data)} {brief(self.dtype)}, {extents(self.indices)}{index} {self.values}"

    def at_size(self, quick: bool) -> Case:
        if not quick or self.quick is None:
            return self
        return dataclasses.replace(self, data=self.quick[0], indices=self.quick[1])


def brief(dtype: str) -> str:
    """f32 for float32."""
    short = {"float": "f", "uint": "u", "int": "i"}
    return next(dtype.replace(long, letter) for long, letter in short.items() if long in dtype)


def extents(shape: Shape) -> str:
    """[2450k,64] for (2_450_000, 64)."""
    return "[" + ",".join(extent(n) for n in shape) + "]"


def extent(n: int) -> str:
    for unit, letter in ((M, "M"), (K, "k")):
        if n >= unit and n % unit == 0:
            return f"{n // unit}{letter}"
    return str(n)


K, M = 1_000, 1_000_000
ROWS, ELEMENTS, TUPLES = "gather rows", "gather elements", "gather tuples"
MOVES, SUMS, COUNTS, SMALL = "scatter, no reduction", "reduce rows and elements", "sum into 1-D", "small"
MODELS, DRAWN = "models", "drawn"
GROUPS = (ROWS, ELEMENTS, TUPLES, MOVES, SUMS, COUNTS, SMALL, MODELS, DRAWN)

CASES = (
    Case("gather_rows_256", ROWS, "gather", (200 * K, 256), (262_144,), ((50 * K, 256), (32_768,))),
    Case("gather_rows_64", ROWS, "gather", (4 * M, 64), (1 * M,), ((500 * K, 64), (125 * K,))),
    Case("gather_rows_16", ROWS, "gather", (8 * M, 16), (4 * M,), ((1 * M, 16), (500 * K,)), values="zipf"),
    Case("gather_rows_100", ROWS, "gather", (1 * M, 100), (1 * M,), ((250 * K, 100), (125 * K,))),
    Case("gather_middle_axis", ROWS, "gather", (32, 4096, 768), (512,), ((8, 4096, 768), (512,)), axis=1,
         dtype="float16", values="sorted distinct"),
    Case("gather_1d_far", ELEMENTS, "gather", (64 * M,), (32 * M,), ((16 * M,), (4 * M,))),
    Case("gather_1d_near", ELEMENTS, "gather", (16_384,), (32 * M,), ((16_384,), (4 * M,))),
    Case("gather_palette", ELEMENTS, "gather", (256,), (32 * M,), ((256,), (4 * M,)), dtype="uint8",
         index_dtype="int32"),
    Case("gather_columns", ELEMENTS, "gather", (65_536, 1024), (256,), ((8192, 1024), (256,)), axis=1),
    Case("gather_elements_inner", ELEMENTS, "gather_elements", (32_768, 1024), (32_768, 1024),
         ((4096, 1024), (4096, 1024)), axis=1),
    Case("gather_elements_outer", ELEMENTS, "gather_elements", (16_384, 1024), (16_384, 1024),
         ((4096, 1024), (4096, 1024))),
    Case("gather_elements_pick_one", ELEMENTS, "gather_elements", (8192, 50_257), (8192, 1),
         ((1024, 50_257), (1024, 1)), axis=1),
    Case("gather_nd_rows_128", TUPLES, "gather_nd", (512, 512, 128), (4 * M, 3), ((512, 512, 128), (500 * K, 3))),
    Case("gather_nd_rows_32", TUPLES, "gather_nd", (64, 64, 64, 32), (1 * M, 3), ((64, 64, 64, 32), (125 * K, 3)),
         dtype="float16"),
    Case("gather_nd_batch", TUPLES, "gather_nd", (64, 25_200, 85), (64, 3000, 1), ((8, 25_200, 85), (8, 3000, 1)),
         batch_dims=1),
    Case("scatter_rows", MOVES, "scatter", (65_536, 1024), (16_384,), ((65_536, 1024), (2048,)), dtype="float16",
         values="permutation"),
    Case("scatter_elements_top", MOVES, "scatter_elements", (65_536, 1024), (65_536, 64), ((8192, 1024), (8192, 64)),
         axis=1),
    Case("scatter_permutation", MOVES, "scatter_elements", (32 * M,), (32 * M,), ((4 * M,), (4 * M,)), dtype="int64",
         values="permutation"),
    Case("scatter_nd_elements", MOVES, "scatter_nd", (256, 200, 304), (1 * M, 3), ((256, 200, 304), (125 * K, 3))),
    Case("add_nd_rows", SUMS, "scatter_nd", (200, 200, 256), (100 * K, 2), ((200, 200, 256), (12_500, 2)),
         reduction="add"),
    Case("add_elements_repeated", SUMS, "scatter_elements", (556_416, 80), (481_385, 80), ((69_552, 80), (60_173, 80)),
         reduction="add", values="one per row"),
    Case("add_elements", SUMS, "scatter_elements", (556_416, 80), (481_385, 80), ((69_552, 80), (60_173, 80)),
         reduction="add"),
    Case("add_rows_256", SUMS, "scatter", (135_361, 256), (477_263,), ((33_840, 256), (59_658,)), reduction="add"),
    Case("add_rows_64_zipf", SUMS, "scatter", (2450 * K, 64), (4 * M,), ((306 * K, 64), (500 * K,)), reduction="add",
         values="zipf"),
    Case("add_rows_f16", SUMS, "scatter", (100 * K, 128), (500 * K,), ((25 * K, 128), (62_500,)), reduction="add",
         dtype="float16"),
    Case("add_rows_hot", SUMS, "scatter", (1 * M, 128), (1 * M,), ((125 * K, 128), (125 * K,)), reduction="add",
         values="half on one"),
    Case("add_rows_few", SUMS, "scatter", (1 * K, 64), (2 * M,), ((1 * K, 64), (250 * K,)), reduction="add"),
    Case("max_rows", SUMS, "scatter", (1 * M, 64), (2 * M,), ((125 * K, 64), (250 * K,)), reduction="max",
         values="zipf"),
    Case("add_last_axis", SUMS, "scatter", (10, 128, 50, 50), (50,), axis=3, reduction="add", values="permutation"),
    Case("add_1d_1k", COUNTS, "scatter", (1 * K,), (32 * M,), ((1 * K,), (4 * M,)), reduction="add"),
    Case("add_1d_64k", COUNTS, "scatter", (65_536,), (32 * M,), ((65_536,), (4 * M,)), reduction="add"),
    Case("add_1d_16m", COUNTS, "scatter", (16 * M,), (32 * M,), ((16 * M,), (4 * M,)), reduction="add"),
    Case("add_1d_256m", COUNTS, "scatter", (256 * M,), (32 * M,), ((64 * M,), (4 * M,)), reduction="add"),
    Case("add_1d_zipf", COUNTS, "scatter", (16 * M,), (32 * M,), ((16 * M,), (4 * M,)), reduction="add",
         values="zipf"),
    Case("add_1d_sorted", COUNTS, "scatter", (8 * M,), (32 * M,), ((1 * M,), (4 * M,)), reduction="add",
         values="sorted"),
    Case("add_1d_one", COUNTS, "scatter", (16,), (32 * M,), ((16,), (4 * M,)), reduction="add", values="same"),
    Case("add_1d_i32", COUNTS, "scatter", (65_536,), (32 * M,), ((65_536,), (4 * M,)), reduction="add",
         dtype="int32"),
    Case("small_gather", SMALL, "gather", (1 * K, 64), (16,)),
    Case("small_add", SMALL, "scatter_nd", (8, 8), (4, 1), reduction="add", values="permutation"),
    Case("small_gather_elements", SMALL, "gather_elements", (4, 353, 128), (4, 353, 128), axis=1),
)  # fmt: skip
