#!/usr/bin/env python3
"""Compares `sluice multipart decode` with `cat` and parsers from PyPI, and hostile bodies with half of them.

Prints ratios, each with its upper bar. Exits with 1 if a bar is missed.
"""

import argparse
import os
import tempfile

from measure import MIB, Run, alternate, median
from report import Report
from versions import PYTHON

HEAD = b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
END = b"\r\n--B--\r\n"


def repeated(unit):
    """Returns a function that makes a body of one part, which repeats `unit`."""
    return lambda count: (HEAD, unit, count, END)


def header(unit):
    """Returns a function that makes a part whose name repeats `unit`."""
    return lambda count: (b'--B\r\nContent-Disposition: form-data; name="', unit, count, b'"\r\n\r\nx' + END)


# A description, a function that makes the body from a count, and the count.
HOSTILE = [
    ("boundary look-alikes, --BX", repeated(b"\r\n--BX"), 20_000_000),
    ("boundary look-alikes, --B-", repeated(b"\r\n--B-"), 20_000_000),
    ("boundary look-alikes with blanks", repeated(b"\r\n--B \t \tx"), 10_000_000),
    ("CR alone", repeated(b"\r"), 200_000_000),
    ("LF alone", repeated(b"\n"), 200_000_000),
    ("CRLF and a dash", repeated(b"\r\n-"), 60_000_000),
    ("CRLF", repeated(b"\r\n"), 100_000_000),
    ("CRLF as preamble", lambda count: (b"", b"\r\n", count, HEAD + b"x" + END), 50_000_000),
    ("dashes as epilogue", lambda count: (HEAD + b"x" + END, b"-", count, b""), 500_000_000),
    ("empty parts", lambda count: (b"", HEAD + b"\r\n", count, b"--B--"), 400_000),
    ("backslashes in a name", header(b"\\"), 2_000_000),
    ("semicolons in a disposition", lambda count: (HEAD[:-13], b";", count, b"; name=a\r\n\r\nx" + END), 2_000_000),
    ("quotes in a name", header(b'"'), 2_000_000),
    ("escapes in a name", header(b"%22"), 2_000_000),
]


def write(folder, name, head, unit, count, end):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(head)
        block = unit * max(MIB // len(unit), 1)
        whole, rest = divmod(count * len(unit), len(block))
        for _ in range(whole):
            file.write(block)
        file.write(block[:rest] + end)
    return path


def decode(sluice, path, *options):
    return [sluice, "multipart", "decode", "--content-type", "multipart/form-data; boundary=B", *options, path]


def tolerant(command):
    """Wraps a command so that refusing its input (exit code 65) is not a failure."""
    return ["sh", "-c", '"$@" 2>/dev/null || [ $? = 65 ]', "sh", *command]


def compare_parsers(report, rounds, sluice, path, *options):
    """Compares with parsers from PyPI, which count the bytes of the parts."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers/parse_form.py")
    report.against_peers(rounds, {"sluice": decode(sluice, path, *options)} | {
        name: [str(PYTHON), script, name, path] for name in ("python-multipart", "multipart", "streaming-form-data")})


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--mebibytes", type=int, default=2048, help="size of the body in MiB (2048)")
    arguments.add_argument("--divide", type=int, default=1, help="measure fewer parts and smaller hostile bodies (1)")
    Report.add_argument(arguments)
    options = arguments.parse_args()
    sluice = os.path.abspath(options.sluice)

    with Report("multipart parsing", options.json) as report, tempfile.TemporaryDirectory() as folder:
        report.section(f"one part of {options.mebibytes} MiB", f"median of {options.rounds} alternating runs")
        large = write(folder, "large", HEAD, os.urandom(MIB), options.mebibytes, END)
        runs = alternate(options.rounds, sluice=decode(sluice, large), cat=["cat", large])
        report.ratios(runs, "sluice", "cat", {"wall": 2.0})
        small = write(folder, "small", HEAD, os.urandom(MIB), 16, END)
        peak = median([Run(decode(sluice, small)) for _ in range(3)], "memory")
        report.figure("memory, compared with 16 MiB", abs(median(runs["sluice"], "memory") - peak) / 1024, "MiB", 2)

        # The parsers from PyPI are slower, so they have a smaller body.
        part = max(options.mebibytes // 8, 1)
        body = write(folder, "large", HEAD, os.urandom(MIB), part, END)
        report.section(f"one part of {part} MiB", f"median of {options.rounds} alternating runs")
        compare_parsers(report, options.rounds, sluice, body)
        count = 100_000 // options.divide
        body = write(folder, "large", b"", HEAD + b"a value\r\n", count, b"--B--\r\n")
        report.section(f"{count} small parts")
        compare_parsers(report, options.rounds, sluice, body, "--max-parts", "0")
        os.remove(body)

        report.section("hostile bodies", "processor time, fastest of 5")
        limits = [f"--max-{what}" for what in ("parts", "header-bytes", "preamble-bytes")]
        limits = [word for limit in limits for word in (limit, "0")]
        for what, make, count in HOSTILE:
            count //= options.divide
            whole, half = (write(folder, name, *make(size)) for name, size in (("whole", count), ("half", count // 2)))
            runs = alternate(
                5, whole=tolerant(decode(sluice, whole, *limits)), half=tolerant(decode(sluice, half, *limits)))
            times = [min(run.processor for run in runs[name]) for name in ("whole", "half")]
            report.compare(what, times[0], "s", "half of it", times[1], 2.4)
    report.exit()


if __name__ == "__main__":
    main()
