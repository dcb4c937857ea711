"""Measures runs of commands, and compares them with bars."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

MIB = 1 << 20


class Run:
    """A run of a command: wall and processor time (s), peak memory (KiB) and, if counted, the most open descriptors."""

    def __init__(self, command, count_descriptors=False):
        with tempfile.NamedTemporaryFile("r") as report:
            before = processor_time()
            # GNU time is small. If Python started the command, Python's own size would count as the command's peak.
            process = subprocess.Popen(
                ["/usr/bin/time", "-q", "-f", "%M", "-o", report.name] + command, stdout=subprocess.DEVNULL)
            start = time.monotonic()
            self.descriptors = most_descriptors(process) if count_descriptors else 0
            if process.wait() != 0:
                sys.exit(f"failed: {' '.join(command)[:200]}")
            self.wall = time.monotonic() - start
            self.processor = processor_time() - before
            self.memory = int(report.read())


def processor_time():
    """Returns the processor time of all children that have ended. GNU time would round it to hundredths of a second."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def most_descriptors(process):
    most = 0
    while process.poll() is None:
        try:
            children = open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()
            most = max([most] + [len(os.listdir(f"/proc/{child}/fd")) for child in children])
        except OSError:
            pass
    return most


def alternate(rounds, prepare=lambda: None, **commands):
    """Runs the commands in alternation, after `prepare` each. The first round warms up and does not count."""
    runs = {name: [] for name in commands}
    for round in range(rounds + 1):
        for name, command in commands.items():
            prepare()
            run = Run(command)
            if round > 0:
                runs[name].append(run)
    prepare()
    return runs


def median(runs, quantity):
    return statistics.median(getattr(run, quantity) for run in runs)


class Report:
    def __init__(self):
        self.misses = 0

    def line(self, what, value, bar, unit="", note=""):
        verdict = "ok" if value <= bar else "MISSED"
        self.misses += value > bar
        print(f"  {what:<44} {value:8.2f}{unit:<4} bar {bar:6.2f}{unit:<4} {verdict}  {note}", flush=True)

    def ratios(self, runs, ours, theirs, bars):
        for quantity, bar in bars.items():
            a, b = median(runs[ours], quantity), median(runs[theirs], quantity)
            self.line(f"{quantity}, {ours} / {theirs}", a / b, bar, note=f"{a:.3f} / {b:.3f}" if b < 1000 else f"{a:.0f} / {b:.0f} KiB")


def make_file(folder, name, size):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        block = os.urandom(MIB)
        for _ in range(size // MIB):
            file.write(block)
        file.write(block[: size % MIB])
    return path
