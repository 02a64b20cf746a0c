"""Runs models with the provider and without it, and compares all outputs bit by bit:

    python real_models.py [--threads N] [--only WORD] FILE_OR_FOLDER...

Each .onnx file gets random inputs by its signature; dimensions that it leaves open are tried with several extents until
the CPU provider runs it. Both providers then run the same inputs, in new sessions, at the runtime's default
optimization and without any. A line a model says how many of its nodes strew took; the exit status is 1 if a model does
not run, or has other bits, only with strew.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import onnxruntime

import strew.onnxruntime

Feeds = dict[str, Any]
LEVELS = {
    "default": onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL,
    "unoptimized": onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL,
}
#: Extents of open dimensions, and what integers are: token numbers, masks, a sampling rate, ...
EXTENTS = (32, 16, 64, 128, 320, 512, 1, 8, 48, 100, 640, 1024)
INTEGERS = ((0, 9), (0, 2), (1, 2), (16000, 16001), (24, 25))
KINDS = {"float16": np.float16, "float": np.float32, "double": np.float64, "bool": np.bool_, "string": np.str_}


@dataclass
class Outcome:
    """Of one model."""

    path: Path
    words: dict[str, str] = field(default_factory=dict)  #: by level
    taken: int = 0  #: nodes that strew has, at the default level
    calls: int = 0  #: of strew's kernels in that run

    @property
    def is_failed(self) -> bool:
        return any(words.startswith("FAILED") for words in self.words.values())

    @property
    def is_compared(self) -> bool:
        return all(words.endswith("same bits") for words in self.words.values())


def session(path: Path, level: str, threads: int, with_strew: bool) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = threads
    options.graph_optimization_level = LEVELS[level]
    options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
    if not with_strew:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    strew.onnxruntime.add_to(options)
    return onnxruntime.InferenceSession(str(path), options)


def nodes_taken(made: onnxruntime.InferenceSession) -> int:
    parts = [one for one in made.get_provider_graph_assignment_info() if one.ep_name == strew.onnxruntime.PROVIDER]
    return sum(len(part.get_nodes()) for part in parts)


def extents_of(shape: list[Any], extent: int, batch: int) -> list[int]:
    return [one if isinstance(one, int) and one >= 0 else batch if i == 0 else extent for i, one in enumerate(shape)]


def values(rng: np.random.Generator, kind: str, shape: list[int], integers: tuple[int, int]) -> np.ndarray:
    element = kind.removeprefix("tensor(").removesuffix(")")
    if element == "string":
        return np.full(shape, "a word of text", object)
    if element == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if element in KINDS:
        return rng.standard_normal(shape).astype(KINDS[element])
    return rng.integers(*integers, shape).astype(element)


def candidates(made: onnxruntime.InferenceSession) -> Iterator[Feeds]:
    """Inputs that may suit the model."""
    signature = [(one.name, one.type, list(one.shape)) for one in made.get_inputs()]
    is_open = any(not isinstance(one, int) for _, _, shape in signature for one in shape)
    has_integers = any("int" in kind for _, kind, _ in signature)
    for extent in EXTENTS if is_open else EXTENTS[:1]:
        for batch in (1, extent) if is_open else (1,):
            for integers in INTEGERS if has_integers else INTEGERS[:1]:
                rng = np.random.default_rng(1)
                shapes = [(name, kind, extents_of(shape, extent, batch)) for name, kind, shape in signature]
                yield {name: values(rng, kind, shape, integers) for name, kind, shape in shapes}


def find_feeds(path: Path, threads: int) -> tuple[Feeds | None, str]:
    """The first inputs that the CPU provider runs without an error, or why there are none."""
    made = session(path, "default", threads, with_strew=False)
    why = "it has no inputs that are tensors"
    if not all(one.type.startswith("tensor(") for one in made.get_inputs()):
        return None, why
    for feeds in candidates(made):
        try:
            made.run(None, feeds)
        except Exception as error:
            why = str(error).strip().splitlines()[0]
        else:
            return feeds, ""
    return None, why


def is_same(left: Any, right: Any) -> bool:
    """Bit by bit, NaN included."""
    if isinstance(left, np.ndarray):
        if left.dtype != right.dtype or left.shape != right.shape:
            return False
        return left.tolist() == right.tolist() if left.dtype == object else left.tobytes() == right.tobytes()
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(is_same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    return bool(left == right)


def difference(left: list[Any], right: list[Any]) -> str:
    parts = []
    for one, other in zip(left, right):
        if is_same(one, other) or not isinstance(one, np.ndarray) or one.shape != other.shape or one.dtype.kind != "f":
            continue
        apart = np.abs(one.astype(np.float64) - other.astype(np.float64))
        parts.append(f"{np.count_nonzero(apart)} of {apart.size} values by up to {np.nanmax(apart):.1e}")
    return "; ".join(parts)


def compare(outcome: Outcome, feeds: Feeds, level: str, threads: int) -> str:
    alone = [session(outcome.path, level, threads, with_strew=False).run(None, feeds) for _ in range(2)]
    if not is_same(alone[0], alone[1]):
        return "the CPU provider alone gives different bits from run to run"
    try:
        made = session(outcome.path, level, threads, with_strew=True)
        before = strew.onnxruntime.counts().calls
        found = made.run(None, feeds)
    except Exception as error:
        return f"FAILED: {str(error).strip().splitlines()[0]}"
    if level == "default":
        outcome.taken, outcome.calls = nodes_taken(made), strew.onnxruntime.counts().calls - before
    return "same bits" if is_same(alone[0], found) else f"FAILED: other bits: {difference(alone[0], found)}"


def check(path: Path, threads: int) -> Outcome:
    outcome = Outcome(path)
    try:
        feeds, why = find_feeds(path, threads)
    except Exception as error:
        feeds, why = None, str(error).strip().splitlines()[0]
    if feeds is None:
        outcome.words["default"] = f"not run by the CPU provider: {why}"
        return outcome
    for level in LEVELS:
        outcome.words[level] = compare(outcome, feeds, level, threads)
    return outcome


def files(given: list[Path]) -> list[Path]:
    return [file for one in given for file in (sorted(one.rglob("*.onnx")) if one.is_dir() else [one])]


def line_of(outcome: Outcome) -> str:
    words = sorted(set(outcome.words.values()))
    what = words[0] if len(words) == 1 else "; ".join(f"{level}: {one}" for level, one in outcome.words.items())
    name = "/".join(outcome.path.parts[-2:])
    return f"{name}: {outcome.taken} nodes, {outcome.calls} calls: {what[:300]}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("given", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument("--threads", type=int, default=1, help="of each session; with several, the CPU provider's own "
                        "results of repeating indices may depend on them")  # fmt: skip
    parser.add_argument("--only", default="", metavar="WORD", help="only files whose path has it")
    options = parser.parse_args(arguments)
    outcomes = []
    for path in files(options.given):
        if options.only in str(path):
            outcomes.append(check(path, options.threads))
            print(line_of(outcomes[-1]), flush=True)
    compared = [one for one in outcomes if one.is_compared]
    print(
        f"ONNX Runtime {onnxruntime.__version__}, {options.threads} threads: {len(outcomes)} models, "
        f"{len(compared)} with the same bits, {sum(one.taken > 0 for one in compared)} of these with nodes of strew, "
        f"{sum(one.is_failed for one in outcomes)} failed"
    )
    return int(any(one.is_failed for one in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
