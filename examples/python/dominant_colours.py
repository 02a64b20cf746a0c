"""The dominant colours of a photograph: python dominant_colours.py colours.png photograph.jpg"""

import sys
from pathlib import Path

import numpy as np
from matplotlib import cbook, colors, style
from matplotlib.figure import Figure
from PIL import Image

import strew

K = 8
SAMPLE = cbook.get_sample_data("grace_hopper.jpg", asfileobj=False)


def distances(pixels: np.ndarray, centres: np.ndarray) -> np.ndarray:
    return np.stack([((pixels - centre) ** 2).sum(axis=1) for centre in centres])


def counted(labels: np.ndarray) -> np.ndarray:
    """How often each label occurs. Neither the zeros it starts from nor the ones it adds take memory."""
    return strew.scatter(strew.filled(K, "int64"), labels, strew.filled(labels.shape, "int64", 1), reduction="add")


def k_means(pixels: np.ndarray) -> np.ndarray:
    """K colours, that of the largest group first. They begin with the darkest pixel, then the farthest from those."""
    centres, step = pixels[[pixels.sum(axis=1).argmin()]], np.inf
    while len(centres) < K:
        centres = np.vstack([centres, pixels[distances(pixels, centres).min(axis=0).argmax()]])
    while step > 0.5:
        labels, before = distances(pixels, centres).argmin(axis=0), centres
        # Each centre becomes the mean of its pixels; one without pixels stays.
        centres = strew.scatter(before, labels, pixels, reduction="mean", include_self=False)
        step = abs(centres - before).max()
    for k in np.unique(labels):  # the plain loop, to the bit
        assert np.array_equal(centres[k], sum(pixels[labels == k]) / sum(labels == k))
    return strew.gather(centres, (-counted(labels)).argsort()).round()


def main(output: str = "dominant_colours.png", source: str = SAMPLE) -> None:
    photograph = np.asarray(Image.open(source).convert("RGB"))
    pixels = photograph.reshape(-1, 3).astype("float64")
    palette = k_means(pixels[::5])  # every fifth pixel has a say, every pixel is painted
    labels = distances(pixels, palette).argmin(axis=0)
    painting = strew.gather(palette.astype("uint8"), labels).reshape(photograph.shape)
    names = [f"{colors.to_hex(one / 255)}\n{n / len(labels):.0%}" for one, n in zip(palette, counted(labels))]
    print(f"{len(pixels):,} pixels in {K} colours:", ", ".join(names).replace("\n", " "))
    style.use(Path(__file__).with_name("picture.mplstyle"))
    panels = (figure := Figure(figsize=(8, 6))).subplot_mosaic("AB;CC", height_ratios=[9, 1])
    for panel, picture in zip(panels.values(), (photograph, painting, palette.astype("uint8")[None])):
        panel.imshow(picture)
    panels["A"].set(xticks=[], yticks=[], title=f"The photograph: {len(np.unique(pixels, axis=0)):,} colours")
    panels["B"].set(xticks=[], yticks=[], title=f"{K} colours: k-means in RGB, every fifth pixel")
    panels["C"].set(xticks=range(K), yticks=[], xticklabels=names, aspect="auto")
    figure.savefig(output)


main(*sys.argv[1:])
