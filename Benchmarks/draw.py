#!/usr/bin/env python3
"""Draws the pictures of the documentation from bench.json, with matplotlib.

- `bench-transfers.svg`, `bench-parsing.svg`, `bench-memory.svg`: at most ten bars of ratios each, see `BARS`. The
  documents of JSON are one bar by geometric mean.
- `bench-growth.svg`: curves of time, and of memory where it was measured.

The same rows give the same files. Their background is transparent and their colors are readable on light and dark ones.
"""

import argparse
import collections
import json
import math
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as pyplot  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator  # noqa: E402

RESOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources/Client/Sluice/Sluice.docc/Resources"
# The contrast of each to white and to black is at least 3.5.
TEXT, GRID, BETTER, WORSE = "#7d8590", "#7d859040", "#2f8f4e", "#c9622d"
SLUICE, PEERS = "#e0592a", ["#3f83d6", "#2f9e5b", "#a765d6", "#9a7d1e"]
# For each picture: the title, the axis, and the bars, whose rows are named by `label`. The tables have the others.
BARS = {
    "bench-transfers.svg": ("Time of transfers compared with peers", "ratio of times, less is faster", {
        "upload: a form with a file of 1024 MiB, curl": "form with a file of 1 GiB, curl",
        "upload: a form with a file of 1024 MiB, requests-toolbelt": "form with a file of 1 GiB, requests-toolbelt",
        "upload: a form with a file of 1024 MiB, httpx": "form with a file of 1 GiB, httpx",
        "upload: a file of 1024 MiB as the body, AsyncHTTPClient": "file of 1 GiB, AsyncHTTPClient",
        "upload: 1024 MiB over TLS, curl": "form over TLS, curl",
        "resumable upload: 8192 MiB in 128 parts, 4 at a time, curl": "file of 8 GiB in 128 parts, curl",
        "uploads at once: 64 of 16 MiB, curl": "64 uploads at once, curl",
        "download: 1024 MiB to a file, curl": "download to a file, curl",
        "download: 1024 MiB to a file, AsyncHTTPClient": "download to a file, AsyncHTTPClient",
        "small requests: a GET, 64 at a time, AsyncHTTPClient": "small GETs, 64 at a time, AsyncHTTPClient",
    }),
    "bench-parsing.svg": ("Time of coding and parsing compared with peers", "ratio of times, less is faster", {
        "JSON: decode, Codable, Foundation": "decode Codable types, Foundation",
        "JSON: encode, Codable, Foundation": "encode Codable types, Foundation",
        "JSON: decode, direct, msgspec": "decode with the macro, msgspec",
        "JSON: encode, direct, msgspec": "encode with the macro, msgspec",
        "JSON: value, orjson": "parse any JSON, orjson",
        "multipart parsing: one part of 256 MiB, python-multipart": "multipart, a large part, python-multipart",
        "multipart parsing: 100000 small parts, streaming-form-data": "multipart, small parts, streaming-form-data",
        "gzip: decompressing 192 MiB of text, zlib": "decompress, zlib",
        "gzip: compressing 32 MiB of text, zlib": "compress, zlib",
        "query: decode a dictionary of 16000 keys, URLComponents": "decode a query, URLComponents",
    }),
    "bench-memory.svg": ("Memory of processes compared with peers", "ratio of peak memory, less is smaller", {
        "upload: a form with a file of 1024 MiB, curl": "form with a file of 1 GiB, curl",
        "upload: a form with a file of 1024 MiB, requests": "form with a file of 1 GiB, requests",
        "upload: a file of 1024 MiB as the body, AsyncHTTPClient": "file of 1 GiB, AsyncHTTPClient",
        "uploads at once: 64 of 16 MiB, curl": "64 uploads at once, curl",
        "uploads at once: 64 of 16 MiB, AsyncHTTPClient": "64 uploads at once, AsyncHTTPClient",
        "download: 1024 MiB to a file, curl": "download to a file, curl",
        "download: 1024 MiB to a file, AsyncHTTPClient": "download to a file, AsyncHTTPClient",
        "multipart parsing: 100000 small parts, python-multipart": "multipart, small parts, python-multipart",
        "gzip: decompressing 192 MiB of text, gzip": "decompress 192 MiB, gzip",
    }),
}
TIMES = {"s": 1, "ms": 1e-3, "µs": 1e-6}

matplotlib.rcParams.update({
    # Text stays text, and identifiers do not change from run to run.
    "svg.fonttype": "none", "svg.hashsalt": "sluice", "font.family": "sans-serif", "font.size": 10,
    "text.color": TEXT, "axes.labelcolor": TEXT, "axes.edgecolor": TEXT, "xtick.color": TEXT, "ytick.color": TEXT,
    "axes.titlesize": 10, "axes.grid": True, "grid.color": GRID, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "legend.fontsize": 8,
})


def save(figure, folder, name):
    path = folder / name
    figure.savefig(path, transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    print(f"{path}: {path.stat().st_size // 1000} KB")


def label(row):
    """Returns the label of a row's bar. Rows with the same one are a single bar."""
    what = row["what"].removesuffix(", wall time")
    if row["area"] == "JSON":
        # The document is the first word.
        what = ", ".join(what.split(", ")[1:])
    return f"{row['area']}: {what}, {row['peer']}"


def ratios(rows, ratio, names):
    """Returns the geometric mean of the ratios for each of the names."""
    bars = collections.defaultdict(list)
    for row in rows:
        bars[label(row)].append(math.log(ratio(row)))
    if missing := [name for name in names if name not in bars]:
        sys.exit("The figures lack " + "; ".join(missing))
    return {text: math.exp(sum(bars[name]) / len(bars[name])) for name, text in names.items()}


def bars(values, title, axis, folder, name):
    """Draws bars that begin at 1, so that those to the left are better."""
    figure, axes = pyplot.subplots(figsize=(7.5, 0.7 + 0.3 * len(values)))
    places = range(len(values), 0, -1)
    axes.barh(places, [value - 1 for value in values.values()], 0.7, 1,
              color=[BETTER if value <= 1 else WORSE for value in values.values()])
    low, high = min(0.5, *values.values()), max(2, *values.values())
    axes.set_xscale("log")
    axes.set_xlim(low / 1.6, high * 1.6)
    ticks = [tick for tick in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if low / 1.6 <= tick <= high * 1.6]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_yticks(places, values.keys())
    axes.set_ylim(0.3, len(values) + 0.7)
    axes.grid(False, axis="y")
    axes.axvline(1, color=TEXT, linewidth=1)
    for place, value in zip(places, values.values()):
        axes.annotate(f"{value:.2f}", (value, place), (-3 if value <= 1 else 3, 0), textcoords="offset points",
                      ha="right" if value <= 1 else "left", va="center")
    axes.set_xlabel(axis)
    axes.set_title(title)
    save(figure, folder, name)


def size(value):
    unit, name = (2**10, "KiB") if value < 2**20 else (2**20, "MiB") if value < 2**30 else (2**30, "GiB")
    return f"{value / unit:.0f} {name}"


def seconds(value):
    return f"{value * 1e6:g} µs" if value < 1e-3 else f"{value * 1e3:g} ms" if value < 1 else f"{value:g} s"


def count(value):
    return f"{value:g}" if value < 1e3 else f"{value / 1e3:g}k" if value < 1e6 else f"{value / 1e6:g}M"


# How the ticks of an axis are written.
UNITS = {"time": seconds, "peak memory": lambda mebibytes: size(mebibytes * 2**20)}


def logarithmic(axis, values, text):
    """Makes an axis of whole decades, or of powers of 16 if it has binary sizes, with a tick at up to six of them."""
    base = 10 if text in (seconds, count) else 16
    # Logarithms of exact powers may be rounded.
    low = math.floor(math.log(min(values), base) + 1e-9)
    high = max(math.ceil(math.log(max(values), base) - 1e-9), low + 1)
    step = math.ceil((high - low) / 6)
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    # Points at the end of an axis are drawn whole.
    axis.axes.set(**{f"{axis.axis_name}lim": (base**low / 1.25, base**high * 1.25)})
    axis.set_major_locator(FixedLocator([base**exponent for exponent in range(low, high + 1, step)]))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: text(value)))


def curves(rows, folder):
    """Draws a curve of time for each description, and one of memory if it was measured."""
    charts = collections.defaultdict(lambda: collections.defaultdict(dict))
    for row in rows:
        chart = (row["what"], row["by"], "time")
        charts[chart]["Sluice"][row["at"]] = row["figure"] * TIMES[row["unit"]]
        if "peer" in row:
            charts[chart][row["peer"]][row["at"]] = row["peerFigure"] * TIMES[row["unit"]]
        if "memory" in row:
            chart = (row["what"], row["by"], "peak memory")
            charts[chart]["Sluice"][row["at"]] = row["memory"]
            if "peerMemory" in row:
                charts[chart][row["peer"]][row["at"]] = row["peerMemory"]
    columns = 3
    height = math.ceil(len(charts) / columns)
    figure, grid = pyplot.subplots(height, columns, figsize=(9.5, 2.5 * height), squeeze=False, layout="constrained")
    cells = [axes for line in grid for axes in line]
    for axes in cells[len(charts):]:
        axes.set_visible(False)
    for axes, ((what, by, quantity), lines) in zip(cells, charts.items()):
        others = [name for name in lines if name != "Sluice"]
        for name in ["Sluice", *others]:
            points = sorted(lines[name].items())
            color = SLUICE if name == "Sluice" else PEERS[others.index(name) % len(PEERS)]
            axes.plot(*zip(*points), marker="o", markersize=2.5, linewidth=1.2, color=color, label=name)
        places = [at for points in lines.values() for at in points]
        logarithmic(axes.xaxis, places, size if by == "bytes" else count)
        logarithmic(axes.yaxis, [value for points in lines.values() for value in points.values()], UNITS[quantity])
        axes.set_xlabel(by)
        axes.set_ylabel(quantity)
        axes.set_title(what)
        axes.legend()
    save(figure, folder, "bench-growth.svg")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--input", default="bench.json", help="the figures (bench.json)")
    arguments.add_argument("--output", type=pathlib.Path, default=RESOURCES, help=f"the folder ({RESOURCES})")
    options = arguments.parse_args()
    rows = json.loads(pathlib.Path(options.input).read_text())["rows"]
    # Peers without a version are Sluice itself with another input.
    timed = [
        row for row in rows
        if "figure" in row and "at" not in row and "peerVersion" in row and row["unit"] in TIMES
        and "processor" not in row["what"]]
    options.output.mkdir(parents=True, exist_ok=True)

    for name, (title, axis, names) in BARS.items():
        if "memory" in axis:
            weighed = [row for row in timed if "peerMemory" in row]
            values = ratios(weighed, lambda row: row["memory"] / row["peerMemory"], names)
        else:
            values = ratios(timed, lambda row: row["ratio"], names)
        bars(values, title, axis, options.output, name)
    points = [row for row in rows if "figure" in row and "at" in row]
    if points:
        curves(points, options.output)


if __name__ == "__main__":
    main()
