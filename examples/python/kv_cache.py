"""Keys and values of three requests appended to a cache, linear and circular: python kv_cache.py kv_cache.png"""

import sys
from pathlib import Path

import numpy as np
from matplotlib import style
from matplotlib.figure import Figure

import strew

SLOTS, PROMPTS, STEPS = {"linear": 12, "circular": 6}, np.array([2, 4, 6]), 6  # tokens at first, tokens to come
NUMBERS = np.random.default_rng(0).standard_normal((3, 13, 3, 8))  # of each request: a query, a key, a value


def append(cache: np.ndarray, held: np.ndarray, lengths: np.ndarray | None, new: np.ndarray, mode: str) -> np.ndarray:
    """Puts keys and values of tokens `new` (-1: padding) behind `lengths` older ones; returns what slots then hold."""
    keys_values = strew.gather(NUMBERS[:, :, 1:], new, axis=1, batch_dims=1)
    strew.tensor_scatter(cache, keys_values, lengths, axis=1, mode=mode, out=cache)
    return strew.tensor_scatter(held, new, lengths, axis=1, mode=mode)


def attention(query: np.ndarray, keys_values: np.ndarray) -> np.ndarray:
    return (weights := np.exp(keys_values[:, 0] @ query)) @ keys_values[:, 1] / weights.sum()


def decode(mode: str) -> np.ndarray:
    """The token in each slot [request, step, slot], -1 for none: after the prompts, then after each step."""
    cache, nothing = np.zeros((3, SLOTS[mode], 2, 8)), np.full((3, SLOTS[mode]), -1)
    held = [append(cache, nothing, None, np.where(np.arange(6) < PROMPTS[:, None], np.arange(6), -1), mode)]
    for lengths in PROMPTS + np.arange(STEPS)[:, None]:
        held.append(append(cache, held[-1], lengths, lengths[:, None], mode))
        for request, now in enumerate(lengths):  # the cache answers as a window over all tokens does
            answer = attention(NUMBERS[request, now, 0], cache[request, held[-1][request] >= 0])
            window = NUMBERS[request, max(0, now + 1 - SLOTS[mode]) : now + 1, 1:]
            assert np.allclose(answer, attention(NUMBERS[request, now, 0], window))
    try:
        append(cache, held[-1], lengths + 1, lengths[:, None] + 1, mode)
        print(f"{mode}: every token to come takes the slot of the oldest")
    except strew.IndexOutOfBounds as full:
        print(f"{mode}: full, nothing was written: {full}")
    return np.stack(held, axis=1)


def main(output: str = "kv_cache.png") -> None:
    style.use(Path(__file__).with_name("picture.mplstyle"))
    panels = (figure := Figure(figsize=(9, 7.8))).subplots(3, 2, width_ratios=[*SLOTS.values()])
    for mode, column in zip(SLOTS, panels.T):
        for request, (panel, held) in enumerate(zip(column, decode(mode)), 1):
            panel.pcolormesh(np.ma.masked_less(held, 0), cmap="plasma", vmax=16, edgecolor="#fbfaf7", linewidth=2)
            panel.set(title=f"request {request}, {mode}", facecolor="0.92", xticks=[], ylim=(STEPS + 1, 0))
            panel.set_yticks(np.arange(STEPS + 1) + 0.5, ["prompt", *(f"step {step}" for step in range(1, STEPS + 1))])
            for (step, slot), token in np.ndenumerate(np.where(held < 0, "", held)):
                panel.annotate(token, (slot + 0.5, step + 0.5), ha="center", va="center_baseline", color="white")
    figure.supxlabel("A square is a slot of the cache; its number is the token whose key and value it holds.", size=10)
    figure.savefig(output)


main(*sys.argv[1:])
