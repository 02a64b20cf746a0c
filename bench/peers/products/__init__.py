"""The products, one adapter per file.

Each adapter has TITLE, PACKAGE (its distribution on PyPI), OPEN (why the result is undefined where several updates
collide without a reduction, or "") and a function for each operator that it has: from Operands to a list of Calls, empty
where the product has none for this case. That of strew is a class, since strew takes part once for each number of threads.
"""

from __future__ import annotations

import dataclasses
import importlib
import types

import machine
from calls import sentence

OWN = "strew"
OTHERS = ("numpy", "torch", "onnxruntime", "openvino", "jax", "scipy", "polars", "duckdb")


@dataclasses.dataclass
class Product:
    name: str
    adapter: types.ModuleType | object | None
    problem: str = ""
    only: str = ""  # an expression: calls with other names take no part

    @property
    def title(self) -> str:
        return self.adapter.TITLE if self.adapter else self.name

    @property
    def version(self) -> str | None:
        if self.adapter is None:
            return None
        package = self.adapter.PACKAGE
        return getattr(self.adapter, "VERSION", None) or machine.version(package) or imported_version(package)

    @property
    def open(self) -> str:
        return self.adapter.OPEN if self.adapter else ""


def imported_version(package: str) -> str:
    return importlib.import_module(package).__version__


def load(name: str, package: str = __name__) -> Product:
    """The adapter of that name in a package of adapters."""
    try:
        return Product(name, importlib.import_module(f"{package}.{name}"))
    except ImportError as failure:
        return Product(name, None, sentence(failure))


def field(names: list[str], threads: list[int | None]) -> list[Product]:
    """The products with these names, then strew once for each number of threads (None: all), the first as "strew"."""
    check(names)
    own = load(OWN)
    if own.adapter is None:
        return [*map(load, (name for name in names if name != OWN)), own]
    entries = [Product(OWN if number == 0 else f"{OWN}/{count or 'all'}", own.adapter.Adapter(count))
               for number, count in enumerate(threads)]  # fmt: skip
    return [*map(load, (name for name in names if name != OWN)), *entries]


def check(names: list[str]) -> None:
    unknown = sorted(set(names) - {*OTHERS, OWN})
    if unknown:
        raise ValueError(f"no such product: {', '.join(unknown)}; there are {', '.join(OTHERS)}")


def described(products: list[Product]) -> dict:
    return {
        product.name: {"title": product.title, "version": product.version, "open": product.open,
                       "problem": product.problem}
        for product in products
    }  # fmt: skip
