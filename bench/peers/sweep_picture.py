"""The sweep as a picture of six panels: time of an index over the number of indices."""

from __future__ import annotations

import pathlib

import matplotlib

import scores
import sweep_report

matplotlib.use("Agg")

from matplotlib import pyplot, ticker  # noqa: E402

OWN_COLOURS = ("#cc3311", "#ee9944", "#aa3377", "#882255")
OTHERS = {"numpy": "#4477aa", "torch": "#228833", "onnxruntime": "#009988", "openvino": "#66ccee", "jax": "#332288",
          "scipy": "#ddcc77", "polars": "#cc6677", "duckdb": "#aa4499"}  # fmt: skip
COLUMNS = 3


def draw(document: dict, file: pathlib.Path) -> None:
    lines = [line for line in document["lines"] if line["points"]]
    if not lines:
        return
    rows = -(-len(lines) // COLUMNS)
    figure, grid = pyplot.subplots(rows, COLUMNS, figsize=(16, 1 + 4.6 * rows), layout="constrained", squeeze=False)
    panels = grid.reshape(-1)
    for axes, line in zip(panels, lines):
        panel(axes, document, line)
    for axes in panels[len(lines) :]:
        axes.set_axis_off()
    handles = {label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels())}
    machine = document["machine"]
    figure.legend(handles.values(), handles, loc="outside upper left", ncols=len(handles), frameon=False)
    figure.supxlabel(f"indices; {machine['cpu']}, {machine['cores']} cores, {machine['date']}")
    figure.savefig(file, dpi=100)
    pyplot.close(figure)


def panel(axes: pyplot.Axes, document: dict, line: dict) -> None:
    best_line(axes, document, line)
    for name, colour in zip(sweep_report.own_names(document), OWN_COLOURS):
        points = [(point["size"], sweep_report.nanoseconds(point, name)) for point in line["points"]]
        points = [point for point in points if point[1]]
        style = "-" if name == scores.OWN else "--"
        axes.plot(*zip(*points), style, color=colour, linewidth=2, marker="o", markersize=3.5,
                  label=document["titles"][name])  # fmt: skip
    axes.set_title(line["title"], fontsize=11)
    axes.set_ylabel("ns an index", fontsize=9)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(ticker.NullFormatter())
    axes.grid(which="major", alpha=0.4)


def best_line(axes: pyplot.Axes, document: dict, line: dict) -> None:
    """The fastest other product, each point in the colour of that product."""
    found = [(point["size"], *sweep_report.best_other(point)) for point in line["points"]]
    found = [point for point in found if point[1]]
    axes.plot([size for size, _, _ in found], [time for _, _, time in found], color="#999999", linewidth=1.2,
              label="best other product")  # fmt: skip
    for name, colour in OTHERS.items():
        own = [(size, time) for size, fastest, time in found if fastest == name]
        if own:
            axes.scatter(*zip(*own), color=colour, marker="s", s=26, zorder=3, label=document["titles"][name])
