"""Compares a result of real numbers with the serial loop: its bits, equal up to rounding, or wrong."""

from __future__ import annotations

import functools

import numpy as np

from fused import reference
from products import Product
from scores import RIGHT, ROUNDED, WRONG
from verify import Verifier


class FusedVerifier(Verifier):
    @functools.cached_property
    def tolerance(self) -> np.ndarray:
        return reference.tolerance(self.operands)

    def verdict_of(self, result: np.ndarray, product: Product) -> tuple[str, float]:
        if result.dtype != self.expected.dtype or result.shape != self.expected.shape:
            return WRONG, 1.0
        differing = float(np.mean(bits(result) != bits(self.expected)))
        if differing == 0:
            return RIGHT, 0.0
        distance = np.abs(result.astype(np.float64) - self.expected)
        return (ROUNDED if (distance <= self.tolerance).all() else WRONG), differing


def bits(array: np.ndarray) -> np.ndarray:
    return array.view(f"u{array.itemsize}")
