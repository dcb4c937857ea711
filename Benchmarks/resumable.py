#!/usr/bin/env python3
"""Compares `sluice upload-parts` with `curl --parallel --upload-file` of the same ranges as files, and resumable
uploads with plain ones, in a single run. Then, the costs of 10,000 small parts of a plan are measured, and a sparse file of
100 GiB is sent to a server that hashes it.

Prints ratios of wall time, and peak memory, each with its upper bar. Exits with 1 if a bar is missed. The files are
written to the temporary folder, twice the size of the one that is not sparse in all.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import tempfile

from loopback import Loopback
from measure import MIB, Failed, Run, alternate, make_file, median
from report import Report


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--mebibytes", type=int, default=8192, help="size of the file in MiB (8192)")
    arguments.add_argument("--parts", type=int, default=128, help="number of parts (128)")
    arguments.add_argument("--parallel", type=int, default=4, help="number of parts at a time (4)")
    arguments.add_argument("--plan-parts", type=int, default=10_000, help="number of parts of a plan (10000)")
    arguments.add_argument("--sparse-gibibytes", type=int, default=100, help="size of the sparse file in GiB (100)")
    Report.add_argument(arguments)
    options = arguments.parse_args()
    sluice = os.path.abspath(options.sluice)

    with (Report("resumable upload", options.json) as report, tempfile.TemporaryDirectory() as folder,
          Loopback() as loopback):
        url = loopback.url
        file = make_file(folder, "file", options.mebibytes * MIB)
        small = make_file(folder, "small", 64 * MIB)
        record = os.path.join(folder, "record")

        def put_parts(path, size):
            urls = path + ".urls"
            with open(urls, "w") as lines:
                lines.writelines(f"{url}parts/{number + 1}\n" for number in range(options.parts))
            return [sluice, "upload-parts", path, "--urls", urls, "--part-size", str(size), "--limits", "any",
                    "--parallel", str(options.parallel), "--record", record, "--progress", "none"]

        def difference(name, large, command):
            """Compares the peak memory of runs with that of a file of 64 MiB."""
            peaks = [median(large, "memory"), median([Run(command) for _ in range(3)], "memory")]
            report.figure(f"{name}memory, compared with 64 MiB", abs(peaks[0] - peaks[1]) / 1024, "MiB", 2,
                          f"{peaks[0]:.0f} / {peaks[1]:.0f} KiB")

        report.section(f"{options.mebibytes} MiB in {options.parts} parts, {options.parallel} at a time",
                       f"median of {options.rounds} alternating runs")
        size = options.mebibytes * MIB // options.parts
        pieces = split(file, folder, size, options.parts)
        curl = ["curl", "--no-progress-meter", "--fail", "--parallel", "--parallel-max", str(options.parallel)]
        for number, piece in enumerate(pieces):
            curl += ["--upload-file", piece, f"{url}parts/{number + 1}"]
        runs = alternate(options.rounds, sluice=put_parts(file, size), curl=curl)
        report.ratios(runs, "sluice", "curl", {"wall": 1.1})
        difference("", runs["sluice"], put_parts(small, 64 * MIB // options.parts))
        for piece in pieces:
            os.remove(piece)

        report.section(f"a form with a file of {options.mebibytes} MiB")
        upload = [sluice, "upload", url, "--progress", "none"]
        ways = {"draft": ["--resumable", "--record", record], "tus": ["--tus", "--whole-form", "--record", record]}
        runs = alternate(
            options.rounds, **{"a plain upload": upload + ["-F", f"file=@{file}"]},
            **{name: upload + ["-F", f"file=@{file}"] + flags for name, flags in ways.items()})
        for name, flags in ways.items():
            report.ratios(runs, name, "a plain upload", {"wall": 1.05})
            difference(f"{name}, ", runs[name], upload + ["-F", f"file=@{small}"] + flags)

        report.section(f"a plan of {options.plan_parts} parts of 4 KiB")
        measure_plan(report, sluice, f"{url}hash/", folder, options.plan_parts)

        report.section(f"a sparse file of {options.sparse_gibibytes} GiB, to a server that hashes it")
        send_sparse(report, sluice, f"{url}hash/", folder, options.sparse_gibibytes << 30, options)
    report.exit()


def measure_plan(report, sluice, url, folder, count):
    """Measures the commands of a plan, and what each part costs besides its bytes."""
    file, plan, urls, results = (os.path.join(folder, name) for name in ("parts", "plan", "urls", "results"))
    make_sparse_file(file, count * 4096)
    with open(urls, "w") as lines:
        lines.writelines(f"{url}{number + 1}?{'x' * 400}\n" for number in range(count))
    limits = ["--limits", "any"]
    send = [sluice, "upload-parts", "send", plan, "--urls", urls, "--progress", "none", *limits]

    def measure(name, command, prepare=None):
        runs = []
        for _ in range(3):
            if prepare:
                prepare()
            runs.append(Run(command))
        for what in ("wall", "processor"):
            report.figure(f"{name}, {what} time", median(runs, what), "s", note=f"{median(runs, 'memory') / 1024:.1f} MiB")
        return runs

    def forget():
        if os.path.exists(results):
            os.remove(results)

    measure("plan", [sluice, "upload-parts", "plan", file, "--part-size", "4096", *limits, "-o", plan])
    one = measure("send, 1 part", [*send, "--only", "1"])
    every = measure("send, all parts", [*send, "-o", results], forget)
    measure("send, all parts again", [*send, "-o", results])
    measure("finish", [sluice, "upload-parts", "finish", plan, results, *limits, "-o", os.path.join(folder, "list")])
    for what in ("wall", "processor"):
        cost = (median(every, what) - median(one, what)) / (count - 1)
        report.figure(f"each part, {what} time", cost * 1e6, "µs")


def send_sparse(report, sluice, url, folder, size, options):
    """Sends a file with tus, with the draft, and in parts, and compares the hashes of the server with those of the file."""
    file, plan, urls, output = (os.path.join(folder, name) for name in ("sparse", "plan", "urls", "output"))
    make_sparse_file(file, size)
    part_size = -(-size // options.parts)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        whole = pool.submit(digest, file, 0, size)
        parts = list(pool.map(lambda number: digest(file, number * part_size, part_size), range(options.parts)))
    with open(urls, "w") as lines:
        lines.writelines(f"{url}{number + 1}\n" for number in range(options.parts))

    def send(name, *arguments):
        with open(output, "w") as result:
            run = Run([sluice, *arguments], timeout=4 * 3600, output=result)
        report.figure(f"{name}, memory", run.memory / 1024, "MiB", 22, f"{run.wall:.0f} s")
        with open(output) as result:
            return result.read()

    def check(name, expected, received):
        if expected != received:
            raise Failed(f"{name}: the server has other bytes")

    for name, flag in (("tus", "--tus"), ("draft", "--resumable")):
        record = os.path.join(folder, "record")
        received = send(name, "upload", url, file, flag, "--record", record, "--progress", "none")
        check(name, whole.result(), received)
    send("parts, plan", "upload-parts", "plan", file, "--limits", "any", "--part-size", str(part_size), "-o", plan)
    results = send("parts, send", "upload-parts", "send", plan, "--urls", urls, "--parallel", str(options.parallel),
                   "--progress", "none")
    received = {result["number"]: result["etag"] for result in map(json.loads, results.splitlines()[1:])}
    check("parts", {number: f'"{digest}"' for number, digest in enumerate(parts, 1)}, received)


def make_sparse_file(path, size):
    """Writes a file with 4 KiB that are not zeros in each 64 MiB."""
    with open(path, "wb") as file:
        file.truncate(size)
        for offset in range(0, size, 64 * MIB):
            os.pwrite(file.fileno(), hashlib.shake_128(str(offset).encode()).digest(4096), offset)


def digest(path, offset, size):
    """Returns the SHA-256 of a range of a file."""
    result, buffer = hashlib.sha256(), memoryview(bytearray(MIB))
    with open(path, "rb", buffering=0) as file:
        file.seek(offset)
        while size > 0 and (count := file.readinto(buffer[:min(size, MIB)])) > 0:
            result.update(buffer[:count])
            size -= count
    return result.hexdigest()


def split(path, folder, size, count):
    """Writes the ranges of a file to files of their own, and returns their paths."""
    pieces = [os.path.join(folder, f"part{number}") for number in range(count)]
    with open(path, "rb") as file:
        for piece in pieces:
            with open(piece, "wb") as output:
                copied = 0
                while copied < size:
                    copied += os.sendfile(output.fileno(), file.fileno(), None, size - copied)
    return pieces


if __name__ == "__main__":
    main()
