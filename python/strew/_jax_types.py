"""The element types of JAX, by name: which strew moves, and which it reduces. Others are no numbers of whole bytes."""

from __future__ import annotations

EXACT = ("bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)))
REAL = (*EXACT, "float16", "bfloat16", "float32", "float64")
NUMBERS = (*REAL, "complex64", "complex128")
MOVED = (
    *NUMBERS, "float8_e5m2", "float8_e4m3fn", "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float8_e4m3fnuz", "float8_e4m3",
    "float8_e3m4", "float8_e8m0fnu",
)  # fmt: skip
