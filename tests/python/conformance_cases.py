"""Cases of other systems: how a JSON line is read, called through the package, and verified.

A line says {"id", "dialect", "op", "attrs", "inputs": {"data", "indices", "updates"}, "expected": {"output": tensor} or
{"error": true}, "tol"}; a tensor {"dtype", "shape", "values"}. The words of attributes are those of tests/conformance/.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from case_arrays import dtype_named
from cases import OPERATORS
from oracle_numbers import COMPLEX, INTEGERS, REALS, encode

import strew

#: Types that strew only moves: each value gets a code, so that equal values are equal elements.
CODED = np.dtype([("code", "<u2")])
#: attribute: (option, its words by the case's)
WORDS = {
    "negative": ("negative_indices", {"wrap": "from_end", "error": "invalid"}),
    "oob": ("out_of_bounds", {"error": "error", "clamp": "clamp", "wrap": "wrap", "drop": "skip", "zero": "fill",
                              "nan": "fill"}),
    "partial_window": ("partial_window", {"element": "element", "skip": "whole"}),
}  # fmt: skip
#: rules of the system that a case comes from, which strew itself does not require
RULES = ("index_dtypes", "shape_rule", "reshape_updates")


class Codes:
    """The codes of one case."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def of(self, value: Any) -> int:
        if value in (0, "", False) and not str(value).startswith("-"):
            return 0
        return self.known.setdefault(str(float(value)) if isinstance(value, int) else str(value), len(self.known) + 1)


def _packed(name: str, value: Any) -> bytes:
    if name in COMPLEX:
        return b"".join(encode(COMPLEX[name], float(part)) for part in value)
    if name in REALS:
        return encode(name, float(value))
    width, is_signed = (1, False) if name == "bool" else INTEGERS[name]
    return int(value).to_bytes(width, "little", signed=is_signed)


def tensor(text: dict[str, Any], codes: Codes) -> np.ndarray:
    name = {"i1": "bool"}.get(text["dtype"], text["dtype"])
    if name != "bool" and name not in INTEGERS and name not in REALS and name not in COMPLEX:
        return np.array([(codes.of(value),) for value in text["values"]], CODED).reshape(text["shape"])
    raw = b"".join(_packed(name, value) for value in text["values"])
    return np.frombuffer(raw, dtype_named(name)).reshape(text["shape"])


def missing(dtype: np.dtype) -> Any:
    """What "nan" fills with: NaN where there is one, else what JAX takes for it."""
    if dtype.name in INTEGERS:
        info = np.iinfo(dtype)
        return int(info.min if dtype.kind == "i" else info.max)
    return {"b": 1, "c": complex(np.nan, 0)}.get(dtype.kind, float("nan"))


class Line:
    """One case."""

    def __init__(self, line: dict[str, Any]) -> None:
        codes = Codes()
        self.op = {"scatter": "scatter_elements"}.get(line["op"], line["op"])  # ONNX's Scatter
        inputs = {name: tensor(text, codes) for name, text in line["inputs"].items() if text is not None}
        self.data, self.indices = inputs["data"], inputs.get("indices")
        self.updates = inputs.get("updates")
        output = line["expected"].get("output")
        self.expected = None if output is None else tensor(output, codes)
        assert (output is None) == (line["expected"].get("error", False) is True), "neither an output nor an error"
        self.tolerance = tuple(line.get("tol") or (0, 0))
        self.attributes = {name: value for name, value in line.get("attrs", {}).items() if value is not None}
        self.rules = {name: self.attributes.pop(name) for name in RULES if name in self.attributes}
        self.options = self._options(line.get("dialect", ""))

    def _options(self, dialect: str) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for name, value in self.attributes.items():
            option, words = WORDS.get(name, (name, {}))
            options[option] = words[value] if words else value
        if self.attributes.get("oob") == "nan":
            options["fill_value"] = missing(self.data.dtype)
        is_scatter = self.updates is not None and self.op != "tensor_scatter"
        if dialect in ("stablehlo", "jax") and is_scatter:
            options.setdefault("accumulate", "native")
        if self.op == "stablehlo_scatter":
            options["update_computation"] = options.pop("reduction", "none")
        if self.op != "stablehlo_scatter":
            options.pop("unique_indices", None)
        if not self.op.startswith("stablehlo"):
            options.pop("indices_are_sorted", None)
        return options

    def refusal_of_its_system(self) -> str:
        """Why the system that the case comes from refuses it, where strew would not."""
        types = self.rules.get("index_dtypes")
        if types and self.indices is not None and self.indices.dtype.name not in types:
            return f"indices of {self.indices.dtype} are not allowed"
        if self.rules.get("shape_rule") == "webnn" and self.op.endswith("_elements") and not self._is_equal_off_axis():
            return "off the axis the extents differ"
        return ""

    def _is_equal_off_axis(self) -> bool:
        D, J = self.data.shape, () if self.indices is None else self.indices.shape
        A = self.options.get("axis", 0) % max(len(D), 1)
        return len(D) == len(J) and all(D[d] == J[d] for d in range(len(D)) if d != A)

    def reshaped_updates(self) -> Any:
        """Updates of the right count have the right shape, where the system says so."""
        if self.updates is None or self.indices is None or not self.rules.get("reshape_updates"):
            return self.updates
        if self.op.endswith("_elements"):
            return self.updates.reshape(self.indices.shape)
        if self.op != "scatter_nd":
            return self.updates
        batch_dims = self.options.get("batch_dims", 0)
        nowhere = np.zeros_like(self.indices)
        asked = strew.gather_nd(self.data, nowhere, batch_dims=batch_dims, out_of_bounds="fill").shape
        return self.updates.reshape(asked) if np.prod(asked) == self.updates.size else self.updates

    def call(self, out: np.ndarray | None) -> Any:
        given = [self.data if out is None or self.updates is None else out, self.indices]
        if self.updates is not None:
            given.insert(1 if self.op == "tensor_scatter" else 2, self.reshaped_updates())
        given = [array for array in given if array is not None]
        return OPERATORS[self.op](*given, **self.options, **({} if out is None else {"out": out}))

    def check(self) -> str:
        """Empty, or why the case fails: into a new array, and into one that is there (a scatter in place)."""
        refusal = self.refusal_of_its_system()
        if refusal:
            return "" if self.expected is None else f"refused: {refusal}"
        skips = self.updates is None and self.options.get("out_of_bounds") == "skip"
        reason = "" if skips else self._verify(None)
        if reason:
            return reason
        if self.updates is not None:
            return self._verify(self.data.copy())
        return "" if self.expected is None else self._verify(np.full_like(self.expected, 1))

    def _verify(self, out: np.ndarray | None) -> str:
        before = None if out is None else out.tobytes()
        try:
            got = self.call(out)
        except strew.Error as error:
            if out is not None and out.tobytes() != before:
                return f"refused, but out is written to: {error}"
            return f"refused: {error}" if self.expected is not None else ""
        if self.expected is None:
            return "accepted; an error is expected"
        if got.shape != self.expected.shape or got.dtype != self.expected.dtype:
            return f"of {got.dtype} {got.shape}, expected {self.expected.dtype} {self.expected.shape}"
        return difference(self.expected, got, self.tolerance)


def difference(expected: np.ndarray, got: np.ndarray, tolerance: tuple[float, ...]) -> str:
    """The first difference: a NaN equals any NaN; without a tolerance all else is compared by its bits."""
    if expected.dtype.name in COMPLEX:
        part = expected.real.dtype
        expected, got = expected.ravel().view(part), np.ascontiguousarray(got).ravel().view(part)
    for at, (left, right) in enumerate(zip(expected.ravel(), got.ravel())):
        if left.tobytes() == right.tobytes():
            continue
        if expected.dtype.name in REALS and is_near(float(left), float(right), tolerance):
            continue
        return f"element {at} is {right}, expected {left}"
    return ""


def is_near(expected: float, got: float, tolerance: tuple[float, ...]) -> bool:
    if np.isnan(expected) or np.isnan(got):
        return bool(np.isnan(expected) and np.isnan(got))
    if not any(tolerance):
        return False
    return expected == got or abs(expected - got) <= tolerance[0] + tolerance[1] * abs(expected)
