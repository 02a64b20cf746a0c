"""What tests of refusals share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import strew


@contextmanager
def refused(
    rule: str, operand: str | None = None, kind: type[strew.Error] = strew.Error
) -> Iterator[pytest.ExceptionInfo[strew.Error]]:
    """The body raises `kind` with this rule and operand, and a message that begins with the rule."""
    with pytest.raises(kind) as caught:
        yield caught
    assert (caught.value.rule, caught.value.operand) == (rule, operand), str(caught.value)
    assert str(caught.value).startswith(f"{rule}: "), str(caught.value)


def changed(state: tuple[Any, ...], path: tuple[int, ...], value: Any) -> tuple[Any, ...]:
    """The state of a plan with another value at that place of its tuples."""
    if not path:
        return value
    own = list(state)
    own[path[0]] = changed(own[path[0]], path[1:], value)
    return tuple(own)
