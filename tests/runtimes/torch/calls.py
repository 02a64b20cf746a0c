"""Random calls of the six operators: name, tensors, options. The reference is strew on the same memory."""

import numpy as np
import torch

import strew
import strew.torch

GATHERS = ("gather", "gather_elements", "gather_nd")
SCATTERS = ("scatter", "scatter_elements", "scatter_nd")
OPERATORS = (*GATHERS, *SCATTERS)
INTEGERS = (
    torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.uint16, torch.uint32, torch.uint64,
)  # fmt: skip
FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
COMPLEX = (torch.complex64, torch.complex128)
DTYPES = (torch.bool, *INTEGERS, *FLOATS, *COMPLEX)
_INTEGER_REDUCTIONS = ("none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor")


def reductions_of(dtype):
    if dtype == torch.bool:
        return ("none", "add", "sub", "mul", "min", "max", "and", "or", "xor")
    if dtype in COMPLEX:
        return ("none", "add", "sub", "mul")
    return _INTEGER_REDUCTIONS if dtype in INTEGERS else ("none", "add", "sub", "mul", "min", "max", "mean")


def elements(random, shape, dtype):
    if dtype == torch.bool:
        return torch.from_numpy(random.integers(0, 2, shape).astype(bool))
    if dtype in INTEGERS:
        info = torch.iinfo(dtype)
        kind = np.dtype(str(dtype).removeprefix("torch."))
        return torch.from_numpy(np.asarray(random.integers(info.min, info.max, shape, dtype=kind, endpoint=True)))
    values = random.standard_normal(shape) + (1j * random.standard_normal(shape) if dtype in COMPLEX else 0)
    return torch.from_numpy(np.asarray(values)).to(dtype)


def laid_out(random, tensor):
    """The same elements in other places of memory, sometimes."""
    kind = random.integers(4)
    if kind == 0 and tensor.dim() >= 2:
        return tensor.transpose(0, -1).contiguous().transpose(0, -1)
    if kind == 1:
        wide = torch.stack([tensor, tensor], -1)
        return wide[..., 1]
    return tensor


def shapes(random, operator):
    """Of data, indices and updates (the result of a gather), with axis and batch_dims."""
    sizes = [int(size) for size in random.integers(1, 5, 5)]
    if random.random() < 0.15:
        sizes[random.integers(5)] = 0
    least = 0 if random.random() < 0.1 else 1
    more = tuple(int(size) for size in random.integers(least, 5, int(random.integers(0, 3))))
    if operator.endswith("_elements"):
        data = tuple(sizes[: int(random.integers(1, 4))])
        axis = int(random.integers(len(data)))
        indices = tuple(sizes[4] if d == axis else int(random.integers(0, n + 1)) for d, n in enumerate(data))
        return data, indices, indices, {"axis": axis - len(data) * int(random.integers(2))}
    batch = int(random.integers(0, 2))
    data = tuple(sizes[: int(random.integers(batch + 1, 5))])
    if operator.endswith("_nd"):
        depth = int(random.integers(0, len(data) - batch + 1))
        positions = (*data[:batch], *more)
        return data, (*positions, depth), (*positions, *data[batch + depth :]), {"batch_dims": batch}
    axis = int(random.integers(batch, len(data)))
    direct = (*data[:axis], *more, *data[axis + 1 :])
    return data, (*data[:batch], *more), direct, {"axis": axis, "batch_dims": batch}


def extents_of(operator, data, indices, form):
    if operator.endswith("_nd"):
        return np.array(data[form["batch_dims"] : form["batch_dims"] + indices[-1]], dtype=np.int64)
    return np.array(data[form["axis"]])


def index_tensor(random, operator, data, indices, form, dtype, bad):
    extents = extents_of(operator, data, indices, form)
    is_signed = dtype.is_signed
    low = -extents if is_signed and form["negative_indices"] == "from_end" else 0 * extents
    high = np.maximum(extents, low + 1)
    if bad:
        low, high = (low - 3 if is_signed else low), high + 3
    values = random.integers(np.broadcast_to(low, indices), np.broadcast_to(high, indices))
    return torch.from_numpy(np.asarray(values)).to(dtype)


def random_call(random, operator, dtype, index_dtype, reduction=None):
    """Tensors and keywords. Nothing is out of bounds under the policies "error" and "assume"."""
    while True:
        data, indices, direct, form = shapes(random, operator)
        if np.all(extents_of(operator, data, indices, form) > 0) or 0 in indices:
            break
    policies = ("error", "clamp", "wrap", "assume", "fill" if operator in GATHERS else "skip")
    form["out_of_bounds"] = str(random.choice(policies))
    form["negative_indices"] = str(random.choice(("from_end", "invalid")))
    bad = form["out_of_bounds"] not in ("error", "assume")
    where = index_tensor(random, operator, data, indices, form, index_dtype, bad)
    tensors = [laid_out(random, elements(random, data, dtype)), laid_out(random, where)]
    if operator in GATHERS:
        if form["out_of_bounds"] == "fill" and random.random() < 0.7:
            form["fill_value"] = 1
        return tensors, form
    updates = elements(random, direct, dtype)
    if random.random() < 0.2 and direct and direct[0]:
        updates = updates[:1].expand(direct)
    form["reduction"] = reduction or str(random.choice(reductions_of(dtype)))
    form["include_self"] = bool(random.integers(2))
    form["accumulate"] = str(random.choice(("wide", "native")))
    return [*tensors, laid_out(random, updates)], form


def expected(operator, tensors, form):
    return getattr(strew, operator)(*tensors, **form)


def in_torch(operator):
    return getattr(strew.torch, operator)


def bits(tensor):
    if tensor.numel() == 0:
        return tuple(tensor.shape), tensor.dtype
    packed = torch.empty(tensor.numel(), dtype=tensor.dtype).copy_(tensor.reshape(-1))
    return tuple(tensor.shape), tensor.dtype, packed.view(torch.uint8).numpy().tobytes()
