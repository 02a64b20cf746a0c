"""The engine's messages in the words of NumPy: the one table of both vocabularies."""

from __future__ import annotations

import re
from collections.abc import Mapping

TYPES = {
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
}  # fmt: skip

# In this order: whole phrases before the words that they contain.
_PHRASES = [
    (r"^(\w+: )call: ", r"\1"),
    (r"\b(its|their) extents are\b", r"\1 shape is"),
    (r"\bits extents (.*?) differ from\b", r"its shape \1 differs from"),
    (r"\bthe product of (its|the non-zero) extents\b", r"the product of \1 sizes"),
    (r"\bbatch(?:ing)? extent (\d+) is (-?\d+), that of (data|the operand) is (-?\d+)",
     r"batch axis \1 is of size \2, that of \3 is of size \4"),
    (r"\bequal batch extents\b", "equal batch shapes"),
    (r"\bextent (\d+) is (-?\d+)", r"axis \1 is of size \2"),
    (r"\bslice size (\d+) is (-?\d+), the extent is (-?\d+)", r"slice size \1 is \2, axis \1 is of size \3"),
    (r"\b(over|\bstride -?\d+ of) extent (-?\d+)", r"\1 an axis of size \2"),
    (r"\bof extent (-?\d+)", r"of size \1"),
    (r"\ban extent of (-?\d+)", r"an axis of size \1"),
    (r"\ban extent is not negative", "a size in a shape is not negative"),
    (r"\bno extent of indices\b", "no size of indices"),
    (r"\bextents that are requested follow\b", "a shape that is requested follows"),
    (r"\bhave equal extents\b", "are of equal size"),
    (r"\baddress the extents and windows\b", "address the sizes and windows"),
    (r"\bextents\b", "shape"),
    (r"\bextent\b", "size"),
    (r"\bthe direct operand \((output of a gather, updates of a scatter)\)", r"\1"),
]  # fmt: skip
_COMPILED = [(re.compile(pattern), text) for pattern, text in _PHRASES]
_TYPE = re.compile(rf"\b({'|'.join(TYPES)})\b")
_WIDTH = re.compile(r"\bopaque of \d+ bytes\b")
_AXIS = re.compile(r"\b(an )?axis(?= of size| \d+ (?:is )?of size)")
_LIST = re.compile(r"(?<!outside )(?<!\] and )\[((?:-?\d+(?:, )?)*)\]")


def spoken(text: str) -> str:
    """A message or a rule of the engine: dtype names, shapes as tuples, axes and their sizes."""
    return _in_words(_LIST.sub(_tuple, text))


def spoken_by_torch(text: str) -> str:
    """In PyTorch's words: shapes as lists, dimensions and their sizes."""
    return _AXIS.sub(lambda found: "a dimension" if found[1] else "dimension", _in_words(text))


def _in_words(text: str) -> str:
    for pattern, words in _COMPILED:
        text = pattern.sub(words, text)
    return _TYPE.sub(lambda found: TYPES[found[1]], text)


def named(text: str, operand: str | None, types: Mapping[str, str]) -> str:
    """With the types that the engine moves as records of some bytes: strings, dates, structured types, small floats."""
    data = types.get("data", "opaque")
    text = _WIDTH.sub("opaque", text).replace("from the opaque of data", f"from the {data} of data")
    return text.replace("opaque", types.get(operand or "data", data))


# As words of their own: no attribute, no keyword, nothing in quotes; "the indices of a mask" are no operand.
_OPERAND = re.compile(r"(?<![\w.'\"])(data|indices|updates|output|axis)(?![\w'\"=]| of a mask)")
_OUT = re.compile(r"\bout= is\b")
_ADVICE_ON_OUT = ": leave out= away"


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A message about the core's operands with the names that its caller has for them, and for the option axis."""
    text = _OUT.sub("is", text)
    if names.get("output") != "out":
        text = text.replace(_ADVICE_ON_OUT, "")
    return _OPERAND.sub(lambda found: names.get(found[1], found[1]), text)


def _tuple(found: re.Match[str]) -> str:
    sizes = found[1]
    return f"({sizes},)" if sizes.strip("-").isdigit() else f"({sizes})"
