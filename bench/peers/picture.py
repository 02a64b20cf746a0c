"""The ratios of the medians as a bar chart."""

from __future__ import annotations

import pathlib

import matplotlib

import scores
from cases import GROUPS

matplotlib.use("Agg")

from matplotlib import pyplot, ticker  # noqa: E402

COLOURS = dict(zip(GROUPS, ("#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677", "#aa3377", "#777777", "#994f00",
                            "#332288")))  # fmt: skip


def draw(document: dict, file: pathlib.Path) -> None:
    """Nothing where strew was not measured."""
    cases = [case for case in document["cases"] if scores.ratio(case) is not None]
    if not cases:
        return
    figure, axes = pyplot.subplots(figsize=(13, 1.8 + 0.3 * len(cases)), layout="constrained")
    bars(axes, cases, document, COLOURS)
    axes.set_yticks(range(len(cases)), [case["label"] for case in cases], fontsize=8)
    legend(figure, cases, COLOURS)
    axes.set_title(described(document["machine"]), fontsize=9, loc="right")
    figure.savefig(file, dpi=110)
    pyplot.close(figure)


def described(machine: dict) -> str:
    return f"{machine['cpu']}, {machine['cores']} cores, {machine['date']}"


def legend(figure: pyplot.Figure, cases: list[dict], colours: dict[str, str]) -> None:
    shown = [group for group in colours if any(case["group"] == group for case in cases)]
    handles = [pyplot.Rectangle((0, 0), 1, 1, color=colours[group]) for group in shown]
    figure.legend(handles, shown, loc="outside upper left", ncols=len(shown), frameon=False, fontsize=9)


def bars(axes: pyplot.Axes, cases: list[dict], document: dict, colours: dict[str, str]) -> None:
    """A row for each case; one without a ratio has no bar."""
    ratios = scores.ratios(document)
    for row, case in enumerate(cases):
        if (ratio := ratios.get(case["key"])) is None:
            continue
        axes.barh(row, ratio - 1, left=1, color=colours[case["group"]], height=0.72)
        title = document["products"][scores.best(case)[0]]["title"]
        side, gap = ("left", 4) if ratio >= 1 else ("right", -4)
        axes.annotate(f"{ratio:.2f}  {title}", (ratio, row), (gap, 0), textcoords="offset points", ha=side,
                      va="center", fontsize=8)  # fmt: skip
    axes.axvline(1, color="black", linewidth=1.2)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(ticker.LogLocator(base=2, numticks=20))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}×" if value >= 1 else f"1/{1 / value:g}×")
    axes.set_xlabel("best other product's time / strew's: to the right of 1, strew is faster")
    axes.set_ylim(len(cases) - 0.4, -0.6)
    axes.margins(x=0.18)
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
