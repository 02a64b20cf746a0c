"""The words of options in the order of their numbers in the C ABI (strew/types.h): what runtimes hand over is numbers."""

REDUCTIONS = ("none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor")
BOUNDS = ("error", "clamp", "wrap", "skip", "fill", "assume")
NEGATIVES = ("from_end", "invalid")
DUPLICATES = ("allow", "error")
ACCUMULATE = ("wide", "native")
