#!/usr/bin/env python3
"""Compares downloads of `sluice` with those of `curl`, in a single run.

Prints ratios of wall and processor time, and peak memory, each with its upper bar. Exits with 1 if a bar is missed.
Absolute figures drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import os
import sys
import tempfile

from loopback import Loopback
from measure import MIB, Report, Run, alternate, median


class Benchmark:
    def __init__(self, options, loopback, folder):
        self.sluice, self.rounds, self.report = os.path.abspath(options.sluice), options.rounds, Report()
        self.size, self.large = options.mebibytes * MIB, options.large * MIB
        self.loopback, self.file = loopback, os.path.join(folder, "file")

    def request(self, url, output):
        return [self.sluice, "request", url, "-o", output, "--progress", "none"]

    def download(self, url, output):
        return [self.sluice, "download", url, "-o", output, "--progress", "none"]

    @staticmethod
    def curl(url, output):
        return ["curl", "--silent", "--fail", url, "-o", output]

    def discard_file(self):
        """Removes the file, so that no run waits for the disk because of what another has written."""
        if os.path.exists(self.file):
            os.remove(self.file)
        os.sync()

    def plain(self):
        url = f"{self.loopback.url}bytes/{self.size}"
        print(f"{self.size // MIB} MiB to /dev/null, median of {self.rounds} alternating runs")
        runs = alternate(self.rounds, request=self.request(url, "/dev/null"), curl=self.curl(url, "/dev/null"))
        self.compare(runs, {"wall": 1.25, "processor": 1.5})
        print(f"{self.size // MIB} MiB to a file")
        runs = alternate(
            self.rounds, self.discard_file, download=self.download(url, self.file), request=self.request(url, self.file),
            curl=self.curl(url, self.file))
        self.compare(runs, {"wall": 1.05, "processor": 1.15})

    def compare(self, runs, bars):
        """Prints the ratios to curl, and how busy curl was: the server is faster if curl is busy all the time."""
        for name in runs:
            if name != "curl":
                self.report.ratios(runs, name, "curl", bars)
        wall, processor = median(runs["curl"], "wall"), median(runs["curl"], "processor")
        print(f"  curl: {self.size / wall / 1e9:.2f} GB/s, busy for {100 * processor / wall:.0f} % of the time")

    def memory(self):
        print(f"peak memory at {self.large // MIB} MiB, and the difference to 64 MiB")
        base = f"{self.loopback.url}bytes/"
        for name, command in (
            ("request to /dev/null", lambda size: self.request(f"{base}{size}", "/dev/null")),
            ("request to a file", lambda size: self.request(f"{base}{size}", self.file)),
            ("download", lambda size: self.download(f"{base}{size}", self.file)),
        ):
            peaks = [median(alternate(2, self.discard_file, run=command(size))["run"], "memory") / 1024
                     for size in (self.large, 64 * MIB)]
            self.report.line(name, peaks[0], 21, " MiB")
            self.report.line(f"{name}, difference", abs(peaks[0] - peaks[1]), 0.5, " MiB")


def main():
    sections = ("plain", "memory")
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--mebibytes", type=int, default=2048, help="size of the download in MiB (2048)")
    arguments.add_argument("--large", type=int, default=8192, help="size of the largest download in MiB (8192)")
    arguments.add_argument("--only", choices=sections, nargs="+", default=sections, help="what to measure (everything)")
    options = arguments.parse_args()

    with tempfile.TemporaryDirectory() as folder, Loopback() as loopback:
        benchmark = Benchmark(options, loopback, folder)
        for section in options.only:
            getattr(benchmark, section)()
    sys.exit(1 if benchmark.report.misses else 0)


if __name__ == "__main__":
    main()
