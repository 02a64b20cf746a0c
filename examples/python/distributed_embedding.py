"""An embedding whose rows two processes hold, trained with the bits of one: python distributed_embedding.py

Each process has half of the rows and half of each batch, over gloo. Gradients of a row are added in the order of the
samples, whoever has them, so the trained rows do not depend on the number of processes.
"""

import os
import socket
import sys

import strew.distributed

try:
    import torch
    import torch.distributed as dist
    import torch.multiprocessing as mp
except ImportError:
    sys.exit("distributed_embedding.py needs PyTorch, which is not installed here: pip install torch")

WORDS, WIDTH, SENTENCES, LENGTH, STEPS = 2000, 32, 64, 12, 20


def train(rank: int, size: int) -> torch.Tensor:
    """Learns that words which follow one another are alike; the rows of this rank."""
    words = strew.distributed.Embedding(WORDS, WIDTH, group=dist.group.WORLD if size > 1 else None)
    words.reset(torch.randn(WORDS, WIDTH, generator=torch.Generator().manual_seed(0)))
    optimizer = torch.optim.Adagrad(words.parameters(), lr=0.1)
    random = torch.Generator().manual_seed(1)
    for _ in range(STEPS):
        batch = torch.randint(0, WORDS, (SENTENCES, LENGTH), generator=random) // 3
        mine = batch[SENTENCES * rank // size : SENTENCES * (rank + 1) // size]
        optimizer.zero_grad()
        rows = words(mine)
        (rows[:, 1:] - rows[:, :-1]).square().sum().backward()
        optimizer.step()
    return words.weight.detach()


def work(rank: int, size: int, port: int, results: "mp.Queue[bytes]") -> None:
    os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "127.0.0.1", str(port)
    dist.init_process_group("gloo", rank=rank, world_size=size)
    torch.set_num_threads(1)
    results.put((rank, train(rank, size).numpy().tobytes()))
    dist.destroy_process_group()


def main() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = mp.get_context("spawn")
    results = context.Queue()
    processes = [context.Process(target=work, args=(rank, 2, port, results)) for rank in range(2)]
    for process in processes:
        process.start()
    rows = dict(results.get() for _ in processes)
    for process in processes:
        process.join()
    torch.set_num_threads(1)
    alone = train(0, 1).numpy().tobytes()
    assert rows[0] + rows[1] == alone
    print(f"{WORDS} rows of {WIDTH}, {STEPS} steps: two processes have the {len(alone)} bytes of one")


if __name__ == "__main__":
    main()
