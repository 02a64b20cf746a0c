"""Calls with derivatives: functions of float64 tensors, with indices that repeat, are negative or out of bounds."""

import torch

import strew.torch

REDUCTIONS = ("none", "add", "sub", "mean", "min", "max")


def indices_of(*values):
    return torch.tensor(values)


def numbers(*shape, seed=0):
    """Distinct ones, so that an extreme has one element that attains it also near by."""
    count = torch.Size(shape).numel()
    order = torch.randperm(count, generator=torch.Generator().manual_seed(seed))
    return (order.double() + 0.37 * seed).reshape(shape).div(count).add(0.01).requires_grad_()


# name: operator, shape of data, indices, shape of updates, options. Gathers and scatters alike.
PLACES = {
    "along": ("", (4, 3), indices_of(1, -1, 1), (3, 3), {}),
    "along axis 1": ("", (2, 4, 2), indices_of([3, 0], [3, 1]), (2, 2, 2, 2), {"axis": 1}),
    "along, batch": ("", (2, 3, 4), indices_of([3, 3], [0, 1]), (2, 3, 2), {"axis": 2, "batch_dims": 1}),
    "elements": ("_elements", (3, 4), indices_of([1, 1, 3], [0, 0, 0]), (2, 3), {"axis": -1}),
    "nd": ("_nd", (3, 4, 2), indices_of([1, 2], [1, 2], [0, 3]), (3, 2), {}),
    "nd, batch": ("_nd", (2, 3, 2), indices_of([[1], [1]], [[0], [2]]), (2, 2, 2), {"batch_dims": 1}),
    "clamped": ("", (4, 3), indices_of(9, 1, 3), (3, 3), {"out_of_bounds": "clamp"}),
    "wrapped": ("", (4, 3), indices_of(5, 1, -4), (3, 3), {"out_of_bounds": "wrap", "negative_indices": "invalid"}),
    "left out": ("", (4, 3), indices_of(9, 1, 1), (3, 3), {"out_of_bounds": "skip"}),
    "no positions": ("", (4, 3), torch.empty(0, dtype=torch.int64), (0, 3), {}),
}


def gather_of(place):
    name, size, indices, _, options = PLACES[place]
    words = {key: "fill" if word == "skip" else word for key, word in options.items()}
    return lambda data: getattr(strew.torch, f"gather{name}")(data, indices, **words), (numbers(*size),)


def scatter_of(place, reduction, include_self=True):
    name, size, indices, shape, options = PLACES[place]
    words = {**options, "reduction": reduction, "include_self": include_self}
    inputs = numbers(*size), numbers(*shape, seed=1)
    return lambda data, updates: getattr(strew.torch, f"scatter{name}")(data, indices, updates, **words), inputs


def zeros_of(place, reduction):
    name, size, indices, shape, options = PLACES[place]
    words = {**options, "reduction": reduction}
    inputs = (numbers(*shape, seed=1),)
    return lambda updates: getattr(strew.torch, f"scatter{name}_zeros")(size, indices, updates, **words), inputs


def calls():
    """Name, function, inputs of every kind of addressing and reduction."""
    for place in PLACES:
        yield f"gather {place}", *gather_of(place)
        for reduction in REDUCTIONS:
            yield f"scatter {place} {reduction}", *scatter_of(place, reduction)
            yield f"scatter {place} {reduction} without self", *scatter_of(place, reduction, False)
            yield f"zeros {place} {reduction}", *zeros_of(place, reduction)


CALLS = {name: (function, inputs) for name, function, inputs in calls()}
