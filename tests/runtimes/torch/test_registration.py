"""torch.library.opcheck: schemas, fake kernels and tracing of each operator, on random calls."""

import numpy as np
import pytest
import torch
from calls import GATHERS, OPERATORS, random_call
from strew.torch import _kernels as kernels
from strew.torch._options import fill_of, gather_options, scatter_options

FORMS = {name: [""] if name in GATHERS else ["", "_", "_zeros"] for name in OPERATORS}


def arguments_of(operator, form, tensors, words):
    numbers = [words[name] for name in ("axis", "batch_dims") if name in words]
    if operator in GATHERS:
        options = gather_options(words["out_of_bounds"], words["negative_indices"])
        return [*tensors, *numbers, options, fill_of(words.get("fill_value"), options, tensors[0])]
    names = ("reduction", "out_of_bounds", "negative_indices", "include_self", "accumulate")
    options = scatter_options({name: words[name] for name in names})
    data = list(tensors[0].shape) if form == "_zeros" else tensors[0].clone()
    return [data, *tensors[1:], *numbers, options]


@pytest.mark.parametrize("name", [name + form for name in OPERATORS for form in FORMS[name]])
def test_opcheck(name):
    operator = name.removesuffix("_zeros").removesuffix("_")
    form = name.removeprefix(operator)
    random = np.random.default_rng(11)
    for dtype in (torch.float32, torch.int16, torch.bool):
        for index_dtype in (torch.int64, torch.int32):
            tensors, words = random_call(random, operator, dtype, index_dtype)
            while min([*tensors[1].shape, 1]) == 0 and random.random() < 0.9:
                tensors, words = random_call(random, operator, dtype, index_dtype)
            operator_of_torch = getattr(torch.ops.strew, name).default
            torch.library.opcheck(operator_of_torch, arguments_of(operator, form, tensors, words))


def test_defaults_of_the_schemas():
    """A graph may call an operator with the arguments that are no default only, and by name."""
    data, indices = torch.randn(4, 3), torch.tensor([1, 0])
    with torch.device("meta"):
        shape = torch.ops.strew.gather(torch.empty(4, 3), torch.empty(2, dtype=torch.int64), axis=1).shape
    assert shape == torch.ops.strew.gather(data, indices, axis=1).shape == (4, 2)
    assert kernels.READ[0](axis=1) == (1, 0, 0, None)
