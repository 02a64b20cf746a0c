"""Whom the members of a club follow when it splits, by sums over neighbours: python graph_sum.py graph_sum.png"""

import sys
from pathlib import Path

import networkx as nx
import numpy as np
from matplotlib import style
from matplotlib.figure import Figure

import strew

LEADERS = [0, 33]  # members 1 and 34, the instructor and the officer: +1 and -1


def neighbour_sums(values: np.ndarray, sources: np.ndarray, targets: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """One round of messages: gathered where the edges start, weighed, added up where they end."""
    messages = weights * strew.gather(values, sources)
    return strew.scatter(strew.filled(values.shape, "float64"), targets, messages, reduction="add")


def draw(places: np.ndarray, ends: np.ndarray, sides: list[np.ndarray], joined: np.ndarray, output: str) -> None:
    style.use(Path(__file__).with_name("picture.mplstyle"))
    panels = (figure := Figure(figsize=(10, 5.2))).subplots(1, 3)
    for panel, number in zip(panels, (1, 3, 30)):
        right = np.sign(sides[number]) == joined
        panel.set(xticks=[], yticks=[], title=f"after round {number}: {right.sum()} of {right.size} correct")
        panel.plot(*places[ends].T, color="0.75", linewidth=0.7, zorder=0)
        for which, marker in ((joined > 0, "o"), (joined < 0, "s")):
            look = {"marker": marker, "edgecolor": "0.1", "linewidth": np.where(right, 0.5, 2.5)[which]}
            panel.scatter(*places[which].T, 150, sides[number][which], cmap="coolwarm", vmin=-1.3, vmax=1.3, **look)
        for member, place in enumerate(places, 1):
            panel.annotate(member, place, ha="center", va="center_baseline", fontsize=7)
    for marker, colour, leader in (("o", "#dd5f4b", 1), ("s", "#7093f3", 34)):
        panel.scatter([], [], 150, "0.85", marker=marker, edgecolor="0.1", label=f"joined the club of member {leader}")
        panel.fill([], [], color=colour, label=f"predicted: the club of member {leader}")
    panel.scatter([], [], 150, "white", edgecolor="0.1", linewidth=2.5, label="wrong prediction")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    figure.savefig(output)


def main(output: str = "graph_sum.png") -> None:
    club = nx.karate_club_graph()  # Zachary, 1977: who met whom, in how many places, and the clubs they joined
    ends, met = np.array(club.edges), np.array([float(weight) for *_, weight in club.edges.data("weight")])
    edges = *np.concatenate([ends, ends[:, ::-1]]).T, np.concatenate([met, met])
    strengths = neighbour_sums(np.ones(len(club)), *edges)
    sides = [strew.scatter(strew.filled(len(club), "float64"), LEADERS, [1, -1])]
    for _ in range(30):  # everyone takes the mean of the neighbours, except the leaders
        sides.append(strew.scatter(neighbour_sums(sides[-1], *edges) / strengths, LEADERS, [1, -1]))
    np.add.at(loop := np.zeros(len(club)), edges[1], edges[2] * sides[1][edges[0]])
    assert neighbour_sums(sides[1], *edges).tobytes() == loop.tobytes()
    joined = np.array([1 if name == "Mr. Hi" else -1 for _, name in club.nodes.data("club")])
    wrong = np.flatnonzero(np.sign(sides[-1]) != joined) + 1
    print(f"30 rounds of neighbour sums: {len(club) - len(wrong)} of {len(club)} predictions are right, not {wrong}")
    draw(np.array([*nx.spring_layout(club, seed=1, iterations=500, k=0.32).values()]), ends, sides, joined, output)


main(*sys.argv[1:])
