"""The core's operators for tensors of which one requires grad: those of strew.torch, with the errors of the core.

Data are a tensor, or Filled where a reduction begins with one value. A destination is data themselves: in place.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import torch
from torch import Tensor

import strew.torch
from strew import _strew
from strew._errors import from_rule
from strew._filled import Filled
from strew._views import numpy_view

_RULE = re.compile(r"[A-Z]{2}\d+: ")


def gather(data: Any, indices: Any, *, out: Any = None, **options: Any) -> Any:
    return _read("gather", data, indices, out, options)


def gather_elements(data: Any, indices: Any, *, out: Any = None, **options: Any) -> Any:
    return _read("gather_elements", data, indices, out, options)


def scatter(data: Any, indices: Any, updates: Any, *, out: Any = None, **options: Any) -> Any:
    return _written("scatter", data, indices, updates, out, options)


def scatter_elements(data: Any, indices: Any, updates: Any, *, out: Any = None, **options: Any) -> Any:
    return _written("scatter_elements", data, indices, updates, out, options)


def scatter_nd(data: Any, indices: Any, updates: Any, *, out: Any = None, **options: Any) -> Any:
    return _written("scatter_nd", data, indices, updates, out, options)


def _read(name: str, data: Any, indices: Any, out: Any, options: dict[str, Any]) -> Any:
    operands = data, indices
    if not torch.is_grad_enabled():
        return _plain(name, operands, out, options)
    if out is not None:
        raise from_rule("PY1", "output", f"{_LOST}: leave out= away")
    return _call(name, operands, options)


def _written(name: str, data: Any, indices: Any, updates: Any, out: Any, options: dict[str, Any]) -> Any:
    operands = data, indices, updates
    if not torch.is_grad_enabled():
        return _plain(name, operands, out, options)
    if not isinstance(data, (Tensor, Filled)):
        raise from_rule("PY1", "updates", "is a tensor that requires grad, and data is no tensor: make one of it")
    if out is not None and out is not data:
        raise from_rule("PY1", "output", f"is not data itself: {_LOST}; leave out= away")
    return _call(name if out is None else name + "_", operands, options)


_LOST = "a gradient does not pass through another destination"


def _call(name: str, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """strew.torch's function. What the engine refuses, the core refuses too, in an exception with all details."""
    like = operands[0] if isinstance(operands[0], Tensor) else operands[2]
    try:
        return getattr(strew.torch, name)(*(_tensor(operand, like) for operand in operands), **options)
    except (IndexError, RuntimeError, TypeError) as refused:
        if isinstance(refused, TypeError) or _RULE.match(str(refused)):
            _plain(name.removesuffix("_"), operands, None, options)
        raise


def _plain(name: str, operands: tuple[Any, ...], out: Any, options: dict[str, Any]) -> Any:
    """The core's operator on the values alone."""
    made = getattr(_strew, name)(*map(_values, operands), out=_values(out), **options)
    return made if out is None else out


def _values(operand: Any) -> Any:
    return operand.detach() if isinstance(operand, Tensor) else operand


def _tensor(operand: Any, like: Tensor) -> Tensor:
    if isinstance(operand, Tensor):
        return operand
    if isinstance(operand, Filled):
        return torch.full((), operand.element.item(), dtype=like.dtype).expand(operand.shape)
    array = np.array(numpy_view(operand))  # a copy: what tensors share is writable and has positive strides
    if array.dtype.kind == "V":  # a small float of ml_dtypes
        return torch.from_numpy(array.view(f"i{array.itemsize}")).view(getattr(torch, array.dtype.name))
    return torch.from_numpy(array)
