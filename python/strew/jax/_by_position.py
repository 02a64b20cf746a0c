"""Rows laid out by position, for the derivatives of calls whose indices pick rows of another layout."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp

from strew.jax._primitives import ALONG_AXIS
from strew.jax._segment_primitives import IDS, OF_CODES, Form

_KEPT_ONLY = {"out_of_bounds": "skip", "negative_indices": "invalid", "padding_index": None}


def into_rows(rows: int, form: Form) -> Form:
    """That of a segment_reduce whose segments are the rows which indices pick: its ids are these."""
    return {
        **{name: form[name] for name in ("batch_dims", "ordered", "accumulate")}, **dict.fromkeys(OF_CODES),
        "segmentation": IDS, "num_segments": rows, "reduction": "add", "include_self": True, "padding_index": None,
        "padding_segment": form["padding_index"], "out_of_bounds": "error", "negative_indices": "from_end",
        "segment_out_of_bounds": form["out_of_bounds"], "segment_negative_indices": form["negative_indices"],
    }  # fmt: skip


def policy_of_gathers(form: Form) -> Form:
    """That of the indices, as a gather has it: 0 in place of nothing."""
    bounds = "fill" if form["out_of_bounds"] == "skip" else form["out_of_bounds"]
    return {"out_of_bounds": bounds, "negative_indices": form["negative_indices"], "fill_value": None}


def kept(rows: int, indices: Any, form: Form) -> Any:
    """Which positions have a row that contributes; None: all."""
    batch, padding = form["batch_dims"], form["padding_index"]
    if padding is None and form["out_of_bounds"] != "skip":  # without indices there is neither
        return None
    table = jnp.ones((*indices.shape[:batch], rows), "int32")
    if padding is not None:
        table = table.at[..., padding].set(0)
    return ALONG_AXIS.gather.bind(table, indices, axis=batch, batch_dims=batch, **policy_of_gathers(form)) != 0


def numbered(shape: tuple[int, ...], is_kept: Any, form: Form) -> tuple[Any, Form]:
    """Indices that pick the row of each position where rows are those of the positions, and the form of such a call."""
    batch = form["batch_dims"]
    numbers = jnp.arange(math.prod(shape[batch:]), dtype="int32").reshape(shape[batch:])
    numbers = jnp.broadcast_to(numbers, shape)
    return numbers if is_kept is None else jnp.where(is_kept, numbers, -1), {**form, **_KEPT_ONLY}


def flat(each: Any, shape: tuple[int, ...], batch: int) -> Any:
    """What is given for positions of this shape, with these in one dimension."""
    return each.reshape(*shape[:batch], math.prod(shape[batch:]), *each.shape[len(shape) :])
