"""Random calls of the six operators: name, NumPy arrays, options."""

import ml_dtypes
import numpy as np

import strew
import strew.jax

OPERATORS = ("gather", "gather_elements", "gather_nd", "scatter", "scatter_elements", "scatter_nd")
GATHERS, SCATTERS = OPERATORS[:3], OPERATORS[3:]
NARROW = ("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "bfloat16", "float32", "complex64")
WIDE = (*NARROW, "int64", "uint64", "float64", "complex128")
INDICES = ("int8", "uint8", "int16", "int32", "uint32")


def dtype_of(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)


def elements(random, shape, name):
    dtype = dtype_of(name)
    if name == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return random.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)
    if dtype.kind == "c":
        return (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(dtype)
    return np.asarray(random.standard_normal(shape) * 4).astype(dtype)


def shapes(random, operator, least=0):
    """Of data, indices and updates (the result of a gather), with axis and batch_dims."""
    sizes = [int(size) for size in random.integers(max(least, 1), 5, 5)]
    if least == 0 and random.random() < 0.15:
        sizes[random.integers(5)] = 0
    if operator.endswith("_elements"):
        rank = int(random.integers(1, 4))
        data = tuple(sizes[:rank])
        axis = int(random.integers(rank))
        indices = tuple(
            sizes[3] if d == axis else int(random.integers(min(1, size), size + 1)) for d, size in enumerate(data)
        )
        return data, indices, indices, {"axis": axis}
    batch = int(random.integers(0, 2))
    if operator.endswith("_nd"):
        rank = int(random.integers(batch + 1, 5))
        depth = int(random.integers(0, rank - batch + 1))
        data = tuple(sizes[:rank])
        positions = (*data[:batch], *(int(size) for size in random.integers(1, 5, int(random.integers(0, 3)))))
        return data, (*positions, depth), (*positions, *data[batch + depth :]), {"batch_dims": batch}
    rank = int(random.integers(batch + 1, 5))
    axis = int(random.integers(batch, rank))
    data = tuple(sizes[:rank])
    more = tuple(int(size) for size in random.integers(1, 5, int(random.integers(0, 3))))
    return data, (*data[:batch], *more), (*data[:axis], *more, *data[axis + 1 :]), {"axis": axis, "batch_dims": batch}


def extents_of(operator, data, indices, form):
    """The extent that each index addresses, as an array that broadcasts with indices."""
    if operator.endswith("_nd"):
        at = form["batch_dims"]
        return np.array(data[at : at + indices[-1]])
    return np.array(data[form["axis"]])


def index_values(random, operator, data, indices, form, kind, bad=False):
    extents = extents_of(operator, data, indices, form)
    signed = np.dtype(kind).kind == "i"
    low = -extents if signed and form.get("negative_indices") != "invalid" else 0 * extents
    high = np.maximum(extents, low + 1)
    if bad:
        low, high = (low - 3 if signed else low), high + 3
    return random.integers(np.broadcast_to(low, indices), np.broadcast_to(high, indices)).astype(kind)


def has_empty_extent(operator, data, indices, form):
    return bool(np.any(extents_of(operator, data, indices, form) == 0)) and bool(np.prod(indices))


def reductions_of(name):
    if name == "bool":
        return ("none", "add", "sub", "mul", "min", "max", "and", "or", "xor")
    kind = dtype_of(name).kind
    if kind in "iu":
        return ("none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor")
    return ("none", "add", "sub", "mul") if kind == "c" else ("none", "add", "sub", "mul", "min", "max", "mean")


def random_call(random, operator, dtypes, least=0):
    while True:
        data, indices, direct, form = shapes(random, operator, least)
        if not has_empty_extent(operator, data, indices, form):
            break
    name = str(random.choice(dtypes))
    policies = ("clamp", "wrap", "assume", "fill" if operator in GATHERS else "skip")
    form["out_of_bounds"] = str(random.choice(("error", *policies)))
    form["negative_indices"] = str(random.choice(("from_end", "invalid")))
    bad = form["out_of_bounds"] not in ("error", "assume")
    where = index_values(random, operator, data, indices, form, str(random.choice(INDICES)), bad)
    arrays = [elements(random, data, name), where]
    if operator in GATHERS:
        if form["out_of_bounds"] == "fill" and random.random() < 0.7:
            form["fill_value"] = True if name == "bool" else 3
        return arrays, form
    arrays.append(elements(random, direct, name))
    form["reduction"] = str(random.choice(reductions_of(name)))
    form["include_self"] = bool(random.integers(2))
    form["accumulate"] = str(random.choice(("wide", "native")))
    return arrays, form


def in_jax(operator):
    return getattr(strew.jax, operator)


def in_numpy(operator):
    return getattr(strew, operator)


def same_bits(one, other):
    one, other = np.asarray(one), np.asarray(other)
    return one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes()
