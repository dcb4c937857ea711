#!/usr/bin/env python3
"""Runs small commands of the tool, each once for every call that may fail and every error of it, and judges them.

A run is right if the command completes with the right bytes, or fails with an error that names the object and the
reason, leaves nothing behind, and succeeds the next time. `make torture` prints the flags that repeat a run that is
wrong. The exit code is 1 if any run is wrong.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import places
from runs import World, Wrong
from trials import Trial
from workloads import WORKLOADS

HERE = pathlib.Path(__file__).parent
OUTCOMES = ["right", "refused", "warned", "killed", "ignored", "not reached", "WRONG"]


class Healthy:
    """A workload without faults: its places, the files that it has open at the end, and its seconds."""

    def __init__(self, world, numbers, workload, symbols):
        self.places, self.open_files, seconds = {}, collections.Counter(), 0
        # The order of threads differs: a place of any of these runs counts.
        for _ in range(3):
            trial = Trial(world, next(numbers), workload)
            started = time.monotonic()
            trial.run()
            seconds = max(seconds, time.monotonic() - started)
            self.open_files |= trial.open_files
            for place in places.parse(trial.calls, symbols):
                self.places.setdefault(place[:3], place)
        of_runtime = [key for key, place in self.places.items() if places.is_of_runtime(place.caller)]
        self.of_runtime = len(of_runtime)
        for key in of_runtime:
            del self.places[key]
        self.patience = 5 + 10 * seconds


def inject(world, numbers, workload, healthy, place, fault):
    """Returns the outcome, and what is wrong or why an error is ignored."""
    # In another order of threads, the place may be missing.
    for _ in range(3):
        trial = Trial(world, next(numbers), workload, fault, place, healthy)
        try:
            outcome, reason = trial.run()
        except Wrong as error:
            return "WRONG", f"{error}\n" + "\n".join(f"       {line}" for line in trial.report)
        except Exception:
            # A fault of this program must not end the other runs.
            return "WRONG", traceback.format_exc()
        if outcome != "not reached":
            break
    return outcome, reason


def is_chosen(only, workload, place=None, fault=None):
    """Whether `--only` names a run."""
    names = [workload.name] + ([place.kind, f"{place.object_class} {place.number}", fault] if place else [])
    return not only or any(all(pattern in ("", name) for pattern, name in zip(text.split(":"), names))
                           for text in only)


def main():
    parser = argparse.ArgumentParser(description="Fails each call of small commands once, and judges the results.")
    parser.add_argument("--sluice", default=".build/release/sluice", help="the tool")
    parser.add_argument("--only", nargs="+", metavar="WORKLOAD[:KIND[:PLACE[:FAULT]]]", help="some of the runs")
    parser.add_argument("--slice", default="0/1", metavar="K/N", help="the K-th of N parts of the runs, from 0")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=float("inf"), help="the time after which no run begins")
    parser.add_argument("--list", action="store_true", help="print the places")
    parser.add_argument("--verbose", action="store_true", help="print each run")
    options = parser.parse_args()
    workloads = [workload for workload in WORKLOADS if is_chosen(options.only, workload)]
    if not workloads:
        sys.exit(f"there is no {options.only}")
    with tempfile.TemporaryDirectory() as folder:
        shim = f"{folder}/shim.so"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", shim, HERE / "shim.c"], check=True)
        worlds = [World(os.path.abspath(options.sluice), shim, has_link=False) for _ in range(options.jobs)]
        try:
            sys.exit(Torture(options, workloads, worlds).run())
        finally:
            for world in worlds:
                world.close()


class Torture:
    """All runs, on several worlds at a time."""

    def __init__(self, options, workloads, worlds):
        self.options, self.workloads = options, workloads
        self.started = time.monotonic()
        # A world's folder and its run's number are always as long.
        self.numbers = iter(range(100_000, 1_000_000))
        self.worlds = queue.Queue()
        for world in worlds:
            self.worlds.put(world)
        folder = os.path.dirname(worlds[0].sluice)
        self.symbols = {program: places.Symbols(os.path.join(folder, program))
                        for program in {workload.program for workload in workloads}}
        self.healthy, self.tally = {}, {workload.name: collections.Counter() for workload in workloads}
        self.reasons, self.lock = collections.Counter(), threading.Lock()

    def with_world(self, work, *arguments):
        world = self.worlds.get()
        try:
            return work(world, *arguments)
        finally:
            self.worlds.put(world)

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for future in [pool.submit(self.with_world, self.find_places, workload) for workload in self.workloads]:
                future.result()
            runs = self.chosen_runs()
            futures = [pool.submit(self.with_world, self.run_one, *run) for run in runs]
            for future in futures:
                future.result()
        self.print_table()
        return 1 if any(counts["WRONG"] for counts in self.tally.values()) else 0

    def find_places(self, world, workload):
        try:
            self.healthy[workload.name] = Healthy(world, self.numbers, workload, self.symbols[workload.program])
        except Exception as error:
            self.tally[workload.name]["WRONG"] += 1
            problem = error if isinstance(error, Wrong) else traceback.format_exc()
            print(f"WRONG  {workload.name} without a fault: {problem}", flush=True)

    def chosen_runs(self):
        """Returns the slice's runs: neighbours are of different kinds, so that a few runs show much."""
        runs = []
        for workload in self.workloads:
            healthy = self.healthy.get(workload.name)
            for place in sorted(healthy.places.values()) if healthy else []:
                chosen = [fault for fault in places.faults(workload.name, place)
                          if is_chosen(self.options.only, workload, place, fault)]
                runs += [(workload, place, fault) for fault in chosen]
                if chosen and self.options.list:
                    print(workload.name, *place, " ".join(chosen), sep="\t")
        random.Random(0).shuffle(runs)
        first, step = map(int, self.options.slice.split("/"))
        return [] if self.options.list else runs[first::step]

    def run_one(self, world, workload, place, fault):
        if time.monotonic() - self.started > self.options.seconds:
            return
        outcome, detail = inject(world, self.numbers, workload, self.healthy[workload.name], place, fault)
        with self.lock:
            self.tally[workload.name][outcome] += 1
            if outcome == "ignored":
                self.reasons[detail] += 1
            if outcome in ("WRONG", "not reached") or self.options.verbose:
                name = f"{workload.name}:{place.kind}:{place.object_class} {place.number}:{fault}"
                print(f"{outcome}  {name}  {place.object}, {place.caller}: {detail or ''}\n"
                      f"       make torture TORTURE_FLAGS='--only \"{name}\"'", flush=True)

    def print_table(self):
        print(f"\n{'workload':<20}" + "".join(f"{name:>12}" for name in ["places", "runs", *OUTCOMES]))
        for name, counts in self.tally.items():
            found = len(self.healthy[name].places) if name in self.healthy else 0
            self.print_row(name, found, counts)
        everything = sum(self.tally.values(), collections.Counter())
        self.print_row("all", sum(len(healthy.places) for healthy in self.healthy.values()), everything)
        for reason, count in self.reasons.items():
            print(f"ignored {count} times: {reason}")
        of_runtime = sum(healthy.of_runtime for healthy in self.healthy.values())
        print(f"not counted: {of_runtime} places in libdispatch, which ends the process")
        print(f"{sum(everything.values())} runs in {time.monotonic() - self.started:.0f} s")

    @staticmethod
    def print_row(name, found, counts):
        print(f"{name:<20}" + "".join(f"{number:>12}" for number in
                                      [found, sum(counts.values()), *(counts[outcome] for outcome in OUTCOMES)]))


if __name__ == "__main__":
    main()
