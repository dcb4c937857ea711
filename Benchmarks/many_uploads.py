#!/usr/bin/env python3
"""Compares many uploads at once: of Sluice, of `curl --parallel` and of AsyncHTTPClient, in a single run.

Prints ratios of wall time, processor time and peak memory, each with its upper bar. Exits with 1 if a bar is missed.
Absolute figures drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import os
import tempfile

from loopback import Loopback
from measure import MIB, alternate, make_file
from report import Report


def curl(folder, url, file, count):
    """Returns the command for `count` transfers, with a configuration file that lists them."""
    config = os.path.join(folder, "config")
    with open(config, "w") as lines:
        for _ in range(count):
            lines.write(f'upload-file = "{file}"\nurl = "{url}"\noutput = "/dev/null"\n')
    return [
        "curl", "--no-progress-meter", "--fail", "--parallel", "--parallel-immediate", "--parallel-max", str(count), "--config",
        config]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", default="Benchmarks/.build/release/TransferBenchmark")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--count", type=int, default=64, help="number of uploads (64)")
    arguments.add_argument("--mebibytes", type=int, default=16, help="size of each upload in MiB (16)")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    with (Report("uploads at once", options.json) as report, tempfile.TemporaryDirectory() as folder,
          Loopback() as loopback):
        url = f"{loopback.url}file"
        file = make_file(folder, "file", options.mebibytes * MIB)

        def program(client):
            return [os.path.abspath(options.program), client, "upload", url, file, str(options.count)]

        report.section(f"{options.count} of {options.mebibytes} MiB", f"median of {options.rounds} alternating runs")
        runs = alternate(options.rounds, **{
            "sluice": program("sluice"), "curl": curl(folder, url, file, options.count),
            "AsyncHTTPClient": program("async-http-client")})
        report.ratios(runs, "sluice", "curl", {"wall": 1.05, "processor": 1.15, "memory": 4})
        report.ratios(runs, "sluice", "AsyncHTTPClient", {"wall": 1, "processor": 1, "memory": 1})
    report.exit()


if __name__ == "__main__":
    main()
