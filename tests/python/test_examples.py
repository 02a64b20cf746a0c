"""The programs of examples/python: each runs, checks itself, says what it found and draws a picture."""

from __future__ import annotations

import ast
import importlib.util
import os
import pathlib
import re
import struct
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "examples" / "python"
NAMES = ["dominant_colours", "graph_sum", "kv_cache", "particles"]
COLOURS = {"#c8281e": 8, "#1e3cbe": 4, "#f0dc5a": 2, "#14783c": 2}  # rows of 16


def require_imports_of(name: str) -> None:
    tree = ast.parse((FOLDER / f"{name}.py").read_text())
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    packages = {module.partition(".")[0] for module in modules}
    missing = sorted(package for package in packages - {"strew"} if importlib.util.find_spec(package) is None)
    if missing:
        pytest.skip(f"{name}.py needs {', '.join(missing)}: group examples of tools/python_packages.txt")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The list of fonts that matplotlib makes once stays in a folder of the test."""
    return {**os.environ, "MPLCONFIGDIR": str(tmp_path_factory.mktemp("matplotlib"))}


def run(name: str, folder: pathlib.Path, environment: dict[str, str], *more: str) -> tuple[str, bytes]:
    """What the example prints, and its picture."""
    require_imports_of(name)
    picture = folder / f"{name}.png"
    done = subprocess.run(
        [sys.executable, "-W", "error:::__main__", str(FOLDER / f"{name}.py"), str(picture), *more],
        env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [path.name for path in folder.iterdir() if path.suffix == ".png"] == [picture.name]
    return done.stdout, picture.read_bytes()


def extents(picture: bytes) -> tuple[int, int]:
    signature, header, width, height = struct.unpack_from(">8s4x4sII", picture)
    assert (signature, header) == (b"\x89PNG\r\n\x1a\n", b"IHDR")
    return width, height


def is_of_a_runtime(path: pathlib.Path) -> bool:
    """Those are tested where the runtime is: tests/runtimes. Those of Dask and files draw no picture, and are tested below."""
    text = path.read_text()
    return re.search(r"^import strew\.(onnxruntime|torch|jax|files)$|^    import (dask|torch$)", text, re.MULTILINE) is not None


def test_these_are_all_examples() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.py") if not is_of_a_runtime(path)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_short_enough_to_read(name: str) -> None:
    assert len((FOLDER / f"{name}.py").read_text().splitlines()) < 60


@pytest.mark.parametrize("name", NAMES)
def test_examples_say_what_they_found_and_draw_it(
    name: str, tmp_path: pathlib.Path, environment: dict[str, str]
) -> None:
    said, picture = run(name, tmp_path, environment)
    assert 1 <= len(said.splitlines()) <= 5
    width, height = extents(picture)
    assert width >= 1000 and height >= 600
    assert len(picture) > 30_000, "an empty page takes less"


def test_the_colours_of_a_picture_of_four_are_found(tmp_path: pathlib.Path, environment: dict[str, str]) -> None:
    rows = [bytes.fromhex(colour[1:]) * 16 for colour, count in COLOURS.items() for _ in range(count)]
    (tmp_path / "picture.ppm").write_bytes(b"P6 16 16 255\n" + b"".join(rows))
    said, _ = run("dominant_colours", tmp_path, environment, str(tmp_path / "picture.ppm"))
    for colour, count in COLOURS.items():
        assert f"{colour} {count / 16:.0%}" in said


def test_the_legend_of_the_club_says_what_shapes_colours_and_rims_mean(
    tmp_path: pathlib.Path, environment: dict[str, str]
) -> None:
    require_imports_of("graph_sum")
    drawing = tmp_path / "graph_sum.svg"  # where matplotlib notes each text beside its outlines
    subprocess.run([sys.executable, str(FOLDER / "graph_sum.py"), str(drawing)], env=environment, check=True)
    said = drawing.read_text()
    for member in (1, 34):
        assert f"<!-- joined the club of member {member} -->" in said
        assert f"<!-- predicted: the club of member {member} -->" in said
    assert "<!-- wrong prediction -->" in said
    assert "<!-- after round 30: 33 of 34 correct -->" in said


@pytest.mark.parametrize("name, said", [("dask_gather", "rows gathered"), ("dask_histogram", "the same sums")])
def test_of_dask(name: str, said: str) -> None:
    require_imports_of(name)
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{name}.py")], env=os.environ, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="the example asks a system of POSIX for its memory")
def test_of_a_table_in_its_file(tmp_path: pathlib.Path) -> None:
    packages = os.pathsep.join(os.path.abspath(one) for one in os.environ.get("PYTHONPATH", "").split(os.pathsep))
    done = subprocess.run(
        [sys.executable, str(FOLDER / "large_table.py"), "40M", "8M"], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": packages}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3276 rows added to a table of 163840 in its file: 40M with 8M; ")
    assert not list(tmp_path.iterdir())
