"""Particles on a grid, counted and as a density (cloud-in-cell): python particles.py particles.png"""

import sys
from pathlib import Path

import numpy as np
from matplotlib import style
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

import strew

SIDE, CELLS = 512, 256  # particles and cells along each side of the box
MIDDLE = np.s_[96:160, 112:176]


def particles() -> np.ndarray:
    """A lattice that slid down the slopes of random hills: the first step of a cosmic web (Zel'dovich, 1970)."""
    waves = np.fft.fft2(np.random.default_rng(3).standard_normal((SIDE, SIDE)))
    k = np.stack(np.meshgrid(*2 * [np.fft.fftfreq(SIDE, 1 / SIDE)], indexing="ij"))
    k2 = np.maximum((k**2).sum(axis=0), 1)
    slopes = np.fft.ifft2(1j * k * waves * k2**-1.25 * np.exp(-k2 / 30**2)).real
    return (np.indices((SIDE, SIDE)) + 12 * slopes / slopes.std()).reshape(2, -1).T * (CELLS / SIDE)


def clouds(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each particle as a square of the size of a cell: the four cells that it covers, and how much of it is in each."""
    from_centres = places[:, None] - 0.5
    cells = np.floor(from_centres).astype(int) + [[0, 0], [0, 1], [1, 0], [1, 1]]
    return cells, (1 - abs(from_centres - cells)).prod(axis=-1)


def deposited(cells: np.ndarray, amounts: np.ndarray | strew.Filled) -> np.ndarray:
    """The sum of the amounts in each cell, from zeros that take no memory; what leaves the box comes in opposite."""
    empty = strew.filled((CELLS, CELLS), amounts.dtype)
    return strew.scatter_nd(empty, cells, amounts, reduction="add", out_of_bounds="wrap")


def main(output: str = "particles.png") -> None:
    cells, shares = clouds(places := particles())
    counts = deposited(np.floor(places).astype(int), strew.filled(len(places), "int64", 1))
    density, loop = deposited(cells, shares), np.zeros((CELLS, CELLS))
    np.add.at(loop, tuple(np.moveaxis(cells % CELLS, -1, 0)), shares)
    assert density.tobytes() == loop.tobytes() and counts.sum() == len(places)  # every bit
    print(f"{len(places):,} particles: {counts.min()} to {counts.max()} in a cell,", end=" ")
    print(f"density from {density.min():.2f} to {density.max():.2f}, {density.sum():,.3f} in all")
    style.use(Path(__file__).with_name("picture.mplstyle"))
    figure = Figure(figsize=(9.6, 5.6), layout="compressed")
    panels = figure.subplot_mosaic("AB;AC", width_ratios=[2.2, 1])
    pictures = {"density": density, "framed part: counts": counts[MIDDLE], "framed part: density": density[MIDDLE]}
    for panel, title in zip(panels.values(), pictures):
        drawn = panel.imshow(pictures[title], cmap="inferno", norm=LogNorm(0.5, 60, clip=True), origin="lower")
        panel.set(xticks=[], yticks=[], title=title)
    panels["A"].indicate_inset((112, 96, 64, 64), edgecolor="white", alpha=1)
    figure.colorbar(drawn, ax=[*panels.values()], label="particles in a cell", ticks=[1, 3, 10, 30], format="%d")
    figure.savefig(output)


main(*sys.argv[1:])
