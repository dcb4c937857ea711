#!/usr/bin/env python3
"""Compares the times of small requests with those of a C loop over libcurl alone: one at a time without and with TLS, and
100 at a time over one HTTP/2 connection.

Both clients take turns, and the server is nginx. Prints medians over all rounds. Exits with 1 if a bar is missed.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile

from loopback import Loopback
from report import Report
from secure import SecureServer

PROGRAMS = pathlib.Path(__file__).resolve().parent / ".build/release"


class Times:
    """The times of a process that sends requests, in microseconds."""

    def __init__(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times = sorted(int(line) / 1000 for line in output.split())
        self.median = statistics.median(times)
        self.percentile = times[len(times) * 99 // 100]
        self.processor = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e6 / len(times)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--requests", type=int, default=20000, help="number of requests in a round (20000)")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    with (Report("latency", options.json) as report, tempfile.TemporaryDirectory(dir="/dev/shm") as folder,
          Loopback() as loopback, SecureServer(folder, loopback) as server):
        (server.www / "small").write_bytes(b"x" * 100)
        for what, url, width, version in [
            ("HTTP, 1 at a time", f"{server.plain_url}/small?HTTP/1.1", 1, "1"),
            ("HTTPS, 1 at a time", f"{server.url}/small?HTTP/1.1", 1, "1"),
            ("HTTP/2, 100 at a time", f"{server.url}/small?HTTP/2.0", 100, "2"),
        ]:
            report.section(what, f"medians of {options.rounds} rounds of {options.requests}")
            command = [url, str(options.requests), str(width), server.authority, version]
            runs = {"sluice": [PROGRAMS / "RequestBenchmark", "times"], "a C loop": [PROGRAMS / "CurlLoop"]}
            times = {name: [] for name in runs}
            for _ in range(options.rounds):
                for name, program in runs.items():
                    times[name].append(Times(program + command))
            for quantity, name in [
                ("median", "median"), ("percentile", "99th percentile"), ("processor", "processor time of a request"),
            ]:
                ours, theirs = ([getattr(each, quantity) for each in times[name]] for name in runs)
                report.compare(name, statistics.median(ours), "µs", "a C loop", statistics.median(theirs))
        server.check()
    report.exit()


if __name__ == "__main__":
    main()
