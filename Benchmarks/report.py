"""The figures of a benchmark, as lines that are printed and as rows that `--json FILE` writes.

Each row is a dictionary. Members that do not apply are missing. All figures are costs, so less is better:

- `area`, `what`: what was measured, such as `upload` and `1024 MiB over HTTP, wall time`.
- `figure`, `unit`: the cost with Sluice, in `s`, `ms`, `µs`, `MiB`, or another unit that is named.
- `peer`, `peerFigure`, `ratio`: what Sluice is compared with, its cost, and Sluice's cost divided by it.
- `memory`, `peerMemory`: the peak memory of both processes in MiB.
- `bar`, `isMet`: the upper bound of the ratio, or of the figure if there is no peer, and whether it is met.
- `by`, `at`: the horizontal axis and the place on it, if the row is a point of a growth curve.
- `error`: why there is no figure. If the row names a peer, it is the peer that failed.

`bench.py` adds `peerVersion`. `Sources/BenchmarkReport` does the same for benchmarks in Swift.
"""

import json
import sys

from measure import Failed, alternate, median

QUANTITIES = {"wall": ("wall time", "s"), "processor": ("processor time", "s"), "memory": ("peak memory", "MiB")}


class Report:
    """The rows of an area. They are written at the end of the `with` block, also if the block fails."""

    def __init__(self, area, path):
        self.area, self.path, self.title, self.rows, self.misses = area, path, "", [], 0

    @staticmethod
    def add_argument(arguments):
        arguments.add_argument("--json", metavar="FILE", help="also write the figures to a file")

    def __enter__(self):
        return self

    def __exit__(self, _, error, __):
        if error is not None:
            self.add("the benchmark", error=str(error) or type(error).__name__)
        if self.path:
            with open(self.path, "w") as file:
                json.dump(self.rows, file, indent=2, ensure_ascii=False)

    def section(self, title, note=""):
        """Begins a section. Its title begins the description of each row."""
        self.title = title
        print(title + (f", {note}" if note else ""), flush=True)

    def figure(self, what, figure, unit, bar=None, note="", **members):
        """Reports a figure without a peer."""
        self.add(what, figure=figure, unit=unit, **self.verdict(figure, bar), **members)
        self.line(what, f"{figure:8.2f} {unit:<4}", bar, figure, note)

    def compare(self, what, figure, unit, peer, peer_figure, bar=None, **members):
        """Reports a figure and that of a peer."""
        ratio = figure / peer_figure
        self.add(
            what, figure=figure, unit=unit, peer=peer, peerFigure=peer_figure, ratio=ratio, **self.verdict(ratio, bar),
            **members)
        place = f", {members['at']:,} {members['by']}" if "at" in members else ""
        self.line(f"{what}{place} / {peer}", f"{ratio:8.2f}     ", bar, ratio, f"{figure:.3f} / {peer_figure:.3f} {unit}")

    def ratios(self, runs, ours, peer, bars, name=None, **members):
        """Reports quantities of two commands that took turns. Their bars may be `None`."""
        memories = [median(runs[name], "memory") / 1024 for name in (ours, peer)]
        for quantity, bar in bars.items():
            what, unit = QUANTITIES[quantity]
            what = name or (what if ours == "sluice" else f"{ours}, {what}")
            if quantity == "memory":
                figures, more = memories, {}
            else:
                figures = [median(runs[name], quantity) for name in (ours, peer)]
                more = {"memory": memories[0], "peerMemory": memories[1]}
            self.compare(what, figures[0], unit, peer, figures[1], bar, **more, **members)

    def against_peers(self, rounds, commands, quantities=("wall",), prepare=lambda: None, what=None, **members):
        """Compares `sluice` with each other command, which take turns. A peer that fails is a row with its error.

        `what` replaces the names of the quantities, for points of growth curves.
        """
        def failed(name, error):
            if name == "sluice":
                raise Failed(error)
            self.error(what or "wall time", error, peer=name, **members)

        runs = alternate(rounds, prepare, failed, **commands)
        for peer in runs:
            if peer != "sluice":
                self.ratios(runs, "sluice", peer, dict.fromkeys(quantities), what, **members)

    def error(self, what, error, **members):
        """Reports that there is no figure."""
        self.add(what, error=error, **members)
        subject = f"{what} / {members['peer']}" if "peer" in members else what
        print(f"  {subject:<60} FAILED  {error}", flush=True)

    def add(self, what, **members):
        what = f"{self.title}, {what}" if self.title else what
        self.rows.append({"area": self.area, "what": what} | members)

    def verdict(self, value, bar):
        return {} if bar is None else {"bar": bar, "isMet": value <= bar}

    def line(self, what, text, bar, value, note):
        verdict = "" if bar is None else f"bar {bar:6.2f} {'ok' if value <= bar else 'MISSED'}"
        self.misses += bar is not None and value > bar
        print(f"  {what:<60} {text} {verdict:<17}  {note}", flush=True)

    def exit(self):
        sys.exit(1 if self.misses else 0)
