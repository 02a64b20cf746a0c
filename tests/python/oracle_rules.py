"""The shape constraints of the operators of one axis, of elements, tuples and caches: the first that is broken.

Written from the tables of rules in docs/contract.md, in their names. StableHLO's are tested one by one instead.
"""

from __future__ import annotations

from typing import Any

from oracle_forms import Extents


def along_axis_rule(D: Extents, J: Extents, direct: Extents | None, axis: int, b: int) -> str:
    r, q = len(D), len(J)
    if r < 1:
        return "AX1"
    if not -r <= axis < r:
        return "AX2"
    A = axis + r if axis < 0 else axis
    if not 0 <= b <= min(A, q):
        return "AX3"
    if D[:b] != J[:b]:
        return "AX4"
    return "" if direct in (None, D[:A] + J[b:] + D[A + 1 :]) else "AX5"


def elements_rule(D: Extents, J: Extents, direct: Extents | None, axis: int) -> str:
    r = len(D)
    if len(J) != r or r < 1:
        return "EL1"
    if not -r <= axis < r:
        return "EL2"
    A = axis + r if axis < 0 else axis
    if direct not in (None, J):
        return "EL3"
    return "EL4" if any(J[d] > D[d] for d in range(r) if d != A) else ""


def nd_rule(D: Extents, J: Extents, direct: Extents | None, b: int) -> str:
    r, q = len(D), len(J)
    if q < 1:
        return "ND1"
    if not 0 <= b <= min(r, q - 1):
        return "ND2"
    k = J[-1]
    if b + k > r:
        return "ND3"
    if D[:b] != J[:b]:
        return "ND4"
    return "" if direct in (None, J[:-1] + D[b + k :]) else "ND5"


def cache_rule(D: Extents, J: Extents | None, U: Extents, axis: int) -> str:
    r = len(D)
    if r < 2 or len(U) != r:
        return "TS1"
    if not -r <= axis < r:
        return "TS2"
    A = axis + r if axis < 0 else axis
    if A == 0:
        return "TS3"
    if any(U[d] != D[d] for d in range(r) if d != A):
        return "TS4"
    if U[A] > D[A]:
        return "TS5"
    return "" if J in (None, D[:1]) else "TS6"


def first_broken(operator: str, D: Extents, J: Extents | None, U: Extents | None, out: Extents | None,
                 options: dict[str, Any]) -> str:  # fmt: skip
    """Empty if none is; U are the extents of a scatter's updates, out those of out=, if given."""
    direct = out if U is None else U
    axis = options.get("axis", 0)
    if operator == "tensor_scatter":
        assert U is not None
        rule = cache_rule(D, J, U, options.get("axis", -2))
    else:
        assert J is not None
        if operator.endswith("_elements"):
            rule = elements_rule(D, J, direct, axis)
        elif operator.endswith("_nd"):
            rule = nd_rule(D, J, direct, options.get("batch_dims", 0))
        else:
            rule = along_axis_rule(D, J, direct, axis, options.get("batch_dims", 0))
    return rule or ("OU1" if U is not None and out not in (None, D) else "")
