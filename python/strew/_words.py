"""The words of strew and those of other libraries for them, made by tools/words.py from include/strew/words.def."""

from typing import Literal

Reduction = Literal["none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor"]
UpdateComputation = Literal[
    "none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor", "subtract", "multiply", "minimum",
    "maximum",
]
GatherBounds = Literal["error", "clamp", "wrap", "skip", "fill", "assume"]
ScatterBounds = Literal["error", "clamp", "wrap", "skip", "assume"]
NegativeIndices = Literal["from_end", "invalid"]
Accumulate = Literal["wide", "native"]
Duplicates = Literal["allow", "error"]
PartialWindow = Literal["element", "whole"]
Mode = Literal["linear", "circular"]
OnError = Literal["keep", "discard"]

# By their numbers in the C ABI, as runtimes hand them over.
REDUCTIONS: tuple[Reduction, ...] = ("none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor")
BOUNDS: tuple[GatherBounds, ...] = ("error", "clamp", "wrap", "skip", "fill", "assume")
NEGATIVES: tuple[NegativeIndices, ...] = ("from_end", "invalid")
ACCUMULATE: tuple[Accumulate, ...] = ("wide", "native")
DUPLICATES: tuple[Duplicates, ...] = ("allow", "error")

# The reductions by the ufuncs of NumPy, the words of PyTorch's scatter_reduce, and the operations of StableHLO where these
# have another name.
UFUNCS: dict[str, Reduction] = {
    "add": "add", "subtract": "sub", "multiply": "mul", "minimum": "min", "maximum": "max", "bitwise_and": "and",
    "bitwise_or": "or", "bitwise_xor": "xor",
}  # fmt: skip
TORCH: dict[str, Reduction] = {"sum": "add", "prod": "mul", "amin": "min", "amax": "max", "mean": "mean"}
STABLEHLO: dict[str, Reduction] = {"subtract": "sub", "multiply": "mul", "minimum": "min", "maximum": "max"}

# Words of other libraries that are not taken, and what they mean here.
ELSEWHERE: dict[str, str] = {
    "sum": "add", "prod": "mul", "multiply": "mul", "amin": "min", "minimum": "min", "amax": "max", "maximum": "max",
    "subtract": "sub", "average": "mean", "assign": "none", "update": "none", "raise": "error", "clip": "clamp",
    "drop": "skip", "ignore": "skip", "promise_in_bounds": "assume", "zero": "fill", "nan": "fill",
}  # fmt: skip

# The element types: the name of NumPy, or of ml_dtypes, and the kind.
TYPES: dict[str, tuple[str, str]] = {
    "bool": ("bool", "boolean"), "i8": ("int8", "signed_integer"), "i16": ("int16", "signed_integer"),
    "i32": ("int32", "signed_integer"), "i64": ("int64", "signed_integer"), "u8": ("uint8", "unsigned_integer"),
    "u16": ("uint16", "unsigned_integer"), "u32": ("uint32", "unsigned_integer"),
    "u64": ("uint64", "unsigned_integer"), "f16": ("float16", "real"), "bf16": ("bfloat16", "real"),
    "f32": ("float32", "real"), "f64": ("float64", "real"), "c64": ("complex64", "complex"),
    "c128": ("complex128", "complex"), "f8_e4m3": ("float8_e4m3fn", "record"), "f8_e5m2": ("float8_e5m2", "record"),
}  # fmt: skip
