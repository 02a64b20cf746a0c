"""The options of a call as one integer, the form in which operators take them (runtimes/torch/options.hpp)."""

from __future__ import annotations

import inspect
from typing import Any, TypedDict

import torch

from strew import _words
from strew._errors import chosen, from_rule
from strew._typing import Accumulate, Duplicates, NegativeIndices, Reduction, ScatterBounds


def _numbered(names: tuple[str, ...], but: str = "") -> dict[str, int]:
    return {name: number for number, name in enumerate(names) if name != but}


REDUCTIONS = _numbered(_words.REDUCTIONS)
_SCATTER_BOUNDS = _numbered(_words.BOUNDS, but="fill")
_GATHER_BOUNDS = _numbered(_words.BOUNDS, but="skip")
_NEGATIVES = _numbered(_words.NEGATIVES)
_DUPLICATES = _numbered(_words.DUPLICATES)
_ACCUMULATE = _numbered(_words.ACCUMULATE)

_BOUNDS_BIT, _NEGATIVE_BIT, _EXCLUDE_BIT, _NATIVE_BIT, _UNORDERED_BIT, _DUPLICATES_BIT = 4, 7, 8, 9, 10, 11
_SKIP, _FILL = _SCATTER_BOUNDS["skip"], _GATHER_BOUNDS["fill"]


def gather_options(out_of_bounds: str, negative_indices: str) -> int:
    if out_of_bounds == "skip":
        raise from_rule("PY9", None, "a gather that leaves elements out has no array to leave them in: use 'fill'")
    bounds = chosen("out_of_bounds", out_of_bounds, _GATHER_BOUNDS)
    return bounds << _BOUNDS_BIT | chosen("negative_indices", negative_indices, _NEGATIVES) << _NEGATIVE_BIT


_is_compiled = torch.compiler.is_dynamo_compiling
_packed: dict[tuple[object, ...], int] = {}  # what scatter_options made before: looking it up takes a tenth of the time


class ScatterOptions(TypedDict, total=False):
    """The options of all scatters, for type checkers; _pack has their defaults."""

    reduction: Reduction
    out_of_bounds: ScatterBounds
    negative_indices: NegativeIndices
    include_self: bool
    duplicates: Duplicates
    ordered: bool
    accumulate: Accumulate


def scatter_options(given: ScatterOptions) -> int:
    if _is_compiled():
        return _pack(**given)
    if not given:
        return 0  # _pack()
    # Flat, which is hashed in half the time. Of one option it is the pair.
    words = next(iter(given.items())) if len(given) == 1 else (*given, *given.values())
    try:
        return _packed[words]
    except KeyError:
        made = _packed[words] = _pack(**given)
        return made
    except TypeError:  # a list, which has no hash
        return _pack(**given)


def of_zeros(given: ScatterOptions) -> ScatterOptions:
    """Of a scatter into zeros, which combines them unless it is told where they change nothing: the faster way."""
    if given.get("include_self") is not None:
        return given
    return {**given, "include_self": given.get("reduction", "none") in ("none", "add", "sub", "or", "xor")}


def _pack(
    reduction: Reduction = "none", out_of_bounds: ScatterBounds = "error", negative_indices: NegativeIndices = "from_end",
    include_self: bool = True, duplicates: Duplicates = "allow", ordered: bool = True, accumulate: Accumulate = "wide",
) -> int:  # fmt: skip
    return (
        chosen("reduction", reduction, REDUCTIONS)
        | chosen("out_of_bounds", out_of_bounds, _SCATTER_BOUNDS) << _BOUNDS_BIT
        | chosen("negative_indices", negative_indices, _NEGATIVES) << _NEGATIVE_BIT
        | (not include_self) << _EXCLUDE_BIT
        | chosen("accumulate", accumulate, _ACCUMULATE) << _NATIVE_BIT
        | (not ordered) << _UNORDERED_BIT
        | chosen("duplicates", duplicates, _DUPLICATES) << _DUPLICATES_BIT
    )


#: The options of scatters with their defaults, as help() shows them.
SCATTER_PARAMETERS = tuple(
    each.replace(kind=each.KEYWORD_ONLY) for each in inspect.signature(_pack).parameters.values()
)


def reduction_of(options: int) -> str:
    return list(REDUCTIONS)[options & 15]


def excludes_self(options: int) -> bool:
    return bool(options >> _EXCLUDE_BIT & 1)


def words_of(options: int) -> dict[str, Any]:
    """The options of segment_reduce by their names; those of its segments have bounds and negatives alone."""
    return {
        "reduction": reduction_of(options),
        "out_of_bounds": _words.BOUNDS[options >> _BOUNDS_BIT & 7],
        "negative_indices": _words.NEGATIVES[options >> _NEGATIVE_BIT & 1],
        "include_self": not excludes_self(options),
        "accumulate": _words.ACCUMULATE[options >> _NATIVE_BIT & 1],
    }


def as_scatter(options: int, reduction: str) -> int:
    """The options of a scatter to the places that the given options, those of any call, address."""
    bounds = options >> _BOUNDS_BIT & 7
    return (
        REDUCTIONS[reduction] | (_SKIP if bounds == _FILL else bounds) << _BOUNDS_BIT | options & 1 << _NEGATIVE_BIT
    )


def as_gather(options: int) -> int:
    """The options of a gather from these places: zeros where a scatter skips."""
    bounds = options >> _BOUNDS_BIT & 7
    return (_FILL if bounds == _SKIP else bounds) << _BOUNDS_BIT | options & 1 << _NEGATIVE_BIT


def segment_options(out_of_bounds: str, negative_indices: str) -> int:
    """Of an index operand alone."""
    bounds = chosen("out_of_bounds", out_of_bounds, _SCATTER_BOUNDS)
    return bounds << _BOUNDS_BIT | chosen("negative_indices", negative_indices, _NEGATIVES) << _NEGATIVE_BIT


def places_of(options: int) -> int:
    """What they say of indices, and how 16-bit floats are summed."""
    return options & (7 << _BOUNDS_BIT | 1 << _NEGATIVE_BIT | 1 << _NATIVE_BIT)


def sums_natively(options: int) -> int:
    """How 16-bit floats are summed, alone."""
    return options & 1 << _NATIVE_BIT


def skipping(options: int) -> int:
    """The same, of indices that are below 0 where they are to be skipped."""
    return options & ~(7 << _BOUNDS_BIT | 1 << _NEGATIVE_BIT) | skips_invalid


skips_invalid = _SKIP << _BOUNDS_BIT | 1 << _NEGATIVE_BIT


def fill_of(
    value: Any, options: int, data: torch.Tensor, dtype: torch.dtype | None = None
) -> torch.Tensor | None:
    """One element of the result's type, that of data unless it is given, exactly the value (AT3, PY11)."""
    dtype = data.dtype if dtype is None else dtype
    if value is None:
        return None
    if options >> _BOUNDS_BIT & 7 != _FILL:
        raise from_rule("AT3", None, "a fill value comes with out_of_bounds='fill'")
    if not (dtype.is_floating_point or dtype.is_complex):
        lowest, highest = (0, 1) if dtype == torch.bool else (torch.iinfo(dtype).min, torch.iinfo(dtype).max)
        if isinstance(value, complex) or value != value or not lowest <= value <= highest or int(value) != value:
            raise from_rule("PY11", None, f"fill_value={value!r} is no {str(dtype).removeprefix('torch.')}")
        value = int(value)
    elif isinstance(value, complex) and not dtype.is_complex:
        raise from_rule("PY11", None, f"fill_value={value!r} is no {str(dtype).removeprefix('torch.')}")
    return torch.full((), value, dtype=dtype, device=data.device)
