#!/usr/bin/env python3
"""Runs all benchmarks, prints one table, and writes the rows to bench.json. `report.py` describes a row.

Each benchmark is built and run by its target in the Makefile. One that fails is a row with its error, and the others are
still run.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import versions

# For each target of the Makefile after `_bench-`, the options for a quick run.
BENCHMARKS = {
    "upload": "--rounds 1 --mebibytes 64 --large 512 --files 2000",
    "download": "--rounds 1 --mebibytes 256 --streamed 32 --large 512",
    "many-uploads": "--rounds 1 --count 16 --mebibytes 4",
    "resumable": "--rounds 1 --mebibytes 512 --parts 16 --plan-parts 1000 --sparse-gibibytes 1",
    "multipart": "--rounds 1 --mebibytes 256 --divide 20",
    "multipart-memory": "--rounds 1",
    "gzip": "--rounds 1 --mebibytes 24",
    "stream": "--rounds 1 --mebibytes 64",
    "query": "--rounds 3",
    "json": "--rounds 1 --divide 4 --doubles 100000",
    "session": "--rounds 2 --requests 3200 --crowd 500 --batch 5000",
    "latency": "--rounds 1 --requests 2000",
    "outbox": "--rounds 1 --entries 4000",
    "cache": "--entries 5000 --mebibytes 256 --responses 2000",
    "clients": "--rounds 1 --mebibytes 128 --requests 3200",
    "sizes": "",
    "growth": "--mebibytes 1024 --parts 1000 --transfers 1000 --json-bytes 10000000",
}


def run(name, flags, *variables):
    """Runs a target, and returns its rows."""
    with tempfile.TemporaryDirectory() as folder:
        rows, log = os.path.join(folder, "rows.json"), []
        target = ["make", "--no-print-directory", f"_bench-{name}", "ONLY="]
        command = [*target, f"BENCH_FLAGS={flags} --json {rows}", *variables]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        for line in process.stdout:
            print(line, end="", flush=True)
            log.append(line.strip())
        code = process.wait()
        found = json.loads(pathlib.Path(rows).read_text()) if os.path.exists(rows) else []
    # A missed bar is not a failure: the benchmark exits with 1. Reports in Python have the error already.
    is_missed = any(row.get("isMet") is False for row in found) and log[-1].endswith("] Error 1")
    if code != 0 and not is_missed and all("error" not in row for row in found):
        # The last line of make says only which target failed.
        lines = [line for line in log if line and "*** [" not in line]
        errors = [line for line in lines if "error" in line.lower()] or lines
        found.append({"area": name, "what": "the benchmark", "error": (errors or ["no output"])[-1][:300]})
    return found


def system():
    """Returns what the figures depend on besides the peers."""
    processor = next(
        (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return {
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", ""), "kernel": platform.release(),
        "processor": processor, "cores": os.cpu_count(), "memory": f"{memory:.0f} GiB"}


# The table


def number(value):
    """Returns a number with three significant digits, and no exponent."""
    if value is None:
        return ""
    digits = 2 - math.floor(math.log10(abs(value) or 1))
    return f"{value:,.{max(digits, 0)}f}"


def quantity(value, unit):
    return f"{number(value)} {unit}".strip() if value is not None else ""


def cells(row):
    peer = " ".join(filter(None, [row.get("peer"), row.get("peerVersion")]))
    if "error" in row:
        return [row["area"], row["what"], "", peer, "", "", "", f"FAILED: {row['error']}"]
    memory = " / ".join(number(row[key]) for key in ("memory", "peerMemory") if key in row)
    bar = f"{number(row['bar'])} {'ok' if row['isMet'] else 'MISSED'}" if "bar" in row else ""
    place = f", {row['at']:,.0f} {row['by']}" if "at" in row else ""
    return [
        row["area"], row["what"] + place, quantity(row["figure"], row["unit"]), peer,
        quantity(row.get("peerFigure"), row["unit"]), f"{row['ratio']:.2f}" if "ratio" in row else "", memory, bar]


def table(rows):
    head = ["area", "what", "Sluice", "peer", "peer's", "ratio", "memory in MiB", "bar"]
    lines = [head] + [cells(row) for row in rows]
    # Errors are in the last column, which has no width.
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    is_right = [False, False, True, False, True, True, True, False]
    for index, line in enumerate(lines):
        aligned = [
            cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(line, widths, is_right)]
        print("  ".join(aligned).rstrip())
        if index == 0:
            print("  ".join("-" * width for width in widths))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--quick", action="store_true", help="small sizes and few rounds, to try it")
    arguments.add_argument("--only", nargs="+", choices=BENCHMARKS, default=list(BENCHMARKS), help="some benchmarks")
    arguments.add_argument("--documents", default="", help="a folder of JSON documents")
    arguments.add_argument("--output", default="bench.json", help="the file to write (bench.json)")
    options = arguments.parse_args()

    start, rows = time.monotonic(), []
    for name in options.only:
        print(f"\n== {name}", flush=True)
        flags = BENCHMARKS[name] if options.quick else ""
        rows += run(name, flags, "DOCUMENTS=")
        if name == "json" and options.documents:
            rows += run(name, "--rounds 1" if options.quick else "", f"DOCUMENTS={options.documents}")
    peers = versions.of({row["peer"] for row in rows if "peer" in row})
    for row in rows:
        if row.get("peer") in peers:
            row["peerVersion"] = peers[row["peer"]]
    results = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "isQuick": options.quick,
        "sluice": versions.sluice(), "swift": versions.swift(), **system(), "peers": peers, "rows": rows}
    pathlib.Path(options.output).write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")

    print(f"\nSluice {results['sluice']}, Swift {results['swift']}, {results['system']}, Linux {results['kernel']}, "
          f"{results['processor']}, {results['cores']} cores, {results['memory']}")
    print("Figures are costs. The ratio is that of Sluice's to the peer's, the memory that of both: less is better.\n")
    table(rows)
    failed, missed = (
        sum(map(test, rows)) for test in (lambda row: "error" in row, lambda row: row.get("isMet") is False))
    print(f"\n{len(rows)} rows in {(time.monotonic() - start) / 60:.0f} minutes, {missed} missed bars, {failed} errors; "
          f"written to {options.output}")
    # Quick runs are too short for the bars.
    sys.exit(1 if failed or missed and not options.quick else 0)


if __name__ == "__main__":
    main()
