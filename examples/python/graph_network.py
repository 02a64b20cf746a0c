"""Training a graph network with gradients that any number of threads repeats bit by bit: python graph_network.py

Messages are gathered along the edges and added up where they end, at nodes with thousands of neighbours. With PyTorch's
x[i] the gradients depend on how the threads fall in with each other, so that two runs of one script differ.
"""

# First, since it says in a sentence what is missing where PyTorch is.
import strew.torch
import networkx as nx
import torch

STEPS, WIDTH, RUNS = 10, 32, 4


def neighbours(values: torch.Tensor, sources: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean of the values at the other ends of each node's edges."""
    messages = strew.torch.gather(values, sources)
    return strew.torch.scatter_zeros(values.shape, targets, messages, reduction="mean")


def neighbours_of_pytorch(values: torch.Tensor, sources: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    sums = torch.zeros_like(values).index_put((targets,), values[sources], accumulate=True)
    return sums / torch.bincount(targets, minlength=len(values)).unsqueeze(1)


def trained(aggregate, edges, features, labels, threads: int) -> tuple[bytes, float]:
    """The weights after some steps, as bytes, and the last loss."""
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    values = features.clone().requires_grad_()
    layers = [torch.nn.Linear(WIDTH, WIDTH), torch.nn.Linear(WIDTH, 2)]
    parameters = [values, *(weight for layer in layers for weight in layer.parameters())]
    optimizer = torch.optim.SGD(parameters, lr=0.5)
    for _ in range(STEPS):
        hidden = values
        for layer in layers:
            hidden = layer(aggregate(hidden, *edges)).tanh()
        loss = torch.nn.functional.cross_entropy(hidden, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return values.detach().numpy().tobytes(), loss.item()


def main() -> None:
    graph = nx.barabasi_albert_graph(3000, 12, seed=1)
    ends = torch.tensor(list(graph.edges)).T
    edges = torch.cat([ends[0], ends[1]]), torch.cat([ends[1], ends[0]])
    features = torch.randn(len(graph), WIDTH, generator=torch.Generator().manual_seed(1))
    degrees = torch.tensor([degree for _, degree in graph.degree])
    labels = (degrees > degrees.float().median()).long()
    for name, aggregate in (("strew.torch", neighbours), ("PyTorch", neighbours_of_pytorch)):
        runs = [trained(aggregate, edges, features, labels, 4) for _ in range(RUNS)]
        print(f"{name}: {len({weights for weights, _ in runs})} results in {RUNS} runs, loss {runs[0][1]:.4f}")


main()
