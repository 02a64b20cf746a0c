"""What strew.torch says of a call that is wrong: PyTorch's words, and what to write instead."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import torch
from torch import Tensor
from torch.overrides import handle_torch_function, has_torch_function

from strew._errors import wrong_call_of
from strew.torch._options import SCATTER_PARAMETERS

Function = TypeVar("Function", bound=Callable[..., Any])

_is_compiled = torch.compiler.is_dynamo_compiling
_OPERANDS = ("data", "right", "indices", "updates", "segment_ids", "offsets", "weights", "base", "scales", "zero_points",
             "codebook")  # fmt: skip
_RULE = re.compile(r"([A-Z]{2}\d+): ")
_WRONG_VALUE = re.compile(r"Expected a value of type '([^']+)' for argument '(\w+)' but instead found type '([^']+)'")


def operator(function: Function) -> Function:
    """A function of strew.torch: what stands for tensors (of torch.fx, of a subclass) takes it, errors are explained. The
    options of scatters stand in its signature one by one."""

    signature = inspect.signature(function)
    parameters = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    if len(parameters) < len(signature.parameters):
        function.__signature__ = signature.replace(parameters=[*parameters, *_options_of(function)])  # type: ignore[attr-defined]
    count = sum(each.kind is each.POSITIONAL_OR_KEYWORD for each in parameters)

    @functools.wraps(function)
    def call(*operands: Any, **options: Any) -> Any:
        if _is_compiled():
            return function(*operands, **options)
        if has_torch_function(operands if len(operands) == count else (*operands, *options.values())):
            return handle_torch_function(call, (*operands, *options.values()), *operands, **options)
        try:
            return function(*operands, **options)
        except (AttributeError, IndexError, RuntimeError, TypeError) as refused:
            better = _explained(function, operands, options, refused)
            if better is refused:
                raise
        raise better

    return cast(Function, call)


def _options_of(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Those of scatters; into zeros, include_self depends on the reduction."""
    decides = function.__name__.endswith("zeros")
    return [each.replace(default=None) if decides and each.name == "include_self" else each for each in SCATTER_PARAMETERS]


def _explained(
    function: Callable[..., Any], operands: tuple[Any, ...], options: dict[str, Any], refused: Exception
) -> Exception:
    """The same exception, with another message where it is about a rule, or a TypeError about an argument."""
    try:
        given = inspect.signature(function).bind(*operands, **options).arguments
    except TypeError:
        return wrong_call_of(function, operands, options)
    optional = {name for name, each in inspect.signature(function).parameters.items() if each.default is None}
    for name in _OPERANDS:
        if given.get(name) is None and name in optional:
            continue
        if name in given and not isinstance(given[name], Tensor):
            what = f"argument '{name}' must be a Tensor, not {_type_name(given[name])}{_as_tensor(given[name])}"
            return TypeError(f"{function.__name__}(): {what}")
    text = str(refused)
    if rule := _RULE.match(text):
        refused.args = (text + _advice(rule[1], given),)
    elif wrong := _WRONG_VALUE.search(text):
        return TypeError(f"{function.__name__}(): argument '{wrong[2]}' must be {wrong[1]}, not {wrong[3]}")
    return refused


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _as_tensor(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return ": torch.from_numpy(array) makes one, in the same memory"
    is_plain = isinstance(value, (list, tuple, int, float, complex))
    return ": torch.tensor(value) makes one" if is_plain or hasattr(value, "__array__") else ""


def _advice(rule: str, given: dict[str, Any]) -> str:
    """What to do about types that do not fit."""
    order = f"; the order is {', '.join(name for name in ('data', 'size', 'indices', 'updates') if name in given)}"
    indices, values = given.get("indices"), given.get("updates", given.get("data"))
    if indices is None:
        return ""
    is_swapped = not _is_integer(indices) and _is_integer(values)
    if rule == "TY2":
        return order if is_swapped else ": updates.to(data.dtype) converts them"
    if rule != "TY3":
        return ""
    if indices.dtype == torch.bool:
        return ": mask.nonzero() has the index tuples of a mask, mask.nonzero(as_tuple=True)[0] the indices along one dimension"
    return order if is_swapped else ": indices.long() converts them"


def _is_integer(tensor: Tensor) -> bool:
    return not (tensor.is_floating_point() or tensor.is_complex() or tensor.dtype == torch.bool)
