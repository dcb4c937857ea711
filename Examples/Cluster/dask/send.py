#!/usr/bin/env python3
"""Sends the parts of the plan in the current folder with the workers of a Dask cluster.

All workers see the folder under the same path. If one is lost, another one sends the rest of its share.
"""

import argparse
import json
import os
import subprocess

from dask.distributed import Client


def send(folder, first, last):
    """Sends parts, except those that an earlier call has sent. Runs on a worker."""
    # If the worker is killed, the tool ends with it, and releases the file of results.
    command = ["setpriv", "--pdeathsig", "KILL", "sluice", "upload-parts", "send", "plan.jsonl", "--urls", "urls.txt",
               "--only", f"{first}-{last}", "-o", f"results.{first}.jsonl", "--progress", "none"]
    process = subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    if process.returncode != 0:
        raise RuntimeError(process.stderr)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--scheduler", help="such as tcp://head:8786; four workers on this machine without it")
    arguments.add_argument("--share", type=int, default=16, help="number of parts of a task (16)")
    options = arguments.parse_args()
    with open("plan.jsonl") as plan:
        count = json.loads(next(plan))["parts"]
    first = range(1, count + 1, options.share)
    last = [min(number + options.share - 1, count) for number in first]
    local = {"n_workers": 4, "threads_per_worker": 1, "dashboard_address": None}
    with Client(options.scheduler) if options.scheduler else Client(**local) as client:
        client.gather(client.map(send, [os.getcwd()] * len(first), first, last, retries=3))


if __name__ == "__main__":
    main()
