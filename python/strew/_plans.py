"""Plans and prepared indices."""

from __future__ import annotations

import copyreg
from typing import Any, Callable

from strew import _strew, stablehlo
from strew._errors import from_rule, shown, wrong_call_of
from strew._gather_block_quantized import gather_block_quantized, plan_gather_block_quantized
from strew._sddmm import plan_sddmm, sddmm
from strew._segment_reduce import plan_segment_reduce, segment_reduce
from strew._segment_scan import plan_segment_scan, segment_scan


def _by_arguments(operator: Callable[..., Any], make: Callable[..., _strew.Plan]) -> Callable[..., _strew.Plan]:
    """Plans of an operator that is written in Python: `make` takes all arguments of a call by name."""

    def planned(*arrays: Any, **options: Any) -> _strew.Plan:
        import inspect

        try:
            bound = inspect.signature(operator).bind(*arrays, **options)
        except TypeError:
            raise wrong_call_of(operator, arrays, options) from None
        bound.apply_defaults()
        return make(**bound.arguments)

    return planned


_PLANNED: dict[Any, Callable[..., _strew.Plan]] = {
    _strew.gather: _strew._plan_gather,
    _strew.gather_elements: _strew._plan_gather_elements,
    _strew.gather_nd: _strew._plan_gather_nd,
    _strew.scatter: _strew._plan_scatter,
    _strew.scatter_elements: _strew._plan_scatter_elements,
    _strew.scatter_nd: _strew._plan_scatter_nd,
    _strew.tensor_scatter: _strew._plan_tensor_scatter,
    segment_reduce: _by_arguments(segment_reduce, plan_segment_reduce),
    segment_scan: _by_arguments(segment_scan, plan_segment_scan),
    sddmm: _by_arguments(sddmm, plan_sddmm),
    gather_block_quantized: _by_arguments(gather_block_quantized, plan_gather_block_quantized),
    stablehlo.gather: stablehlo._plan_gather,
    stablehlo.scatter: stablehlo._plan_scatter,
}


def plan(operator: Callable[..., Any], *arrays: Any, **options: Any) -> _strew.Plan:
    """A plan of `operator` for the given arrays and options, analysed in advance.

    A plan depends on types, shapes, strides and options, not on the values of the arrays. It is called with the
    operator's arrays: `plan(operator, data, indices)(data, indices, out=out)`; those that the operator takes by name by
    name (segment ids, weights, scales of segment_reduce), and arg= and count= as the plan was made with them: True or
    arrays, those of the strides given here. A number of segments that follows from ids is that of the ids given here.

    Source: strew; docs/python.md.

    Args:
        operator: a function of strew: `strew.gather` ... `strew.stablehlo.scatter`.
        arrays, options: as in a call of it; with out=, the strides of out are part of the plan; threads= and
            on_error= are those of calls of the plan that give none.

    Raises:
        what the call would raise for types, options, shapes and strides.

    >>> import numpy as np, strew
    >>> table, rows = np.arange(12.0).reshape(4, 3), np.array([3, 1])
    >>> lookup = strew.plan(strew.gather, table, rows)
    >>> lookup(table, rows)
    array([[ 9., 10., 11.],
           [ 3.,  4.,  5.]])
    """
    try:
        planned = _PLANNED.get(operator)
    except TypeError:  # it has no hash
        planned = None
    if planned is None:
        what = f"{shown(operator)} is no operator of strew: give strew.gather, strew.scatter_nd, ..."
        raise from_rule("PY7", None, what)
    return planned(*arrays, **options)


def prepare(
    plan: _strew.Plan, indices: Any = None, *, segment_ids: Any = None, threads: int | None = None
) -> _strew.Prepared:  # fmt: skip
    """Indices validated in advance, with duplicates and order. `plan.bind(prepared)` is called without indices.

    They can be bound to any plan with these index extents, index type, addressed extents, negative rule and policy,
    whatever its data, updates, strides and reduction (rules PR1 to PR4 in docs/contract.md).

    Source: strew; docs/prepared.md.

    Args:
        plan: of any operator that takes indices, not bound.
        indices: array of the type, shape and strides that the plan was made for.
        segment_ids: those of a plan of segment_reduce, segment_scan or sddmm instead, for `plan.bind(segment_ids=...)`.
        threads: maximum number of threads; None: as many as the machine allows.

    Raises:
        IndexOutOfBounds: as a call would.

    >>> import numpy as np, strew
    >>> table, rows = np.arange(12.0).reshape(4, 3), np.array([3, 1])
    >>> lookup = strew.plan(strew.gather, table, rows)
    >>> ready = strew.prepare(lookup, rows)
    >>> ready.order, ready.duplicates
    ('descending', 0)
    >>> lookup.bind(ready)(table * 2)
    array([[18., 20., 22.],
           [ 6.,  8., 10.]])
    """
    if not isinstance(plan, _strew.Plan):
        raise TypeError(f"prepare() takes a strew.Plan, not {type(plan).__name__}")
    if (indices is None) == (segment_ids is None):
        raise from_rule("PY9", None, "one of indices and segment_ids is given")
    prepared: _strew.Prepared = _strew._prepare(plan, indices, segment_ids, threads)
    return prepared


def of_state(state: tuple[Any, ...]) -> _strew.Plan:
    """Called by unpickling."""
    return _strew._plan_of_state(state)


def _by_name(function: Any) -> str:
    return str(function.__qualname__)


# Functions of the extension are pickled by name, like functions written in Python.
copyreg.pickle(type(_strew.gather), _by_name)
