#!/usr/bin/env python3
"""Compares `sluice gunzip` and `sluice gzip` with `gzip`, and with a loop over zlib in C, in a single run.

Prints ratios of wall time, each with its upper bar, and peak memory. Exits with 1 if a bar is missed. Absolute figures
drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import os
import random
import subprocess
import tempfile

from measure import MIB, Run, alternate, median
from report import Report

LOOP = r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

// Compresses or decompresses with zlib alone, in blocks of the tool's sizes.
static unsigned char input[64 << 10], output[128 << 10];

int main(int count, char **arguments) {
  z_stream stream = {0};
  int compresses = arguments[1][0] == 'c', code = Z_OK;
  if (compresses) deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
  else inflateInit2(&stream, 31);
  while (code != Z_STREAM_END) {
    ssize_t size = read(0, input, sizeof input);
    stream.next_in = input;
    stream.avail_in = size;
    do {
      stream.next_out = output;
      stream.avail_out = sizeof output;
      code = compresses ? deflate(&stream, size == 0 ? Z_FINISH : Z_NO_FLUSH) : inflate(&stream, Z_NO_FLUSH);
      write(1, output, sizeof output - stream.avail_out);
    } while (stream.avail_out == 0 && code != Z_STREAM_END);
  }
}
"""


def make_text(path, size):
    """Writes random words, which compress about as well as text."""
    generator = random.Random(1952)
    words = ["".join(generator.choices("etaoinshrdlu", k=generator.randint(2, 9))) for _ in range(4000)]
    block = " ".join(generator.choices(words, k=MIB // 6)).encode()
    with open(path, "wb") as file:
        while file.tell() < size:
            cut = generator.randrange(len(block))
            file.write(block[cut:] + block[:cut])


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--mebibytes", type=int, default=192, help="text size in MiB (192); a sixth is compressed")
    Report.add_argument(arguments)
    options = arguments.parse_args()
    sluice = os.path.abspath(options.sluice)

    with Report("gzip", options.json) as report, tempfile.TemporaryDirectory() as folder:
        loop, text, part, small = (os.path.join(folder, name) for name in ("loop", "text", "part", "small"))
        subprocess.run(["cc", "-O2", "-x", "c", "-", "-o", loop, "-lz"], input=LOOP, text=True, check=True)
        make_text(text, options.mebibytes * MIB)
        make_text(part, options.mebibytes * MIB // 6)
        make_text(small, MIB)
        for path in (text, small):
            with open(path + ".gz", "wb") as output:
                subprocess.run([sluice, "gzip", path], stdout=output, check=True)

        def reading(path, *command):
            return ["sh", "-c", 'exec "$@" < "$0"', path, *command]

        report.section(
            f"decompressing {options.mebibytes} MiB of text", f"median of {options.rounds} alternating runs")
        runs = alternate(
            options.rounds, sluice=reading(text + ".gz", sluice, "gunzip"),
            gzip=reading(text + ".gz", "gzip", "-dc"), zlib=reading(text + ".gz", loop, "d"))
        report.ratios(runs, "sluice", "gzip", {"wall": 0.8})
        report.ratios(runs, "sluice", "zlib", {"wall": 1.1})
        report.section(f"compressing {options.mebibytes // 6} MiB of text")
        runs = alternate(
            options.rounds, sluice=reading(part, sluice, "gzip"), gzip=reading(part, "gzip", "-6", "-c"),
            zlib=reading(part, loop, "c"))
        report.ratios(runs, "sluice", "gzip", {"wall": None})
        report.ratios(runs, "sluice", "zlib", {"wall": 1.1})

        report.section("peak memory, compared with 1 MiB")
        for command, large, little in (("gunzip", text + ".gz", small + ".gz"), ("gzip", part, small)):
            peaks = [median([Run(reading(path, sluice, command)) for _ in range(3)], "memory") for path in (large, little)]
            report.figure(
                command, abs(peaks[0] - peaks[1]) / 1024, "MiB", 2, f"{peaks[0]:.0f} / {peaks[1]:.0f} KiB")
    report.exit()


if __name__ == "__main__":
    main()
