"""The program that compares models of a folder: what it says of models that run, that do not, and that differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
import real_models
from runtime import InvalidArgument, chain, node, require_provider

require_provider()

UPDATES = np.ones((2, 3), np.float32)
SCATTER = node("ScatterND", np.zeros((4, 3), np.float32), [[0], [1]], UPDATES, opset=16, reduction="max")


def write(folder: Path, name: str, model: bytes) -> None:
    (folder / name).write_bytes(model)


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    status = real_models.main(list(arguments))
    return status, capsys.readouterr().out.splitlines()


def test_models_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "a.onnx", chain(SCATTER, 3))
    write(tmp_path, "b.onnx", b"no model")
    write(tmp_path, "c.onnx", chain(node("Gather", np.zeros((4, 3), np.float32), [[1, 2]]), 1))
    (tmp_path / "d.txt").write_text("not looked at")
    status, lines = output_of(capsys, str(tmp_path))
    assert status == 0 and len(lines) == 4
    assert lines[0].endswith("a.onnx: 3 nodes, 3 calls: same bits")
    assert "b.onnx: 0 nodes, 0 calls: not run by the CPU provider: " in lines[1]
    assert lines[3] == (f"ONNX Runtime {onnxruntime.__version__}, 1 threads: 3 models, 2 with the same bits, "
                        "2 of these with nodes of strew, 0 failed")  # fmt: skip
    assert output_of(capsys, str(tmp_path), "--only", "c.onnx")[1][0] == lines[2]


def test_failure_of_strew_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.onnx", chain(SCATTER, 1))
    made = real_models.session

    def session(path: Path, level: str, threads: int, with_strew: bool) -> onnxruntime.InferenceSession:
        if with_strew and level == "unoptimized":
            raise InvalidArgument("refused")
        return made(path, level, threads, with_strew)

    monkeypatch.setattr(real_models, "session", session)
    status, lines = output_of(capsys, str(tmp_path / "a.onnx"))
    assert status == 1 and lines[0].endswith("default: same bits; unoptimized: FAILED: refused")
    assert lines[1].endswith("1 models, 0 with the same bits, 0 of these with nodes of strew, 1 failed")


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (np.float32([np.nan, 0]), np.float32([np.nan, 0]), True),
        (np.float32([0.0]), np.float32([-0.0]), False),
        (np.zeros(2), np.zeros((2, 1)), False),
        (np.zeros(2, np.int32), np.zeros(2, np.uint32), False),
        (np.array(["a"], object), np.array(["b"], object), False),
        ([{"a": np.ones(1)}], [{"a": np.ones(1)}], True),
        ([{"a": np.ones(1)}], [{"b": np.ones(1)}], False),
    ],
)
def test_bits(left: Any, right: Any, same: bool) -> None:
    assert real_models.is_same(left, right) is same
