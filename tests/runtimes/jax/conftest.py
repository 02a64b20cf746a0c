"""Every test runs on the CPU, which has four devices. They are set before JAX is imported."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax  # noqa: E402
import pytest  # noqa: E402


@pytest.fixture(params=[False, True], ids=["x32", "x64"])
def either_width(request):
    """With JAX's types of 64 bits and without."""
    with wide_types(request.param):
        yield request.param


@pytest.fixture(scope="module", autouse=True)
def forgotten():
    """What a module compiled takes memory that the next one needs."""
    yield
    jax.clear_caches()


@pytest.fixture
def x64():
    with wide_types(True):
        yield


class wide_types:
    def __init__(self, enabled):
        self.enabled = enabled

    def __enter__(self):
        self.before = jax.config.jax_enable_x64
        jax.config.update("jax_enable_x64", self.enabled)

    def __exit__(self, *raised):
        jax.config.update("jax_enable_x64", self.before)


@pytest.fixture
def installed():
    import strew.jax

    strew.jax.install()
    yield
    strew.jax.uninstall()
