"""What a cell holds after its updates, and what element a fill value is: the arithmetic of the contract, one by one.

An element is its bytes. Types are named as NumPy names them; every other name only moves. Reals are computed in double
and rounded to their format: 53 >= 2 * 24 + 2 bits make that the rounding of the exact result.
"""

from __future__ import annotations

import math
from fractions import Fraction

#: name: bytes, signed
INTEGERS = {f"{sign}int{8 * n}": (n, sign == "") for sign in ("", "u") for n in (1, 2, 4, 8)}
#: name: exponent bits, fraction bits
REALS = {"float16": (5, 10), "bfloat16": (8, 7), "float32": (8, 23), "float64": (11, 52)}
COMPLEX = {"complex64": "float32", "complex128": "float64"}
NARROW = ("float16", "bfloat16")


def is_defined(name: str, reduction: str) -> bool:
    """The table of reductions: TY4 where it has no yes."""
    if reduction == "none" or name in INTEGERS:
        return True
    if name == "bool":
        return reduction != "mean"
    if name in REALS:
        return reduction in ("add", "sub", "mul", "min", "max", "mean")
    return name in COMPLEX and reduction in ("add", "sub", "mul")


def encode(name: str, value: float | Fraction) -> bytes:
    """The nearest value of a format, ties to even; a NaN becomes the positive quiet one."""
    exponent_bits, fraction_bits = REALS[name]
    width = (1 + exponent_bits + fraction_bits) // 8
    infinity = ((1 << exponent_bits) - 1) << fraction_bits
    is_float = isinstance(value, float)
    if is_float and math.isnan(value):
        return (infinity | 1 << (fraction_bits - 1)).to_bytes(width, "little")
    is_negative = math.copysign(1, value) < 0 if is_float else value < 0
    sign = int(is_negative) << (exponent_bits + fraction_bits)
    is_infinite = is_float and math.isinf(value)
    bits = infinity if is_infinite else min(_magnitude(abs(Fraction(value)), exponent_bits, fraction_bits), infinity)
    return (sign | bits).to_bytes(width, "little")


def _magnitude(value: Fraction, exponent_bits: int, fraction_bits: int) -> int:
    if value == 0:
        return 0
    lowest = 2 - (1 << (exponent_bits - 1))
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    exponent = max(exponent, lowest)
    units = round(value / Fraction(2) ** (exponent - fraction_bits))  # round() of a Fraction ties to even
    return units + ((exponent - lowest) << fraction_bits)


def decode(name: str, stored: bytes) -> float:
    exponent_bits, fraction_bits = REALS[name]
    bits = int.from_bytes(stored, "little")
    fraction = bits & ((1 << fraction_bits) - 1)
    exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1)
    sign = -1.0 if bits >> (exponent_bits + fraction_bits) else 1.0
    if exponent == (1 << exponent_bits) - 1:
        return math.nan if fraction else sign * math.inf
    lowest = 2 - (1 << (exponent_bits - 1)) - fraction_bits
    if exponent:
        return sign * math.ldexp(fraction + (1 << fraction_bits), lowest + exponent - 1)
    return sign * math.ldexp(fraction, lowest)


def rounded(name: str, value: float) -> float:
    return value if name == "float64" else decode(name, encode(name, value))


def fold(name: str, reduction: str, include_self: bool, accumulate: str, cell: bytes, updates: list[bytes]) -> bytes:
    """The cell after its updates, at least one, in their order."""
    if reduction == "none":
        return updates[-1]
    terms = ([cell] if include_self else []) + updates
    if name == "bool":
        return bytes([_fold_bools(reduction, [term != b"\0" for term in terms])])
    if name in INTEGERS:
        return _fold_integers(name, reduction, accumulate, terms)
    if name in REALS:
        return _fold_reals(name, reduction, accumulate, [decode(name, term) for term in terms])
    return _fold_complex(COMPLEX[name], reduction, terms)


def _fold_bools(reduction: str, terms: list[bool]) -> bool:
    meaning = {"add": "or", "mul": "and", "sub": "xor", "max": "or", "min": "and"}.get(reduction, reduction)
    result = terms[0]
    for u in terms[1:]:
        result = result or u if meaning == "or" else result and u if meaning == "and" else result != u
    return result


def _wrapped(value: int, width: int, is_signed: bool) -> int:
    value &= (1 << 8 * width) - 1
    return value - (1 << 8 * width) if is_signed and value >> (8 * width - 1) else value


def _fold_integers(name: str, reduction: str, accumulate: str, terms: list[bytes]) -> bytes:
    width, is_signed = INTEGERS[name]
    values = [int.from_bytes(term, "little", signed=is_signed) for term in terms]
    result = values[0]
    for u in values[1:]:
        result = {"add": result + u, "mean": result + u, "sub": result - u, "mul": result * u, "min": min(result, u),
                  "max": max(result, u), "and": result & u, "or": result | u, "xor": result ^ u}[reduction]  # fmt: skip
    if reduction == "mean":
        total = result if accumulate == "wide" else _wrapped(result, width, is_signed)
        result = total // len(values)
    return _wrapped(result, width, is_signed).to_bytes(width, "little", signed=is_signed)


def _minimum(a: float, b: float) -> float:
    if math.isnan(a) or math.isnan(b):
        return math.nan
    if a == b == 0:
        return a if math.copysign(1, a) < 0 else b
    return min(a, b)


def _combined(reduction: str, a: float, b: float) -> float:
    if reduction in ("add", "mean"):
        return a + b
    if reduction == "sub":
        return a - b
    if reduction == "mul":
        return a * b
    return _minimum(a, b) if reduction == "min" else -_minimum(-a, -b)


def _fold_reals(name: str, reduction: str, accumulate: str, terms: list[float]) -> bytes:
    accumulator = "float32" if name in NARROW and accumulate == "wide" else name
    result = terms[0]
    for u in terms[1:]:
        result = rounded(accumulator, _combined(reduction, result, u))
    if reduction == "mean":
        result = rounded("float32" if name in NARROW else name, result / len(terms))
    return encode(name, result)


def _fold_complex(part: str, reduction: str, terms: list[bytes]) -> bytes:
    half = len(terms[0]) // 2
    pairs = [(decode(part, term[:half]), decode(part, term[half:])) for term in terms]
    ar, ai = pairs[0]
    for br, bi in pairs[1:]:
        if reduction == "mul":
            products = [rounded(part, x) for x in (ar * br, ai * bi, ar * bi, ai * br)]
            ar, ai = rounded(part, products[0] - products[1]), rounded(part, products[2] + products[3])
        else:
            ar, ai = (rounded(part, _combined(reduction, x, y)) for x, y in ((ar, br), (ai, bi)))
    return encode(part, ar) + encode(part, ai)


def element_of(name: str, width: int, value: int | float | complex | None) -> bytes | None:
    """The element that a fill value is: zero bytes for None; None where the type cannot hold it exactly (AT4)."""
    if value is None:
        return bytes(width)
    if name in COMPLEX:
        parts = (value.real, value.imag) if isinstance(value, complex) else (value, 0.0)
        return b"".join(_real_of(COMPLEX[name], x) for x in parts)
    if name in REALS and not isinstance(value, complex):
        return _real_of(name, value)
    if name != "bool" and name not in INTEGERS:
        return None
    is_signed = name != "bool" and INTEGERS[name][1]
    low, high = (0, 1) if name == "bool" else (-(1 << 8 * width - 1) if is_signed else 0,
                                               (1 << 8 * width - int(is_signed)) - 1)  # fmt: skip
    if isinstance(value, complex) or not math.isfinite(value) or value != int(value) or not low <= value <= high:
        return None
    return int(value).to_bytes(width, "little", signed=is_signed)


def _real_of(name: str, value: int | float) -> bytes:
    return encode(name, value if isinstance(value, float) else Fraction(value))
