"""strew.show_config: what it prints is what it returns, and what the library says of itself elsewhere."""

from __future__ import annotations

import json
import os
import pathlib
import platform
import subprocess

import numpy as np
import pytest

import strew


def test_what_is_printed_is_what_is_returned(capsys: pytest.CaptureFixture[str]) -> None:
    assert strew.show_config() is None
    printed = dict(line.split(None, 1) for line in capsys.readouterr().out.splitlines())
    assert printed == strew.show_config(mode="dicts")


def test_it_names_the_library_and_the_package() -> None:
    config = strew.show_config(mode="dicts")
    assert config["version"] == strew.__version__
    assert config["python"].endswith(platform.python_version())
    assert config["numpy"] == np.__version__
    assert pathlib.Path(config["place"]) == pathlib.Path(strew.__file__).parent
    assert config["target"] in config["targets"].split()
    assert int(config["thread_count"]) >= 1
    assert config["threads"]


def test_the_program_has_the_same_lines() -> None:
    program = os.environ.get("STREW_CLI")
    if not program:
        pytest.skip("without the program")
    told = subprocess.run([program, "caps", "--build", "--json"], check=True, stdout=subprocess.PIPE)
    build = json.loads(told.stdout)["build"]
    assert build.pop("formats")
    config = strew.show_config(mode="dicts")
    assert {name: config[name] for name in build} == build


def test_another_mode_is_refused() -> None:
    with pytest.raises(strew.OptionError, match="PY7: mode='json' is none of stdout, dicts"):
        strew.show_config(mode="json")  # type: ignore[call-overload]
