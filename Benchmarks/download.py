#!/usr/bin/env python3
"""Compares downloads of `sluice` with those of `curl`, in a single run.

Prints ratios of wall and processor time, and peak memory, each with its upper bar. Exits with 1 if a bar is missed.
Absolute figures drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import contextlib
import os
import tempfile

from loopback import Loopback
from measure import MIB, Run, alternate, median
from report import Report
from secure import Libcurl, SecureServer

NULL = "/dev/null"


class Way:
    """A way to the same bytes: a name, a function from sizes to URLs, and options that curl and sluice share."""

    def __init__(self, name, url, *options):
        self.name, self.url, self.options = name, url, list(options)


class Benchmark:
    def __init__(self, options, report, folder, loopback, server):
        self.sluice, self.rounds, self.report = os.path.abspath(options.sluice), options.rounds, report
        self.size, self.large, self.streamed = (
            count * MIB for count in (options.mebibytes, options.large, options.streamed))
        self.file, self.loopback, self.server = os.path.join(folder, "file"), loopback.url, loopback.process
        self.can_http2 = all(library.supports_http2 for library in Libcurl.of_programs(self.sluice, "curl"))
        self.http = Way("HTTP", lambda size: f"{self.loopback}bytes/{size}")
        self.tls, self.http2 = (
            Way(name, lambda size, protocol=protocol: server.download_url(size, protocol), *server.options(protocol))
            for name, protocol in (("TLS", "HTTP/1.1"), ("HTTP/2", "HTTP/2.0")))

    # The commands

    def request(self, way, output, size=None):
        return self.command("request", way, output, size)

    def download(self, way, output, size=None):
        return self.command("download", way, output, size)

    def command(self, name, way, output, size):
        url = way.url(self.size if size is None else size)
        return [self.sluice, name, url, "-o", output, "--progress", "none", *way.options]

    def curl(self, way, output):
        return ["curl", "--silent", "--show-error", "--fail", way.url(self.size), "-o", output, *way.options]

    def expect(self, kind, size):
        return [self.sluice, "request", f"{self.loopback}{kind}/{size}", "--expect", kind, "--progress", "none"]

    # The sections

    def plain(self):
        with self.apart():
            self.to_null(self.http, {"wall": 1, "processor": 1.15})
        self.to_file(self.http)

    def secure(self):
        self.to_null(self.tls)
        self.to_file(self.tls)
        if self.can_http2:
            self.to_null(self.http2)
        else:
            print("HTTP/2: skipped, because a libcurl lacks it")

    def streams(self):
        for kind in ("jsonl", "lines"):
            self.report.section(f"{self.streamed // MIB} MiB of {kind}, decoded and printed")
            url = f"{self.loopback}{kind}/{self.streamed}"
            runs = alternate(
                self.rounds, **{
                    "sluice": self.expect(kind, self.streamed),
                    "curl | cat": ["sh", "-c", 'curl --silent --show-error --fail "$0" | cat', url]})
            self.report.ratios(runs, "sluice", "curl | cat", {"wall": 7, "processor": 7})
            print(f"  sluice: {self.streamed / MIB / median(runs['sluice'], 'wall'):.0f} MiB/s")

    def memory(self):
        self.report.section(f"peak memory at {self.large // MIB} MiB")
        for way in [self.http, self.tls] + [self.http2] * self.can_http2:
            self.peaks(f"request to {NULL}, {way.name}", lambda size: self.request(way, NULL, size))
        for way in (self.http, self.tls):
            self.peaks(f"request to a file, {way.name}", lambda size: self.request(way, self.file, size))
            self.peaks(f"download, {way.name}", lambda size: self.download(way, self.file, size))
        for kind in ("jsonl", "lines"):
            self.peaks(kind, lambda size: self.expect(kind, size), rounds=1)

    def segments(self):
        self.report.section(f"{self.size // MIB} MiB over HTTP to a file")
        runs = alternate(
            self.rounds, self.discard_file, **{
                "4 segments": self.segmented(self.size), "one response": self.download(self.http, self.file)})
        self.report.ratios(runs, "4 segments", "one response", {"wall": 1.25, "processor": 1.5})
        # Each response has a buffer of its own.
        self.peaks("download in 4 segments", self.segmented, bar=30)

    def segmented(self, size):
        return self.download(self.http, self.file, size) + ["--segments", "4"]

    # What they share

    def to_null(self, way, bars={"wall": 1.05, "processor": 1.15}):
        self.report.section(f"{self.size // MIB} MiB over {way.name} to {NULL}", f"median of {self.rounds} alternating runs")
        self.compare(bars, request=self.request(way, NULL), curl=self.curl(way, NULL))

    def to_file(self, way):
        self.report.section(f"{self.size // MIB} MiB over {way.name} to a file")
        self.compare(
            {"wall": 1.05, "processor": 1.15}, download=self.download(way, self.file),
            request=self.request(way, self.file), curl=self.curl(way, self.file))

    @contextlib.contextmanager
    def apart(self):
        """Runs the plain server on one processor, and the commands on another.

        Otherwise, the server takes the processor of one thread of a client or another, and the processor time of the
        same command doubles at random. Over a network, no server does.
        """
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(self.server, processors[:1])
        os.sched_setaffinity(0, processors[-1:])
        try:
            yield
        finally:
            for process in (self.server, 0):
                os.sched_setaffinity(process, processors)

    def compare(self, bars, **commands):
        """Prints the ratios to curl, and how busy curl was. If it was busy most of the time, the server is faster."""
        runs = alternate(self.rounds, self.discard_file, **commands)
        for name in runs:
            if name != "curl":
                self.report.ratios(runs, name, "curl", bars)
        wall, processor = median(runs["curl"], "wall"), median(runs["curl"], "processor")
        print(f"  curl: {self.size / wall / 1e9:.2f} GB/s, busy for {100 * processor / wall:.0f} % of the time")

    def peaks(self, name, command, rounds=3, bar=21):
        large, small = (
            median([self.run(command(size)) for _ in range(rounds)], "memory") / 1024 for size in (self.large, 64 * MIB))
        self.report.figure(name, large, "MiB", bar)
        self.report.figure(
            f"{name}, compared with 64 MiB", abs(large - small), "MiB", 0.5, f"{large:.2f} / {small:.2f} MiB")

    def run(self, command):
        self.discard_file()
        return Run(command)

    def discard_file(self):
        """Removes the file, so that no run waits for the disk because of what another has written."""
        if os.path.exists(self.file):
            os.remove(self.file)
            os.sync()


def main():
    sections = ("plain", "secure", "streams", "memory", "segments")
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--mebibytes", type=int, default=2048, help="size of a download in MiB (2048)")
    arguments.add_argument("--streamed", type=int, default=1024, help="size of a decoded stream in MiB (1024)")
    arguments.add_argument("--large", type=int, default=8192, help="size for which peak memory is measured in MiB (8192)")
    arguments.add_argument("--only", choices=sections, nargs="+", default=sections, help="what to measure (everything)")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    with (Report("download", options.json) as report, tempfile.TemporaryDirectory() as folder,
          tempfile.TemporaryDirectory(dir="/dev/shm") as shared, Loopback() as loopback,
          SecureServer(shared, loopback) as server):
        benchmark = Benchmark(options, report, folder, loopback, server)
        for section in options.only:
            getattr(benchmark, section)()
        server.check()
    report.exit()


if __name__ == "__main__":
    main()
