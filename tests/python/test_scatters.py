"""Random scatters, bit for bit as the oracle says: results, refusals, and what is left untouched."""

from __future__ import annotations

from cases import Case, check
from hypothesis import given
from oracle_numbers import COMPLEX, INTEGERS, REALS
from strategies import examples, duplicates, scatters


@examples(200)
@given(scatters("scatter"))
def test_scatter(case: Case) -> None:
    check(case)


@examples(200)
@given(scatters("scatter_elements"))
def test_scatter_elements(case: Case) -> None:
    check(case)


@examples(200)
@given(scatters("scatter_nd"))
def test_scatter_nd(case: Case) -> None:
    check(case)


@examples(150)
@given(duplicates(("bool", *INTEGERS, *COMPLEX)))
def test_numbers_that_collide(case: Case) -> None:
    check(case)


@examples(200)
@given(duplicates(tuple(REALS)))
def test_reals_that_collide(case: Case) -> None:
    check(case)
