#!/usr/bin/env python3
"""Measures responses that are decoded as they arrive: the peak memory of long ones, and the time to cancel a transfer.

Prints figures of `sluice request --expect …`, each with its upper bar. Exits with 1 if a bar is missed.
"""

import argparse
import os
import socket
import subprocess
import threading
import time

from loopback import KINDS, Loopback
from measure import MIB, Run
from report import Report


class HangingServer:
    """A server that responds with the first element of a stream, waits for the client to hang up, and records when."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d/" % self.listener.getsockname()[1]
        self.kind, self.closed = None, None
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.answer, args=[connection], daemon=True).start()

    def answer(self, connection):
        media_type, start, element, separator, _ = KINDS[self.kind]
        with connection:
            connection.recv(65536)
            connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nConnection: close\r\n\r\n{start}".encode())
            connection.sendall((element % 0 + separator).encode())
            while connection.recv(65536):
                pass
            self.closed = time.monotonic()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--mebibytes", type=int, default=2048, help="array size in MiB (2048); other streams have a quarter")
    Report.add_argument(arguments)
    options = arguments.parse_args()
    sluice = os.path.abspath(options.sluice)

    def command(kind, url):
        return [sluice, "request", url, "--expect", kind]

    with Report("streams", options.json) as report, Loopback() as loopback:
        report.section("peak memory, decoded element by element")
        for kind in KINDS:
            size = options.mebibytes * MIB // (1 if kind == "json-elements" else 4)
            run, short = (Run(command(kind, f"{loopback.url}{kind}/{size}")) for size in (size, MIB))
            report.figure(
                f"{kind}, {size // MIB} MiB", run.memory / 1024, "MiB", 40,
                f"{short.memory / 1024:.1f} MiB at 1 MiB; {size / MIB / run.wall:.0f} MiB/s")

        report.section("from SIGTERM to the end of the connection", f"longest of {options.rounds}")
        server = HangingServer()
        for kind in KINDS:
            server.kind, times = kind, []
            for _ in range(options.rounds):
                server.closed = None
                with subprocess.Popen(command(kind, server.url), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                    process.stdout.read(1)
                    start = time.monotonic()
                    process.terminate()
                    process.wait()
                while server.closed is None:
                    time.sleep(0.001)
                times.append(server.closed - start)
            report.figure(kind, 1000 * max(times), "ms", 100)
    report.exit()


if __name__ == "__main__":
    main()
