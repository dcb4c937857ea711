#!/usr/bin/env python3
"""Compares the levels of zlib for the bodies of requests: their size, and the time until they are sent.

A body is compressed while it is sent, and the slower of the two takes the time. Random bytes are not part of the
means. Python uses the same library as Sluice.
"""

import argparse
import json
import random
import statistics
import time
import zlib

from measure import MIB

LEVELS = range(1, 10)
MEGABITS = (10, 100, 1000)


class Samples:
    """Generates texts with words whose frequency is that of natural language."""

    def __init__(self):
        self.random = random.Random(1952)
        letters = "etaoinshrdlucmfwyp"
        self.words = ["".join(self.random.choices(letters, k=self.random.randint(2, 9))) for _ in range(4000)]
        self.weights = [1 / rank for rank in range(1, 4001)]

    def all(self):
        """Returns the samples by name."""
        return {
            "JSON of events": self.fill(self.event, MIB),
            "JSON of events, 4 KiB": self.fill(self.event, 4096),
            "JSON of doubles": self.fill(self.doubles, MIB),
            "log lines": self.fill(self.log_line, MIB),
            "CSV": self.fill(self.row, MIB),
            "HTML": self.fill(self.element, MIB),
            "random bytes": self.random.randbytes(MIB),
        }

    @staticmethod
    def fill(make, size):
        text = bytearray()
        while len(text) < size:
            text += make().encode()
        return bytes(text[:size])

    def text(self, count):
        return " ".join(self.random.choices(self.words, self.weights, k=count))

    def number(self, upper):
        return self.random.randint(1, upper)

    def date(self):
        return f"2026-{self.number(12):02}-{self.number(28):02}"

    def clock(self):
        return f"{self.number(23):02}:{self.number(59):02}:{self.number(59):02}.{self.number(999):03}"

    def event(self):
        return json.dumps({
            "id": f"{self.random.getrandbits(128):032x}", "time": f"{self.date()}T{self.clock()}Z",
            "type": self.random.choice(["view", "click", "purchase", "error"]), "user": self.number(99_999),
            "path": "/" + "/".join(self.random.choices(self.words[:200], k=3)),
            "duration": round(self.random.expovariate(0.01), 2), "message": self.text(8),
        }, separators=(",", ":")) + ","

    def doubles(self):
        return ",".join(repr(self.random.uniform(-180, 180)) for _ in range(100)) + ","

    def log_line(self):
        level = self.random.choice(["INFO", "INFO", "INFO", "WARN", "ERROR"])
        source = f"{self.random.choice(self.words[:50])}-{self.number(16)}"
        return (
            f"{self.date()} {self.clock()} {level} [{source}] {self.text(9)} "
            f"id={self.random.getrandbits(32):08x} took {self.number(5000)} ms\n")

    def row(self):
        place = f"{self.random.uniform(-90, 90):.6f},{self.random.uniform(-180, 180):.6f}"
        return (
            f"{self.number(999_999)},{self.text(2)},{self.random.uniform(0, 1000):.2f},{self.date()},"
            f"{self.random.choice(['open', 'closed', 'pending'])},{place}\n")

    def element(self):
        name = self.random.choice(self.words[:30])
        return (
            f'<div class="{name} item"><a href="/{self.random.choice(self.words[:300])}/{self.number(9999)}">'
            f"{self.text(4)}</a>\n  <p>{self.text(25)}</p>\n</div>\n")


def measure(data, level, rounds):
    """Returns the compressed size, and the fastest time in seconds."""
    size, fastest, repetitions = 0, float("inf"), max(1, MIB // len(data) // 8)
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(repetitions):
            compressor = zlib.compressobj(level, zlib.DEFLATED, 31)
            size = len(compressor.compress(data)) + len(compressor.flush())
        fastest = min(fastest, (time.perf_counter() - start) / repetitions)
    return size, fastest


def print_row(name, shares, rates, times):
    print(f"{name:>9} {statistics.geometric_mean(shares) * 100:7.1f} %{min(rates) / 1e6:9.0f} MB/s" + "".join(
        f"{statistics.geometric_mean(seconds) * 1000:10.1f} ms" for seconds in times))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    rows = {}
    heading = f"{'level':>9} {'size':>9}{'rate':>14}" + "".join(f"{f'{rate} Mbit/s':>13}" for rate in MEGABITS)
    for name, data in Samples().all().items():
        print(f"{name}, time for 1 MiB\n{heading}")
        for level in LEVELS:
            size, seconds = measure(data, level, options.rounds)
            share, rate = size / len(data), len(data) / seconds
            times = [max(MIB / rate, MIB * share * 8 / (megabits * 1e6)) for megabits in MEGABITS]
            print_row(level, [share], [rate], [[time] for time in times])
            if name != "random bytes": rows.setdefault(level, []).append((share, rate, times))
    print(f"geometric means of the texts, with the lowest rate\n{heading}")
    for level, measured in rows.items():
        shares, rates, times = zip(*measured)
        print_row(level, shares, rates, zip(*times))


if __name__ == "__main__":
    main()
