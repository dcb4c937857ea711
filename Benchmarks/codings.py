#!/usr/bin/env python3
"""Compares the decoders of the content codings with the programs gzip, igzip (of ISA-L), zstd and brotli.

Each decodes a file and discards the output. They take turns, and the medians of whole processes are compared. The
input is text, JSON, and bytes that do not compress.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile
import time

from levels import Samples

# For each coding, the program that encodes, and those that decode.
CODINGS = {
    "gzip": (["gzip", "-6", "-c"], [["gzip", "-d", "-c"], ["igzip", "-d", "-c"]]),
    "zstd": (["zstd", "-q", "-3", "-c"], [["zstd", "-q", "-d", "-c"]]),
    "br": (["brotli", "-q", "5", "-c"], [["brotli", "-d", "-c"]]),
}


def run(command, path):
    """Runs a command with a file as its standard input and without its output, and returns its time in seconds."""
    with open(path, "rb") as file:
        start = time.perf_counter()
        subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/traits/release/DecodeFile", help="the program DecodeFile")
    parser.add_argument("--isal", default=".build/traits-isal/release/DecodeFile", help="the same with the trait ISAL")
    parser.add_argument("--quick", action="store_true", help="a small size and few turns")
    arguments = parser.parse_args()
    size, turns = (8_000_000, 3) if arguments.quick else (64_000_000, 5)

    samples = Samples()
    bytes_of = {
        "text": samples.fill(samples.log_line, 1 << 20),
        "JSON": samples.fill(samples.event, 1 << 20),
        "compressed": samples.random.randbytes(1 << 20),
    }
    print("| input | coding | program | rate | of Sluice's |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name, block in bytes_of.items():
            plain = pathlib.Path(folder, "plain")
            # The block is repeated with other letters, so that a large window does not find it again.
            with plain.open("wb") as file:
                for number in range(size // len(block)):
                    file.write(block.translate(permutation(number)))
            count = plain.stat().st_size
            for coding, (encode, decoders) in CODINGS.items():
                coded = pathlib.Path(folder, f"coded.{coding}")
                with plain.open("rb") as source, coded.open("wb") as target:
                    subprocess.run(encode, stdin=source, stdout=target, check=True)
                programs = {"Sluice": [arguments.program, coding, str(coded)]}
                if coding == "gzip":
                    programs["Sluice, ISA-L"] = [arguments.isal, coding, str(coded)]
                programs |= {decoder[0]: decoder for decoder in decoders}
                times = {program: [] for program in programs}
                for _ in range(turns):
                    for program, command in programs.items():
                        times[program].append(run(command, coded))
                rates = {program: count / statistics.median(runs) / 1e6 for program, runs in times.items()}
                for program, rate in rates.items():
                    ratio = rate / rates["Sluice"]
                    print(f"| {name} | {coding} | {program} | {rate:.0f} MB/s | {ratio:.2f} |", flush=True)


def permutation(number):
    """Returns a table that permutes the letters, another one for each number."""
    letters = bytes(range(97, 123))
    shift = number % len(letters)
    return bytes.maketrans(letters, letters[shift:] + letters[:shift])


if __name__ == "__main__":
    main()
