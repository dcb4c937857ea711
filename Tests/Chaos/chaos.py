#!/usr/bin/env python3
"""Runs the tool again and again while faults are injected, and judges what is left.

A run is right if its result is the file; or the call failed with an error that names the cause, and the next call in a
healthy world completes it, sends no more than one part or one unconfirmed window again, and leaves nothing behind.

Each run has a number, which determines its kind of work, its fault and all random choices. `make chaos` prints the
number of a run that is wrong, and the flags that repeat it. The exit code is 1 if any run is wrong.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from faults import FAULTS
from runs import Run, World, Wrong
from works import WORKS

HERE = pathlib.Path(__file__).parent
# Starts a program with a network and mounts of its own.
UNSHARE = ["unshare", "--net", "--mount"]


def allowed():
    """Returns what the machine allows, and prints what it does not."""
    probes = {
        "namespaces": (["true"], "no networks and disks of its own, because namespaces are not allowed here"),
        "tun": ([sys.executable, str(HERE / "link.py")],
                "no lost, late and reordered packets, because TUN devices are not allowed here"),
    }
    names = set()
    for name, (command, reason) in probes.items():
        if subprocess.run([*UNSHARE, *command], stdin=subprocess.DEVNULL, capture_output=True).returncode == 0:
            names.add(name)
        else:
            print(f"skipped: {reason}")
    if os.geteuid() == 0:
        print("skipped: no unreadable files, because root reads all files")
    print("instead of failing devices, the shim lets calls fail")
    return names


def pairs(only, names):
    """Returns the kinds of work with their faults, in an order that only depends on the arguments."""
    chosen = [(work, fault) for work in WORKS for fault in FAULTS
              if fault.is_for(work) and fault.needs in names | {None}]
    if only:
        kind, _, name = only.partition("/")
        chosen = [(work, fault) for work, fault in chosen if kind in ("", work.name) and name in ("", fault.name)]
    if not chosen:
        sys.exit(f"there is no {only}")
    # Neighbours are of different kinds, so that a few runs show much.
    random.Random(0).shuffle(chosen)
    return chosen


def work_off(options):
    """Does every n-th run, and prints a line of JSON for each."""
    if "namespaces" in options.allowed:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    world = World(options.sluice, options.shim, has_link="tun" in options.allowed)
    first, step = map(int, options.share.split("/"))
    chosen = pairs(options.only, set(options.allowed))
    try:
        for number in range(options.seed + first, options.seed + options.runs, step):
            work, fault = chosen[number % len(chosen)]
            started = time.monotonic()
            # A fault that was missed comes earlier the next time.
            for attempt in range(4):
                run = Run(world, number, work, fault, attempt)
                try:
                    result, problem = run.run(), None
                except Wrong as error:
                    result, problem = "WRONG", str(error)
                except Exception:
                    # A fault of this program must not end the other runs.
                    result, problem = "WRONG", traceback.format_exc()
                if result != "missed":
                    break
            print(json.dumps({"number": number, "work": work.name, "fault": fault.name, "result": result,
                              "problem": problem, "report": run.report, "damage": run.damage,
                              "seconds": time.monotonic() - started}), flush=True)
    finally:
        world.close()


def share(options, first, count):
    """Starts a process that does a share of the runs."""
    command = [sys.executable, __file__, "--sluice", options.sluice, "--shim", options.shim, "--seed",
               str(options.seed), "--runs", str(options.runs), "--share", f"{first}/{count}", "--allowed",
               *options.allowed]
    if options.only:
        command += ["--only", options.only]
    isolated = UNSHARE if "namespaces" in options.allowed else []
    return subprocess.Popen([*isolated, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)


def report(result):
    flags = f'--seed {result["number"]} --only "{result["work"]}/{result["fault"]}" --runs 1'
    print(f"WRONG  {result['work']}, {result['fault']}: {result['problem']}\n       make chaos CHAOS_FLAGS='{flags}'")
    for line in result["report"]:
        print(f"       {line}")
    if result["damage"]:
        print(f"       damaged: {result['damage']}")
    sys.stdout.flush()


def print_table(results):
    names = [work.name for work in WORKS]
    outcomes = ["done", "failed", "killed", "missed", "WRONG"]
    print(f"\n{'fault':<26}" + "".join(f"{name:>13}" for name in names) + "   "
          + "".join(f"{name:>8}" for name in outcomes))
    for fault in FAULTS:
        of_fault = [result for result in results if result["fault"] == fault.name]
        if of_fault:
            counts = collections.Counter(result["work"] for result in of_fault)
            ends = collections.Counter(result["result"] for result in of_fault)
            print(f"{fault.name:<26}" + "".join(f"{counts[name] or '':>13}" for name in names) + "   "
                  + "".join(f"{ends[name] or '':>8}" for name in outcomes))
    ends = collections.Counter(result["result"] for result in results)
    print(f"{'all':<26}" + " " * 13 * len(names) + "   " + "".join(f"{ends[name]:>8}" for name in outcomes))


def main():
    parser = argparse.ArgumentParser(description="Injects faults into runs of the tool, and judges the results.")
    parser.add_argument("--sluice", default=".build/release/sluice", help="the tool")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="the number of the first run")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--only", metavar="[KIND][/FAULT]", help="one kind of work, one fault, or both")
    parser.add_argument("--workers", type=int, default=2 * os.cpu_count())
    parser.add_argument("--verbose", action="store_true", help="print the calls of each run")
    parser.add_argument("--share", help=argparse.SUPPRESS)
    parser.add_argument("--shim", help=argparse.SUPPRESS)
    parser.add_argument("--allowed", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.sluice = os.path.abspath(options.sluice)
    if options.share:
        return work_off(options)
    with tempfile.TemporaryDirectory() as folder:
        options.shim = f"{folder}/shim.so"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", options.shim, HERE / "shim.c"], check=True)
        options.allowed = sorted(allowed())
        pairs(options.only, set(options.allowed))
        started = time.monotonic()
        print(f"seed {options.seed}", flush=True)
        workers = [share(options, first, options.workers) for first in range(min(options.workers, options.runs))]
        results = []

        def collect(worker):
            for line in worker.stdout:
                result = json.loads(line)
                results.append(result)
                if result["problem"]:
                    report(result)
                elif options.verbose:
                    print(result["result"], result["work"], result["fault"], *result["report"], sep="\n       ")

        threads = [threading.Thread(target=collect, args=[worker]) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        codes = [worker.wait() for worker in workers]
        print_table(results)
        print(f"{len(results)} runs in {time.monotonic() - started:.0f} s")
        sys.exit(any(codes) or len(results) < options.runs or any(result["problem"] for result in results))


if __name__ == "__main__":
    main()
