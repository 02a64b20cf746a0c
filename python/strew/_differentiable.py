"""Which core a borrowed name calls: the extension, or strew.torch where there is a gradient to pass on."""

from __future__ import annotations

from typing import Any

import numpy as np

from strew import _strew


def core_of(*operands: Any) -> Any:
    """A module with the operators, under the same names and with the same options, for these data and updates."""
    for operand in operands:
        if type(operand) is not np.ndarray and getattr(operand, "requires_grad", False) is True:
            from strew.torch import _core  # imports torch, which whoever has such a tensor has

            return _core
    return _strew
