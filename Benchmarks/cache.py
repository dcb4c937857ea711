#!/usr/bin/env python3
"""Measures a cache: the responses of a session, with a folder and in memory; a folder's opening, look-ups, insertions,
evictions and memory with many entries of 1 KiB, and one large body that is stored and served.

Exits with 1 if a bar is missed. One call is made at a time. The figures after those of the session are those of the
store, below the session. The disk decides the means and the 99th percentiles.
"""

import argparse
import os
import subprocess
import tempfile

from measure import Failed
from report import Report


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", default=".build/release/CacheBenchmark")
    arguments.add_argument("--folder", help="where to make folders, on the disk to measure (that of temporary files)")
    arguments.add_argument("--entries", type=int, default=1_000_000, help="number of entries (1000000)")
    arguments.add_argument("--responses", type=int, default=100_000, help="number of responses of each cache (100000)")
    arguments.add_argument("--mebibytes", type=int, default=8192, help="size of the large body in MiB (8192)")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    with Report("cache", options.json) as report, tempfile.TemporaryDirectory(dir=options.folder) as folder:
        def run(command, count, name):
            result = subprocess.run(
                [os.path.abspath(options.program), command, f"{folder}/{name}", str(count)], capture_output=True, text=True)
            if result.returncode != 0:
                raise Failed(f"{command}: {result.stderr.strip() or result.returncode}")
            lines = [line.rsplit(" ", 1) for line in result.stdout.splitlines()]
            return {name: float(figure) for name, figure in lines}

        report.section("a GET of 1 KiB, to which a cache responds")
        served = run("respond", options.responses, "responses")
        for what, name, bar in [("memory", "memory ", 20), ("folder", "folder ", 60), ("no cache, a stub", "stub ", None)]:
            note = f"mean {served[name + 'mean']:.0f}, 99 % below {served[name + '99th']:.0f} µs"
            report.figure(f"{what}, median", served[name + "median"], "µs", bar, note)

        report.section(f"{options.entries:,} entries of 1 KiB in a folder")
        added = run("insert", options.entries, "entries")
        found = run("look-up", options.entries, "entries")
        evicted = run("evict", options.entries, "entries")
        report.figure("opening", found["opening"] / 1000, "ms", 10)
        for what, figures, name, bar in [
                ("hit, files in memory", found, "", 60), ("hit, first access", found, "first ", None),
                ("miss", found, "miss ", None), ("insertion", added, "", None),
                ("insertion with an eviction", evicted, "", None)]:
            note = f"mean {figures[name + 'mean']:.0f}, 99 % below {figures[name + '99th']:.0f} µs"
            report.figure(f"{what}, median", figures[name + "median"], "µs", bar, note)
        for what, figures in [("look-ups", found), ("insertions with evictions", evicted)]:
            report.figure(f"{what}, peak memory", figures["memory"], "MiB", 32)

        report.section(f"one body of {options.mebibytes} MiB in a folder")
        size = options.mebibytes << 20
        for what, command in [("stored", "store"), ("served", "serve")]:
            figures = run(command, size, "body")
            report.figure(what, figures["seconds"], "s")
            report.figure(f"{what}, peak memory", figures["memory"], "MiB", 22)
    report.exit()


if __name__ == "__main__":
    main()
