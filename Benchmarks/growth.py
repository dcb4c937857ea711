#!/usr/bin/env python3
"""Measures the cost as bytes, parts, transfers at once, JSON documents and keys grow, with Sluice and peers in turn.

`draw.py` draws the curves from the rows.
"""

import argparse
import json
import os
import subprocess
import tempfile

from loopback import Loopback
from measure import MIB
from multipart import END, HEAD, decode, write
from report import Report
from versions import PYTHON

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, ".build/release")


class Growth:
    def __init__(self, options, report, folder, loopback):
        self.options, self.report, self.folder, self.url = options, report, folder, loopback.url
        self.sluice = os.path.abspath(options.sluice)

    def compare(self, what, by, at, rounds, **commands):
        self.report.against_peers(rounds, commands, what=what, by=by, at=at)

    def bytes(self):
        path = os.path.join(self.folder, "file")
        for mebibytes in (1, 4, 16, 64, 256, 1024, 4096, 16384):
            if mebibytes > self.options.mebibytes:
                continue
            size, rounds = mebibytes * MIB, 5 if mebibytes <= 64 else 3 if mebibytes <= 1024 else 1
            # A sparse file needs no disk.
            with open(path, "wb") as file:
                file.truncate(size)
            curl = ["curl", "--silent", "--show-error", "--fail"]
            self.compare(
                "upload of a form", "bytes", size, rounds,
                sluice=[self.sluice, "upload", self.url, "-F", f"file=@{path}", "--progress", "none"],
                curl=[*curl, self.url, "-F", f"file=@{path}"])
            url = f"{self.url}bytes/{size}"
            self.compare(
                "download", "bytes", size, rounds,
                sluice=[self.sluice, "request", url, "-o", "/dev/null", "--progress", "none"],
                curl=[*curl, url, "-o", "/dev/null"])

    def parts(self):
        for count in (1, 10, 100, 1000, 10_000, 100_000):
            if count > self.options.parts:
                continue
            body = write(self.folder, "parts", b"", HEAD + b"a value\r\n", count, END.lstrip())
            rounds = 5 if count <= 1000 else 2
            self.compare(
                "multipart parsing", "parts", count, rounds, sluice=decode(self.sluice, body, "--max-parts", "0"),
                **{name: [str(PYTHON), f"{HERE}/peers/parse_form.py", name, body]
                   for name in ("python-multipart", "multipart", "streaming-form-data")})

    def transfers(self):
        self.program("SessionBenchmark", "--only", "growth", "--crowd", str(self.options.transfers))

    def json(self):
        self.program("JSONBenchmark", "--curves", "--largest", str(self.options.json_bytes))

    def keys(self):
        self.program("QueryBenchmark", "--growth")

    def program(self, name, *arguments):
        """Adds the rows of a program. One that fails, or that is not built, is a row with its error."""
        rows = os.path.join(self.folder, "rows.json")
        try:
            subprocess.run([f"{PROGRAMS}/{name}", *arguments, "--json", rows], check=True)
            with open(rows) as file:
                self.report.rows += json.load(file)
        except (OSError, subprocess.CalledProcessError) as error:
            self.report.error(f"{name} {' '.join(arguments)}", str(error))


def main():
    sections = ("bytes", "parts", "transfers", "json", "keys")
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--mebibytes", type=int, default=16384, help="most MiB of a transfer (16384)")
    arguments.add_argument("--parts", type=int, default=100_000, help="most parts of a form (100000)")
    arguments.add_argument("--transfers", type=int, default=5000, help="most transfers at once (5000)")
    arguments.add_argument("--json-bytes", type=int, default=100_000_000, help="most bytes of JSON (100000000)")
    arguments.add_argument("--only", choices=sections, nargs="+", default=sections, help="what to measure (everything)")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    with Report("growth", options.json) as report, tempfile.TemporaryDirectory() as folder, Loopback() as loopback:
        growth = Growth(options, report, folder, loopback)
        for section in options.only:
            getattr(growth, section)()
    report.exit()


if __name__ == "__main__":
    main()
