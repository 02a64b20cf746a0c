"""Calls from several threads of Python, PyTorch's threads, and forked processes."""

import os
import threading

import torch

import strew
import strew.torch


def test_calls_from_many_threads():
    random = torch.Generator().manual_seed(1)
    data = torch.randn(300, 17, generator=random)
    calls = [torch.randint(0, 300, (size,), generator=random) for size in (1, 5, 16, 300, 4000)]
    wanted = [strew.scatter(data, at, data[at] * 2, reduction="add") for at in calls]
    failures = []

    def work():
        for _ in range(40):
            for at, right in zip(calls, wanted):
                if not torch.equal(strew.torch.scatter(data, at, data[at] * 2, reduction="add"), right):
                    failures.append(at.shape)

    threads = [threading.Thread(target=work) for _ in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures


def test_a_large_call_uses_the_threads_of_pytorch():
    data, at = torch.randn(60_000, 64), torch.randint(0, 60_000, (120_000,))
    wanted = data[at]
    for threads in (1, 3, 8):
        torch.set_num_threads(threads)
        assert torch.equal(strew.torch.gather(data, at), wanted)
        assert torch.equal(strew.torch.scatter_zeros(data.shape, at, wanted), strew.scatter(data * 0, at, wanted))


def test_backward_in_a_thread():
    weights, at = torch.randn(50, 4, requires_grad=True), torch.randint(0, 50, (100,))
    thread = threading.Thread(target=lambda: strew.torch.gather(weights, at).sum().backward())
    thread.start()
    thread.join()
    assert torch.equal(weights.grad[:, 0], torch.bincount(at, minlength=50).float())


def test_a_forked_child_does_not_wait_for_threads_that_it_lacks():
    """A call as large as one that used PyTorch's threads before."""
    torch.set_num_threads(4)
    data, at = torch.randn(60_000, 64), torch.randint(0, 60_000, (120_000,))
    wanted = strew.torch.scatter_zeros(data.shape, at, data[at], reduction="add")
    child = os.fork()
    if child == 0:
        made = strew.scatter(torch.zeros(4), torch.tensor([1]), torch.ones(1))
        made = strew.torch.scatter_zeros(data.shape, at, strew.torch.gather(data, at), reduction="add")
        os._exit(0 if made.numpy().tobytes() == wanted.numpy().tobytes() else 1)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        threading.Event().wait(0.1)
    else:
        os.kill(child, 9)
        os.waitpid(child, 0)
        raise AssertionError("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0
