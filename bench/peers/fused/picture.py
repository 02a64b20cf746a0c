"""The ratios of the medians as a bar chart, a panel for each number of threads."""

from __future__ import annotations

import pathlib

import picture
from fused import cases, report
from picture import pyplot

GROUPS = (cases.BAGS, cases.MESSAGES, cases.EXPERTS, cases.SEGMENTS, cases.SAMPLED, cases.QUANTIZED)
COLOURS = dict(zip(GROUPS, ("#4477aa", "#228833", "#aa3377", "#ccbb44", "#ee6677", "#777777")))


def draw(document: dict, file: pathlib.Path) -> None:
    """Nothing where no case was measured."""
    runs = [run for run in document["runs"] if run["cases"]]
    if not runs:
        return
    shown = runs[0]["cases"]
    size = (6 + 6 * len(runs), 2 + 0.4 * len(shown))
    figure, grid = pyplot.subplots(1, len(runs), figsize=size, layout="constrained", squeeze=False, sharey=True)
    for axes, run in zip(grid[0], runs):
        picture.bars(axes, run["cases"], run, COLOURS)
        axes.margins(x=0.3)  # the names of the products beside the bars
        axes.set_title(report.threads(run), fontsize=10, loc="left")
    grid[0][0].set_yticks(range(len(shown)), [f"{case['key']}\n{case['label']}" for case in shown], fontsize=7)
    grid[0][-1].set_title(picture.described(document["machine"]), fontsize=9, loc="right")
    picture.legend(figure, shown, COLOURS)
    figure.savefig(file, dpi=110)
    pyplot.close(figure)
