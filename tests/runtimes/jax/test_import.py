"""Where JAX or the library is missing or does not fit, the import says so in a sentence; strew itself needs neither."""

import inspect
import os
import re
import subprocess
import sys

import pytest
import strew
import strew.jax
from strew.jax import _install, _library


def run(program):
    environment = {**os.environ, "XLA_FLAGS": ""}
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


def failure(program):
    done = run(program)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


def test_import_strew_does_not_import_jax():
    assert run("import strew, sys; sys.exit('jax' in sys.modules)").returncode == 0


def test_without_jax():
    text = failure("import sys; sys.modules['jax'] = None; import strew.jax")
    assert text.startswith("ImportError: strew.jax needs JAX 0.6.2 or later, and there is no package jax here")


def test_with_an_old_jax():
    text = failure("import jaxlib; jaxlib.__version__ = '0.5.3'; import strew.jax")
    assert text == "ImportError: strew.jax needs JAX 0.6.2 or later, and this is 0.5.3: pip install -U jax jaxlib"


def test_without_the_library():
    program = """
import pathlib
usual = pathlib.Path.with_name
pathlib.Path.with_name = lambda self, name: usual(self, name.replace("libstrew_jax", "libstrew_none"))
import strew.jax
"""
    text = "ImportError: strew.jax needs libstrew_none.so, which this build of strew has not got"
    assert failure(program).startswith(text)


def test_the_backend_works_after_a_refusal():
    program = """
import jaxlib
usual, jaxlib.__version__ = jaxlib.__version__, "0.5.3"
try:
    import strew.jax
except ImportError:
    jaxlib.__version__ = usual
    import jax.numpy
    raise SystemExit(int(jax.numpy.ones(3).sum()))
"""
    assert run(program).returncode == 3


@pytest.mark.parametrize(
    ("version", "is_taken"), [((0, 6, 2), True), ((0, 11, 0), True), ((0, 6, 1), False), ((0, 4), False)]
)
def test_versions(version, is_taken):
    assert (_library.refusal(version) is None) == is_taken


@pytest.mark.parametrize(
    ("interface", "is_taken"), [(None, True), ((0, 1), True), ((0, 3), True), ((0, 0), False), ((1, 0), False)]
)
def test_interfaces(interface, is_taken):
    reason = _library.interface_refusal(interface, (0, 1))
    assert reason is None if is_taken else re.search("was written for version 0.1 .* this jaxlib has \\d.0", reason)


def test_the_interface_is_read_from_the_header_of_jaxlib(tmp_path):
    header = tmp_path / "c_api.h"
    assert _library._interface_of(header) is None
    header.write_text("// nothing")
    assert _library._interface_of(header) is None
    header.write_text("#define XLA_FFI_API_MAJOR 0\n#define XLA_FFI_API_MINOR 3\n")
    assert _library._interface_of(header) == (0, 3)


def test_install_says_where_it_looked(monkeypatch):
    from jax._src.lax import slicing

    monkeypatch.delattr(slicing, "_gather_lower")
    with pytest.raises(RuntimeError, match="knows where JAX 0.6.2 to 0.10.2 keep their lowerings; in"):
        _install.install()


def test_the_operators_are_those_of_the_package():
    others = {"segment_reduce": {"arg", "count"}}
    for name in set(strew.jax.__all__) - {"install", "uninstall"}:
        ours, theirs = inspect.signature(getattr(strew.jax, name)), inspect.signature(getattr(strew, name))
        missing = {"out", "threads", "on_error"} | others.get(name, set())
        assert set(theirs.parameters) - set(ours.parameters) == missing, name
        for option in ours.parameters:
            assert ours.parameters[option].default == theirs.parameters[option].default, (name, option)
