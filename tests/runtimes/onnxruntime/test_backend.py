"""ONNX's own tests of backends: the same ones fail with the provider and without it, and each test of an operator that
strew has runs on its kernels."""

from __future__ import annotations

import functools
import re
import unittest
import warnings
from typing import Any

import onnx
import onnx.backend.base
import onnxruntime
import pytest
from runtime import require_provider, session

import strew.onnxruntime

require_provider()


class Prepared(onnx.backend.base.BackendRep):
    def __init__(self, made: onnxruntime.InferenceSession) -> None:
        self.session = made

    def run(self, inputs: Any, **_: Any) -> Any:
        names = [one.name for one in self.session.get_inputs()]
        return tuple(self.session.run(None, dict(zip(names, inputs))))


class WithoutProvider(onnx.backend.base.Backend):
    has_provider = False

    @classmethod
    def supports_device(cls, device: str) -> bool:
        return device == "CPU"

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_: Any) -> Prepared:
        return Prepared(session(model.SerializeToString(), cls.has_provider))


class WithProvider(WithoutProvider):
    has_provider = True


def is_ours(name: str) -> bool:
    return re.match(r"test_(gather|scatter|tensorscatter)", name) is not None


class Outcome(unittest.TestResult):
    """Of one test."""

    words = "passed"

    def addError(self, test: Any, err: Any) -> None:  # noqa: N802
        self.words = err[0].__name__

    addFailure = addError  # noqa: N815

    def addSkip(self, test: Any, reason: str) -> None:  # noqa: N802
        self.words = "skipped"


@functools.cache
def outcomes(backend: type[WithoutProvider]) -> dict[str, tuple[str, int]]:
    """By test: passed, skipped or the class of the exception; and how often strew's kernels were called."""
    with warnings.catch_warnings():  # of the reference implementations, on overflow
        warnings.simplefilter("ignore")
        from onnx.backend.test import BackendTest

        cases = BackendTest(backend, __name__)
        for name in ("alexnet", "densenet", "inception", "resnet", "shufflenet", "squeezenet", "vgg", "zfnet"):
            cases.exclude(name)  # would be downloaded
        named = [(kind, name) for kind in cases.test_cases.values() for name in dir(kind)]
        return {name: outcome_of(kind(name)) for kind, name in named if re.fullmatch("test_.*_cpu", name)}


def outcome_of(case: unittest.TestCase) -> tuple[str, int]:
    before = strew.onnxruntime.counts().calls
    result = Outcome()
    case.run(result)
    return result.words, strew.onnxruntime.counts().calls - before


def failures(backend: type[WithoutProvider]) -> dict[str, str]:
    return {name: words for name, (words, _) in outcomes(backend).items() if words not in ("passed", "skipped")}


def only_here(name: str) -> bool:
    """Whether the runtime itself has no kernel for the operator of this test."""
    return "tensorscatter" in name and failures(WithoutProvider).get(name) == "NotImplemented"


def test_same_failures() -> None:
    assert len(outcomes(WithoutProvider)) > 1900
    expected = {name: words for name, words in failures(WithoutProvider).items() if not only_here(name)}
    assert failures(WithProvider) == expected


def test_operators_of_strew_run_on_its_kernels(capsys: pytest.CaptureFixture[str]) -> None:
    ours = {name: outcome for name, outcome in outcomes(WithProvider).items() if is_ours(name)}
    assert len(ours) == 29 and set(ours.values()) == {("passed", 1)}
    all_of_them = [words for words, _ in outcomes(WithProvider).values() if words != "skipped"]
    other_nodes = sum(calls for name, (_, calls) in outcomes(WithProvider).items() if not is_ours(name))
    with capsys.disabled():
        print(
            f"\nbackend tests: {len(all_of_them)} run, {all_of_them.count('passed')} pass with the provider; "
            f"{len(ours)} of its operators, {other_nodes} of its nodes in others"
        )


def test_nothing_runs_there_without_it() -> None:
    assert not any(calls for _, calls in outcomes(WithoutProvider).values())
