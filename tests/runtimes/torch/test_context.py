"""Where strew.torch.deterministic() holds: nested, as a decorator, in threads and in backward passes."""

import threading
import tracemalloc
import warnings

import numpy as np
import pytest
import torch

import strew.torch


def test_it_ends(seen):
    def put():
        torch.zeros(3)[torch.tensor([1])] = torch.ones(1)
        return len(seen)

    assert put() == 0
    with strew.torch.deterministic():
        assert put() == 1
        with strew.torch.deterministic():
            assert put() == 2
        assert put() == 3
    assert put() == 3
    with pytest.raises(KeyError), strew.torch.deterministic():
        raise KeyError
    assert put() == 3
    for _ in range(3):
        with strew.torch.deterministic():
            put()
    assert len(seen) == 6


def test_as_a_decorator(seen):
    @strew.torch.deterministic()
    def put():
        torch.zeros(3)[torch.tensor([1])] = torch.ones(1)

    put(), put()
    assert len(seen) == 2


def test_it_is_of_the_thread_that_enters(seen):
    inside, leave = threading.Event(), threading.Event()

    def other():
        with strew.torch.deterministic():
            inside.set()
            leave.wait(30)
            torch.zeros(3)[torch.tensor([1])] = torch.ones(1)

    thread = threading.Thread(target=other)
    thread.start()
    assert inside.wait(30)
    torch.zeros(3)[torch.tensor([1])] = torch.ones(1)
    assert len(seen) == 0
    with strew.torch.deterministic():
        pass
    leave.set()
    thread.join()
    assert len(seen) == 1


def test_contexts_that_end_out_of_order(seen):
    first, second = strew.torch.deterministic(), strew.torch.deterministic()

    def put():
        torch.zeros(3)[torch.tensor([1])] = torch.ones(1)
        return len(seen)

    first.__enter__(), second.__enter__()
    first.__exit__(None, None, None)
    assert put() == 1
    second.__exit__(None, None, None)
    assert put() == 1


def test_a_backward_pass_takes_it_to_its_threads(seen):
    """Also where the pass leaves the thread, as that of a second backward pass within one does."""
    weights = torch.randn(5, 2, requires_grad=True)

    class Inner(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            with torch.enable_grad():
                again = torch.randn(5, 2, requires_grad=True)
                again[torch.tensor([1, 1])].sum().backward()
            return grad

    read = Inner.apply(weights[torch.tensor([1, 1])])
    with strew.torch.deterministic():
        read.sum().backward()
    assert len(seen) == 2
    assert torch.equal(weights.grad[1], torch.full((2,), 2.0))


def test_many_threads_enter_and_leave():
    failures = []

    def work(seed):
        random = np.random.default_rng(seed)
        data, rows = torch.zeros(50, 4), torch.from_numpy(random.integers(0, 50, 200))
        for _ in range(20):
            with strew.torch.deterministic():
                data.zero_().index_put_((rows,), torch.ones(200, 4), accumulate=True)
            if not torch.equal(data[:, 0], torch.bincount(rows, minlength=50).float()):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures


def test_others_read_and_write_while_it_is_entered_and_left():
    """A thread must never see a kernel that is about to come or go."""
    failures, ends = [], threading.Event()

    def work(seed):
        random = np.random.default_rng(seed)
        rows = torch.from_numpy(random.integers(0, 50, 40))
        counts = torch.bincount(rows, minlength=50).float()
        weights = torch.randn(50, 4, requires_grad=True)
        try:
            while not ends.is_set():
                data = torch.zeros(50, 4)
                data[rows] = torch.ones(40, 4)
                gradient = torch.autograd.grad(weights[rows].sum(), weights)[0]
                added = torch.zeros(50, 4).index_add_(0, rows, torch.ones(40, 4))
                if not (torch.equal(gradient[:, 0], counts) and torch.equal(added[:, 1], counts)
                        and torch.equal(data[:, 0], counts.clamp(max=1))):  # fmt: skip
                    failures.append(seed)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [thread.start() for thread in threads]
    for _ in range(3000):
        with strew.torch.deterministic():
            pass
    ends.set()
    [thread.join() for thread in threads]
    assert not failures


def test_entering_leaves_nothing_behind():
    def enter(times):
        for _ in range(times):
            with strew.torch.deterministic():
                pass

    enter(100)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        registered = len(torch._C._dispatch_dump("aten::_index_put_impl_").splitlines())
        enter(10_000)
        assert tracemalloc.get_traced_memory()[0] - before < 4096
        assert len(torch._C._dispatch_dump("aten::_index_put_impl_").splitlines()) == registered
    finally:
        tracemalloc.stop()


def test_it_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with strew.torch.deterministic():
            pass


def test_tracing_inside():
    """Compiled code is neither better nor worse for it."""
    with strew.torch.deterministic():
        compiled = torch.compile(lambda x, i: x.index_add(0, i, torch.ones(2, 3)), backend="aot_eager")
        assert torch.equal(compiled(torch.zeros(4, 3), torch.tensor([1, 1]))[1], torch.full((3,), 2.0))
