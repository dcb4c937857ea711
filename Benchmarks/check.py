#!/usr/bin/env python3
"""Compares the instructions of small fixed workloads with those in instructions.json, and fails beyond 3 %.

Instructions are counted by valgrind's callgrind. Unlike times, they hardly depend on the machine, but they do on the
versions of the compiler and of the system's libraries: with other ones, the counts are printed and not compared. Each
count is the difference between a large and a small workload, so the start of the process does not count.

With --update, writes the counts.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

from answers import Answers
from loopback import Loopback

PROGRAMS = pathlib.Path(__file__).parent / ".build/release"
COUNTS = pathlib.Path(__file__).parent / "instructions.json"
TOLERANCE = 0.03
# How often each workload is counted. The fewest are compared, because those that wait for a server, or have two threads,
# take up to 2 % more if the machine is busy.
ROUNDS = 3
# A small document for the type in RequestBenchmark.
ACCOUNT = {
    "id": 1, "name": "Grace Hopper", "address": {"street": "1 Navy Yard", "city": "Washington"},
    "tags": ["admiral", "compiler"], "balance": 1906.12}


class Workloads:
    """The commands, each for a number of repetitions, with the files that they read."""

    def __init__(self, sluice, folder, loopback, answers):
        self.sluice, self.folder, self.loopback, self.answers = sluice, folder, loopback, answers
        text = "".join(f"{index} lines of text that repeat, but not quite {index * 7919 % 1009}\n" for index in range(500))
        self.text = self.file("text", text)
        self.boundary = "the-boundary"
        # What each workload is, and its command for a number of repetitions.
        self.all = {
            "multipart encode, 500 files": self.encode,
            "multipart decode, 500 parts": self.decode,
            "query encode, 2,000 members": lambda count: self.tool(["query", "encode"], self.members(2000 * count)),
            "query decode, 2,000 pairs": lambda count: self.tool(["query", "decode"], self.pairs(2000 * count)),
            "json format, 2,000 objects": lambda count: self.tool(["json", "format", "--pretty"], self.objects(2000 * count)),
            "plist convert, 1,000 entries": lambda count: self.tool(["plist", "convert", "--to", "json"], self.plist(1000 * count)),
            "gunzip, 2 MB": self.gunzip,
            "request, 8 MiB of JSON Lines": lambda count: self.request(8 * count),
            "GET as bytes, 1,000 times": lambda count: self.gets("get", count),
            "GET as JSON, 1,000 times": lambda count: self.gets("json", count),
            "GET in a batch, 1,000 times": lambda count: self.gets("batch", count),
            "download, 256 MiB": lambda count: self.requests("download", f"{self.loopback.url}bytes/{256 << 20}", count),
            "upload of a form, 256 MiB": self.upload,
            "multipart in memory, 8 bodies": lambda count: [PROGRAMS / "MultipartBenchmark", "--parse", str(count)],
            "decode types from JSON": lambda count: self.types("decode", count),
            "encode types as JSON": lambda count: self.types("encode", count),
        }

    def file(self, name, content):
        path = self.folder / name
        if not path.exists():
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def tool(self, arguments, file):
        return [self.sluice, *arguments, file]

    def form(self, count):
        return [argument for index in range(500 * count) for argument in ("-F", f"file{index}=@{self.text}")]

    def encode(self, count):
        return [self.sluice, "multipart", "encode", "--boundary", self.boundary, *self.form(count)]

    def decode(self, count):
        path = self.folder / f"body{count}"
        if not path.exists():
            with path.open("wb") as file:
                subprocess.run(self.encode(count), stdout=file, check=True)
        return self.tool(
            ["multipart", "decode", "--max-parts", "0", "--content-type", f"multipart/form-data; boundary={self.boundary}"],
            path)

    def members(self, count):
        value = {f"name {index}": [index, f"välue {index}", {"flag": index % 2 == 0}] for index in range(count)}
        return self.file(f"members{count}.json", json.dumps(value))

    def pairs(self, count):
        return self.file(f"pairs{count}", "&".join(f"list%5B{index}%5D=v%C3%A4lue+{index}" for index in range(count)))

    def objects(self, count):
        return self.file(f"objects{count}.json", json.dumps(
            [{"id": index, "name": f"näme {index}", "score": index / 8, "tags": ["a", "b\n"]} for index in range(count)]))

    def plist(self, count):
        entries = "".join(
            f"<key>k{index}</key><array><integer>{index}</integer><string>a &amp; {index}</string><true/></array>"
            for index in range(count))
        return self.file(f"plist{count}", f'<?xml version="1.0"?><plist version="1.0"><dict>{entries}</dict></plist>')

    def gunzip(self, count):
        path = self.folder / f"text{count}.gz"
        if not path.exists():
            with path.open("wb") as file:
                subprocess.run(["gzip", "-6"], input=self.text.read_bytes() * 70 * count, stdout=file, check=True)
        return self.tool(["gunzip"], path)

    def request(self, mebibytes):
        return [self.sluice, "request", f"{self.loopback.url}jsonl/{mebibytes << 20}", "--expect", "jsonl"]

    def requests(self, what, url, count):
        return [PROGRAMS / "RequestBenchmark", what, url, str(count)]

    def gets(self, what, count):
        # One at a time, because the number of responses that arrive together changes the count.
        return [*self.requests(what, self.answers.url, 1000 * count), "1"]

    def upload(self, count):
        path = self.folder / f"zeros{count}"
        with path.open("wb") as file:
            file.truncate((256 << 20) * count)
        return [self.sluice, "upload", self.loopback.url, "-F", f"file=@{path}", "--progress", "none"]

    def types(self, what, count):
        return [PROGRAMS / "JSONBenchmark", "--ours", "--table", "--divide", "40", "--what", what, "--rounds", str(count)]


def count(command):
    """Returns the instructions of a command."""
    run = subprocess.run(
        # Fair, because a thread that waits for another would wait for long otherwise.
        ["setarch", "-R", "valgrind", "--fair-sched=yes", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        # Hashes of strings would differ from run to run.
        env={"PATH": os.environ["PATH"], "SWIFT_DETERMINISTIC_HASHING": "1"})
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not collected:
        sys.exit(f"failed: {' '.join(map(str, command))[:200]}\n{run.stderr[-2000:]}")
    return int(collected[1])


def versions():
    """Returns what the counts depend on."""
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    system = platform.freedesktop_os_release()
    return {
        "swift": re.search(r"Swift version (\S+)", swift)[1], "system": f"{system['ID']} {system.get('VERSION_ID', '')}",
        "machine": platform.machine()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--update", action="store_true", help="write the counts to instructions.json")
    arguments.add_argument("--only", default="", help="only workloads whose names contain this text")
    options = arguments.parse_args()
    # The lengths of paths count: those of 500 files in a folder with a long name take 7 % more instructions.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, Loopback() as loopback, \
            Answers(json.dumps(ACCOUNT).encode()) as answers:
        # Valgrind cannot read the debugging information that the linker writes.
        sluice = os.path.join(folder, "sluice")
        subprocess.run(["strip", "--strip-debug", "-o", sluice, options.sluice], check=True)
        workloads = Workloads(sluice, pathlib.Path(folder), loopback, answers)
        chosen = {name: command for name, command in workloads.all.items() if options.only in name}
        commands = [command(repetitions) for command in chosen.values() for repetitions in (3, 1) * ROUNDS]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
            totals = list(executor.map(count, commands))
    differences = [(large - small) // 2 for large, small in zip(totals[::2], totals[1::2])]
    counts = {
        name: min(differences[ROUNDS * index:ROUNDS * (index + 1)])
        for index, name in enumerate(chosen)}

    if options.update:
        COUNTS.write_text(json.dumps({"versions": versions(), "instructions": counts}, indent=2) + "\n")
        return
    kept = json.loads(COUNTS.read_text())
    is_comparable = kept["versions"] == versions()
    misses = 0
    for name, now in counts.items():
        before = kept["instructions"].get(name)
        change = now / before - 1 if before else 0
        is_missed = is_comparable and abs(change) > TOLERANCE
        misses += is_missed
        print(f"  {name:<34} {now / 1e6:10.2f} million {change:+8.2%} {'CHANGED' if is_missed else ''}")
    if not is_comparable:
        print(f"not compared: the counts are those of {kept['versions']}, not of {versions()}")
    if misses:
        sys.exit("A change of more than 3 % is a decision: make bench-check BENCH_FLAGS=--update")


if __name__ == "__main__":
    main()
