"""The products, one adapter per file.

Each adapter has TITLE, PACKAGE (its distribution on PyPI), OPEN (why the result is undefined where several updates
collide without a reduction, or "") and a function for each operator: from Operands to a list of Calls.
"""

from __future__ import annotations

import dataclasses
import importlib
import types

import machine
from calls import sentence

NAMES = ("numpy", "torch", "onnxruntime", "openvino", "jax", "strew")


@dataclasses.dataclass
class Product:
    name: str
    adapter: types.ModuleType | None
    problem: str = ""

    @property
    def title(self) -> str:
        return self.adapter.TITLE if self.adapter else self.name

    @property
    def version(self) -> str | None:
        if self.adapter is None:
            return None
        package = self.adapter.PACKAGE
        return machine.version(package) or importlib.import_module(package).__version__

    @property
    def open(self) -> str:
        return self.adapter.OPEN if self.adapter else ""


def load(name: str) -> Product:
    try:
        return Product(name, importlib.import_module(f"products.{name}"))
    except ImportError as failure:
        return Product(name, None, sentence(failure))
