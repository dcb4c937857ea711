#!/usr/bin/env python3
"""Compares `sluice upload` with `curl -F`, and `sluice multipart encode` with `cat`, in a single run.

Prints ratios of wall time, processor time and peak memory, each with its upper bar. Exits with 1 if a bar is missed.
Absolute figures drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

MIB = 1 << 20


def serve(listener):
    """Reads requests with a Content-Length and responds with 200, one thread per connection."""
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=answer, args=(connection,), daemon=True).start()


def answer(connection):
    buffer = memoryview(bytearray(MIB))
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(65536)
        head, body = head.split(b"\r\n\r\n", 1)
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        left = int(fields[b"content-length"]) - len(body)
        if fields.get(b"expect") == b"100-continue":
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        while left > 0:
            count = connection.recv_into(buffer, min(left, MIB))
            if count == 0:
                return
            left -= count
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")


class Run:
    """A run of a command: wall and processor time (s), peak memory (KiB) and, if counted, the most open descriptors."""

    def __init__(self, command, count_descriptors=False):
        with tempfile.NamedTemporaryFile("r") as report:
            # GNU time is small. If Python started the command, Python's own size would count as the command's peak.
            process = subprocess.Popen(
                ["/usr/bin/time", "-q", "-f", "%e %U %S %M", "-o", report.name] + command,
                stdout=subprocess.DEVNULL)
            start = time.monotonic()
            self.descriptors = most_descriptors(process) if count_descriptors else 0
            if process.wait() != 0:
                sys.exit(f"failed: {' '.join(command)[:200]}")
            self.wall = time.monotonic() - start
            _, user, system, memory = report.read().split()
            self.processor = float(user) + float(system)
            self.memory = int(memory)


def most_descriptors(process):
    most = 0
    while process.poll() is None:
        try:
            children = open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()
            most = max([most] + [len(os.listdir(f"/proc/{child}/fd")) for child in children])
        except OSError:
            pass
    return most


def alternate(rounds, **commands):
    """Runs the commands in alternation. The first round warms up and does not count."""
    runs = {name: [] for name in commands}
    for round in range(rounds + 1):
        for name, command in commands.items():
            run = Run(command)
            if round > 0:
                runs[name].append(run)
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


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--mebibytes", type=int, default=1024, help="size of the file in MiB (1024)")
    arguments.add_argument("--large", type=int, default=8192, help="size of the large, sparse file in MiB (8192)")
    arguments.add_argument("--files", type=int, default=20000, help="number of small files (20000)")
    options = arguments.parse_args()
    sluice, report = os.path.abspath(options.sluice), Report()

    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    # A separate process, so that the server's work does not count as the measuring process's.
    server = os.fork()
    if server == 0:
        serve(listener)
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = make_file(folder, "file", options.mebibytes * MIB)

            print(f"upload of {options.mebibytes} MiB, median of {options.rounds} alternating runs")
            runs = alternate(
                options.rounds,
                sluice=[sluice, "upload", url, "-F", f"file=@{file}", "--progress", "none"],
                curl=["curl", "--silent", "--fail", url, "-F", f"file=@{file}"])
            report.ratios(runs, "sluice", "curl", {"wall": 1.05, "processor": 1.25, "memory": 1.75})

            print(f"peak memory at {options.large} MiB, compared with 64 MiB")
            large = os.path.join(folder, "large")
            with open(large, "wb") as sparse:
                sparse.truncate(options.large * MIB)
            small = make_file(folder, "small", 64 * MIB)
            peaks = [
                median([Run([sluice, "upload", url, "-F", f"file=@{path}", "--progress", "none"]) for _ in range(3)], "memory")
                for path in (large, small)]
            report.line("difference", abs(peaks[0] - peaks[1]) / 1024, 2, " MiB", f"{peaks[0]:.0f} / {peaks[1]:.0f} KiB")

            print(f"encode of {options.mebibytes} MiB to /dev/null")
            runs = alternate(
                options.rounds, encode=[sluice, "multipart", "encode", "-F", f"file=@{file}"], cat=["cat", file])
            report.ratios(runs, "encode", "cat", {"wall": 1.3})

            print(f"a form of {options.files} files of 100 bytes, one argument each")
            paths = [make_file(folder, f"{index}.txt", 100) for index in range(options.files)]
            parts = [argument for index, path in enumerate(paths) for argument in ("-F", f"f{index}=@{path}")]
            whole = [sluice, "upload", url, "--progress", "none"] + parts
            half = [sluice, "upload", url, "--progress", "none"] + parts[: options.files]
            runs = alternate(3, whole=whole, half=half)
            report.line("wall, all / half the files", median(runs["whole"], "wall") / median(runs["half"], "wall"), 2.2,
                        note=f"{median(runs['whole'], 'wall'):.3f} / {median(runs['half'], 'wall'):.3f}")
            report.line("most open descriptors", Run(whole, count_descriptors=True).descriptors, 16)
    finally:
        os.kill(server, 9)
        os.waitpid(server, 0)
    sys.exit(1 if report.misses else 0)


if __name__ == "__main__":
    main()
