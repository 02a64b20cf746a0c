"""Who takes part: the other products, strew, strew without the fused operators, and a copy of as many bytes."""

from __future__ import annotations

import dataclasses

import products
from products import OWN, Product

UNFUSED, COPY = f"{OWN}/unfused", "copy"
ADAPTERS = "fused.products"


def field(names: list[str], threads: int, calls: str) -> list[Product]:
    """Those with these names, by the calls whose names match, and the own ones, with as many threads."""
    products.check(names)
    others = [dataclasses.replace(products.load(name, ADAPTERS), only=calls) for name in names if name != OWN]
    own = products.load(OWN, ADAPTERS)
    copy = Product(COPY, products.load(COPY, ADAPTERS).adapter.Adapter(threads))
    if own.adapter is None:
        return [*others, own, copy]
    return [*others, Product(OWN, own.adapter.Fused(threads)), Product(UNFUSED, own.adapter.Unfused(threads)), copy]


def lacks(field: list[Product], operator: str) -> bool:
    """Whether this strew has no such operator."""
    own = next(product for product in field if product.name == OWN)
    return own.adapter is not None and not own.adapter.has(operator)
