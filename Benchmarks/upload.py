#!/usr/bin/env python3
"""Compares `sluice upload` with `curl -F`, and `sluice multipart encode` with `cat`, in a single run.

Prints ratios of wall time, processor time and peak memory, each with its upper bar. Exits with 1 if a bar is missed.
Absolute figures drift on a shared machine; the ratios of alternating runs hardly do.
"""

import argparse
import os
import tempfile

from loopback import Loopback
from measure import MIB, Run, alternate, make_file, median
from report import Report
from secure import Libcurl, SecureServer, has_quic


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--mebibytes", type=int, default=1024, help="size of the file in MiB (1024)")
    arguments.add_argument("--large", type=int, default=8192, help="size of the large, sparse file in MiB (8192)")
    arguments.add_argument("--files", type=int, default=20000, help="number of small files (20000)")
    Report.add_argument(arguments)
    options = arguments.parse_args()
    sluice = os.path.abspath(options.sluice)

    with (Report("upload", options.json) as report, tempfile.TemporaryDirectory() as folder,
          tempfile.TemporaryDirectory(dir="/dev/shm") as shared, Loopback() as loopback,
          SecureServer(shared, loopback) as server):
        url = loopback.url
        file = make_file(folder, "file", options.mebibytes * MIB)

        def compare(way, url, *extra, bars):
            report.section(f"{options.mebibytes} MiB over {way}", f"median of {options.rounds} alternating runs")
            runs = alternate(
                options.rounds,
                sluice=[sluice, "upload", url, "-F", f"file=@{file}", "--progress", "none", *extra],
                curl=["curl", "--silent", "--show-error", "--fail", url, "-F", f"file=@{file}", *extra])
            report.ratios(runs, "sluice", "curl", bars)

        compare("HTTP", url, bars={"wall": 1.05, "processor": 1.25, "memory": 1.6})
        tls_bars = {"wall": 1.05, "processor": 1.15, "memory": 1.6}
        compare("TLS", server.upload_url("HTTP/1.1"), *server.options("HTTP/1.1"), bars=tls_bars)
        libraries = Libcurl.of_programs(sluice, "curl")
        if all(library.can_upload_over_http2 for library in libraries):
            compare("HTTP/2", server.upload_url("HTTP/2.0"), *server.options("HTTP/2.0"), bars=tls_bars)
        else:
            print("HTTP/2: skipped, because uploads over it stall with libcurl before 8.0.0")
        if has_quic() and all(library.supports_http3 for library in libraries):
            compare("HTTP/3", server.upload_url("HTTP/3.0"), *server.options("HTTP/3.0"), bars={"wall": 1.05})
        server.check()

        report.section("peak memory")
        large = os.path.join(folder, "large")
        with open(large, "wb") as sparse:
            sparse.truncate(options.large * MIB)
        small = make_file(folder, "small", 64 * MIB)
        peaks = [
            median([Run([sluice, "upload", url, "-F", f"file=@{path}", "--progress", "none"]) for _ in range(3)], "memory")
            for path in (large, small)]
        report.figure(
            f"{options.large} MiB compared with 64 MiB", abs(peaks[0] - peaks[1]) / 1024, "MiB", 2,
            f"{peaks[0]:.0f} / {peaks[1]:.0f} KiB")

        report.section(f"multipart encode of {options.mebibytes} MiB to /dev/null")
        runs = alternate(
            options.rounds, sluice=[sluice, "multipart", "encode", "-F", f"file=@{file}"], cat=["cat", file])
        report.ratios(runs, "sluice", "cat", {"wall": 1.3})

        report.section(f"a form of {options.files} files of 100 bytes")
        paths = [make_file(folder, f"{index}.txt", 100) for index in range(options.files)]
        parts = [argument for index, path in enumerate(paths) for argument in ("-F", f"f{index}=@{path}")]
        whole = [sluice, "upload", url, "--progress", "none"] + parts
        half = [sluice, "upload", url, "--progress", "none"] + parts[: options.files]
        runs = alternate(3, **{"sluice": whole, "half of them": half})
        report.ratios(runs, "sluice", "half of them", {"wall": 2.2})
        report.figure("most open descriptors", Run(whole, count_descriptors=True).descriptors, "", 16)
    report.exit()


if __name__ == "__main__":
    main()
