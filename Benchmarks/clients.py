#!/usr/bin/env python3
"""Compares transfers of one file, and small requests, with other clients, in a single run.

Prints ratios of wall and processor time, and the peak memory of each. A client that fails is reported, and the others
are still measured. Absolute figures drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import contextlib
import os
import subprocess
import tempfile

from loopback import Loopback
from measure import MIB, Failed, alternate, make_file
from report import Report
from versions import PYTHON

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".build/release")
PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")
# The number of small requests at a time.
WIDTH = 64
# Each adaptor, with what it replaces.
ADAPTORS = {
    "response": "AsyncHTTPClient and JSONDecoder",
    "session": "AsyncHTTPClient and JSONDecoder",
    "urlsession": "URLSession and JSONDecoder",
    "buffers": "NIOFileSystem",
    "file": "Hummingbird's FileIO",
    "metrics": "a session without a monitor",
    "tracing": "a session without a monitor",
}


def python(*arguments):
    """Returns the command of a peer from PyPI. Reading bytecode would be part of the time, but compiling is not."""
    return [str(PYTHON), os.path.join(PEERS, arguments[0]), *arguments[1:]]


class Benchmark:
    def __init__(self, options, report, folder, loopback):
        self.options, self.report, self.loopback = options, report, loopback
        self.sluice, self.size = os.path.abspath(options.sluice), options.mebibytes * MIB
        self.file, self.output = make_file(folder, "file", self.size), os.path.join(folder, "output")

    def swift(self, client, what, url, path):
        return [f"{PROGRAMS}/TransferBenchmark", client, what, url, path, "1"]

    def section(self, area, title):
        self.report.area = area
        self.report.section(title, f"median of {self.options.rounds} alternating runs")

    def compare(self, prepare=lambda: None, **commands):
        self.report.against_peers(self.options.rounds, commands, ("wall", "processor"), prepare)

    def forms(self):
        self.section("upload", f"a form with a file of {self.options.mebibytes} MiB")
        url = f"{self.loopback.url}form"
        self.compare(
            sluice=[self.sluice, "upload", url, "-F", f"file=@{self.file}", "--progress", "none"],
            curl=["curl", "--silent", "--show-error", "--fail", url, "-F", f"file=@{self.file}"],
            **{name: python("transfer.py", name, "upload", url, self.file)
               for name in ("requests", "requests-toolbelt", "httpx")})

    def files(self):
        self.section("upload", f"a file of {self.options.mebibytes} MiB as the body")
        url = f"{self.loopback.url}file"
        self.compare(
            sluice=self.swift("sluice", "upload", url, self.file),
            curl=["curl", "--silent", "--show-error", "--fail", url, "--upload-file", self.file],
            AsyncHTTPClient=self.swift("async-http-client", "upload", url, self.file),
            URLSession=[f"{PROGRAMS}/URLSessionBenchmark", "upload", url, self.file])

    def adaptors(self):
        """Each adaptor, and the other package without it. A form is compared with a file that AsyncHTTPClient streams."""
        self.section("adaptors", f"AsyncHTTPClient, a form with a file of {self.options.mebibytes} MiB, and the file alone")
        url = f"{self.loopback.url}file"
        runs = alternate(
            self.options.rounds, sluice=self.swift("sluice-with-async-http-client", "form", url, self.file),
            AsyncHTTPClient=self.swift("async-http-client", "upload", url, self.file))
        self.report.ratios(runs, "sluice", "AsyncHTTPClient", {"wall": 1.1, "processor": 1.1, "memory": None})
        count = self.options.requests // WIDTH * WIDTH
        with self.server() as url:
            for name, peer in ADAPTORS.items():
                place, repeats = (self.file, 4) if name in ("buffers", "file") else (f"{url}/json/1", count)
                self.section("adaptors", f"{name}, {repeats} times")
                program = [f"{PROGRAMS}/AdaptorBenchmark", name]
                runs = alternate(
                    self.options.rounds, sluice=[*program, "sluice", place, str(repeats)],
                    **{peer: [*program, "alone", place, str(repeats)]})
                self.report.ratios(runs, "sluice", peer, {"wall": None, "processor": None, "memory": None})

    def downloads(self):
        self.section("download", f"{self.options.mebibytes} MiB to a file")
        url, path = f"{self.loopback.url}bytes/{self.size}", self.output
        self.compare(
            self.discard, sluice=self.swift("sluice", "download", url, path),
            curl=["curl", "--silent", "--show-error", "--fail", url, "-o", path],
            AsyncHTTPClient=self.swift("async-http-client", "download", url, path),
            URLSession=[f"{PROGRAMS}/URLSessionBenchmark", "download", url, path],
            **{name: python("transfer.py", name, "download", url, path) for name in ("requests", "httpx")})

    def requests(self):
        count = self.options.requests // WIDTH * WIDTH
        self.section("small requests", f"{count} GETs in a process, {WIDTH} at a time")

        def session(client, url):
            return [f"{PROGRAMS}/SessionBenchmark", "--only", client, "--server", url, "--rounds", "0", "--requests", str(count)]

        with self.server() as url:
            self.compare(
                sluice=session("sluice", url), AsyncHTTPClient=session("peer", url),
                URLSession=[f"{PROGRAMS}/URLSessionBenchmark", "get", f"{url}/", str(count), str(WIDTH)])

    @contextlib.contextmanager
    def server(self):
        """Runs the server of small responses, and yields its URL."""
        server = subprocess.Popen(
            [f"{PROGRAMS}/SessionBenchmark", "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}"
        finally:
            server.stdin.close()
            server.wait()

    def discard(self):
        """Removes the downloaded file, so that no run waits for the disk because of what another has written."""
        if os.path.exists(self.output):
            os.remove(self.output)
            os.sync()


def main():
    sections = ("forms", "files", "adaptors", "downloads", "requests")
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--mebibytes", type=int, default=1024, help="size of the file in MiB (1024)")
    arguments.add_argument("--requests", type=int, default=20000, help="number of small requests (20000)")
    arguments.add_argument("--only", choices=sections, nargs="+", default=sections, help="what to measure (everything)")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    with (Report("upload", options.json) as report, tempfile.TemporaryDirectory() as folder, Loopback() as loopback):
        benchmark = Benchmark(options, report, folder, loopback)
        for section in options.only:
            try:
                getattr(benchmark, section)()
            except Failed as error:
                report.error("sluice", str(error))
    report.exit()


if __name__ == "__main__":
    main()
