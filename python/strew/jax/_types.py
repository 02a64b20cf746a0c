"""The element types of JAX, by name: which strew moves, and which it reduces. Others are no numbers of whole bytes."""

from __future__ import annotations

from strew._words import TYPES


def _of(*kinds: str) -> tuple[str, ...]:
    return tuple(name for name, kind in TYPES.values() if kind in kinds)


EXACT = _of("boolean", "signed_integer", "unsigned_integer")
REAL = (*EXACT, *_of("real"))
NUMBERS = (*REAL, *_of("complex"))
MOVED = (
    *NUMBERS, *_of("record"),
    "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float8_e4m3fnuz", "float8_e4m3", "float8_e3m4", "float8_e8m0fnu",
)  # fmt: skip
