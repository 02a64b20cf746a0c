"""Arguments that fit no parameter: one line that names the culprit, as Python's own functions say it."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import weakref
from typing import Any, Callable

import numpy as np
import pytest

import strew

TABLE, ROWS = np.arange(6.0).reshape(3, 2), np.array([1, 0])
PLAN = strew.plan(strew.gather, TABLE, ROWS)
FUNCTIONS = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in (strew, strew.stablehlo, strew.torch_names, strew.pyg)
    for name in module.__all__
    if callable(getattr(module, name)) and not inspect.isclass(getattr(module, name))
}

CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: strew.gather(TABLE, ROWS, axes=1),  # type: ignore[call-overload]
     "gather() got an unexpected keyword argument 'axes'. Did you mean 'axis'?"),
    (lambda: strew.scatter(TABLE, ROWS, TABLE[:2], reduce="add"),  # type: ignore[call-overload]
     "scatter() got an unexpected keyword argument 'reduce'. Did you mean 'reduction'?"),
    (lambda: strew.plan(strew.gather_nd, TABLE, ROWS, batch=1),
     "gather_nd() got an unexpected keyword argument 'batch'. Did you mean 'batch_dims'?"),
    (lambda: strew.gather_elements(TABLE, ROWS, wxyz=1),  # type: ignore[call-overload]
     "gather_elements() got an unexpected keyword argument 'wxyz'. Its keywords are axis, out_of_bounds, "
     "negative_indices, fill_value, out, threads, on_error"),
    (lambda: strew.gather(TABLE, ROWS, 1),  # type: ignore[call-overload]
     "gather() takes 2 positional arguments but 3 were given: write axis=1, by name"),
    (lambda: strew.gather(TABLE, ROWS, TABLE, axis=0),  # type: ignore[call-overload]
     "gather() takes 2 positional arguments but 3 were given: write batch_dims=..., by name"),
    (lambda: strew.gather(TABLE, ROWS, dim=1),  # type: ignore[call-overload]
     "gather() got an unexpected keyword argument 'dim'. Did you mean 'axis'?"),
    (lambda: strew.gather_nd(TABLE, ROWS, dim=1),  # type: ignore[call-overload]
     "gather_nd() got an unexpected keyword argument 'dim'. Its keywords are batch_dims, out_of_bounds, "
     "negative_indices, fill_value, out, threads, on_error"),
    (lambda: strew.gather(TABLE, ROWS, mode="clip"),  # type: ignore[call-overload]
     "gather() got an unexpected keyword argument 'mode'. Did you mean 'out_of_bounds'?"),
    (lambda: strew.scatter(TABLE, index=ROWS, src=TABLE[:2]),  # type: ignore[call-overload]
     "scatter() got an unexpected keyword argument 'index'. Did you mean 'indices'?"),
    (lambda: strew.gather(TABLE, 0, ROWS),  # type: ignore[call-overload]
     "gather() takes 2 positional arguments but 3 were given: the order is data, indices; write axis=0, by name"),
    (lambda: strew.rules(1),  # type: ignore[call-arg]
     "rules() takes 0 positional arguments but 1 was given"),
    (lambda: strew.gather(TABLE),  # type: ignore[call-overload]
     "gather() missing 1 required argument: 'indices'"),
    (lambda: strew.scatter(updates=TABLE),  # type: ignore[call-overload]
     "scatter() missing 2 required arguments: 'data', 'indices'"),
    (lambda: strew.gather(TABLE, ROWS, data=TABLE),  # type: ignore[call-overload]
     "gather() got multiple values for argument 'data'"),
    (lambda: PLAN(TABLE, ROWS, outs=TABLE),  # type: ignore[call-overload]
     "plan() got an unexpected keyword argument 'outs'. Did you mean 'out'?"),
    (lambda: strew.prepare(strew.gather, ROWS),  # type: ignore[arg-type]
     "prepare() takes a strew.Plan, not function"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "text"), CALLS, ids=[text.partition(" ")[0] for _, text in CALLS])
def test_a_wrong_call_names_the_culprit(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == text and not isinstance(caught.value, strew.Error)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_a_signature_with_types(name: str) -> None:
    signature = inspect.signature(FUNCTIONS[name])
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(each.annotation is not inspect.Parameter.empty for each in signature.parameters.values())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_names_an_unknown_keyword(name: str) -> None:
    required = [
        each for each in inspect.signature(FUNCTIONS[name]).parameters.values() if each.default is inspect.Parameter.empty
    ]
    given = {each.name: ROWS for each in required if each.kind is not inspect.Parameter.VAR_POSITIONAL}
    if "options" in given:  # strew.plan passes them on
        return
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'no_such_word'") as caught:
        FUNCTIONS[name](**given, no_such_word=1)
    assert "\n" not in str(caught.value)


def test_the_signature_is_that_of_the_call() -> None:
    bound = inspect.signature(strew.gather).bind(TABLE, ROWS, axis=1)
    bound.apply_defaults()
    assert strew.gather(*bound.args, **bound.kwargs).tolist() == TABLE[:, ROWS].tolist()
    assert bound.arguments["out_of_bounds"] == "error" and bound.arguments["out"] is None
    assert list(inspect.signature(PLAN).parameters) == ["arrays", "out", "threads", "on_error"]
    reduces = strew.plan(strew.segment_reduce, TABLE, segment_ids=np.arange(len(TABLE)), reduction="max", base=TABLE, arg=True)
    by_name = ["segment_ids", "base", "arg"]
    assert list(inspect.signature(reduces).parameters) == ["arrays", *by_name, "out", "threads", "on_error"]


def test_help_shows_types_and_words() -> None:
    text = " ".join(pydoc.render_doc(strew.scatter, renderer=pydoc.plaintext).split())
    assert "data: Operand, indices: Operand, updates: Operand, *, axis: SupportsIndex = 0" in text
    assert "reduction: Literal['none', 'add', 'sub'" in text and "object | None" not in text
    assert "Source: BNNSScatter" in text
    assert "object | None" not in pydoc.render_doc(strew.Plan, renderer=pydoc.plaintext)


def test_functions_are_objects_as_others() -> None:
    assert pickle.loads(pickle.dumps(strew.gather)) is strew.gather
    assert repr(strew.gather) == "<function strew.gather>"
    assert (strew.gather.__name__, strew.gather.__module__, strew.gather.__qualname__) == ("gather", "strew", "gather")

    class Holder:
        gather = strew.gather

    assert Holder().gather(TABLE, ROWS).tolist() == TABLE[ROWS].tolist()
    with pytest.raises(TypeError):
        type(strew.gather)()


def test_names_need_not_be_interned() -> None:
    options: dict[str, Any] = {"".join(["ax", "is"]): 1}
    assert strew.gather(TABLE, ROWS, **options).tolist() == TABLE[:, ROWS].tolist()
    assert strew.gather(indices=ROWS, data=TABLE).tolist() == TABLE[ROWS].tolist()


def test_functions_have_weak_references() -> None:
    assert weakref.ref(strew.gather)() is strew.gather
    assert weakref.WeakKeyDictionary({strew.gather: 1})[strew.gather] == 1
