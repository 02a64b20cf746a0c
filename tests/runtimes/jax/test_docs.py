"""The code of docs/runtimes/jax.md and of the docstrings is run."""

import doctest
import inspect
import re
from pathlib import Path

import calls
import jax
import jax.numpy as jnp
import pytest
from jax import export

import strew.jax

PAGE = Path(__file__).parents[3] / "docs" / "runtimes" / "jax.md"


def test_the_code_of_the_page():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) == 6
    names = {}
    for block in blocks:
        exec(block, names)


@pytest.mark.parametrize("operator", calls.OPERATORS)
def test_the_docstrings(operator):
    function = inspect.unwrap(calls.in_jax(operator))
    (examples,) = doctest.DocTestFinder().find(function, operator, globs={})
    assert doctest.DocTestRunner().run(examples).failed == 0 and examples.examples


def test_an_exported_program():
    call = jax.jit(strew.jax.gather)
    arguments = jnp.arange(4.0), jnp.array([2])
    with pytest.raises(ValueError, match="strew_gather"):
        export.export(call)(*arguments)
    allowed = [export.DisabledSafetyCheck.custom_call("strew_gather")]
    assert export.export(call, disabled_checks=allowed)(*arguments).call(*arguments).tolist() == [2]


def test_the_error_survives_only_where_the_result_is_needed():
    call = jax.jit(lambda data, rows: (strew.jax.gather(data, rows), data * 2)[1])
    assert call(jnp.ones(2), jnp.array([9])).tolist() == [2, 2]
