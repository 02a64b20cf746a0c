"""Random gathers, bit for bit as the oracle says: results, refusals, and what is left untouched."""

from __future__ import annotations

from cases import Case, check
from hypothesis import given
from strategies import examples, gathers


@examples(200)
@given(gathers("gather"))
def test_gather(case: Case) -> None:
    check(case)


@examples(150)
@given(gathers("gather_elements"))
def test_gather_elements(case: Case) -> None:
    check(case)


@examples(200)
@given(gathers("gather_nd"))
def test_gather_nd(case: Case) -> None:
    check(case)
