#!/usr/bin/env -S python3 -B
"""Kills processes that share the folder of a cache, at random times, and checks the folder.

    kills.py PROGRAM [--kills 1000] [--processes 8] [--seed N]

PROGRAM is the built CacheKills. The processes read, write and remove entries, and fail if a byte is wrong: each body
ends with its hash. Each is killed at some time after it has written an entry. After each hundred kills, the last time
included, and without any process:

- there are entries, and every one is right;
- the number of bytes that the store reports is the sum of its files, in blocks of 4 KiB;
- no file is left that belongs to no entry.

Afterwards, a disk of 1 MiB is filled, if this user may mount one.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time


def files(folder):
    """Yields the paths and sizes of the files in the shards and in the folder for incoming bodies."""
    for name in os.listdir(folder):
        if name == "counts":
            continue
        for file in os.listdir(f"{folder}/{name}"):
            yield f"{name}/{file}", os.stat(f"{folder}/{name}/{file}").st_size


def check(program, folder):
    result = subprocess.run([program, "check", folder], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"check: {result.stderr}")
    reported, large, entries = map(int, result.stdout.split())
    found = dict(files(folder))
    space = sum((size + 4095) // 4096 * 4096 for size in found.values())
    bodies = [name for name in found if "." in name]
    others = [name for name in found if not re.fullmatch(r"([0-9a-f]{2})/[0-9a-f]{62}\1(\.[0-9a-f]+(\.sums)?)?", name)]
    if reported != space or len(bodies) != 2 * large or others:
        sys.exit(f"{reported} bytes of {space} reported, {len(bodies)} files of {large} large bodies, others: {others}")
    return entries


def kill(program, folder, kills, processes, seed):
    generator = random.Random(seed)

    def start():
        return subprocess.Popen([program, "work", folder, str(generator.getrandbits(63))],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    done, workers = 0, []
    try:
        while done < kills:
            workers = [start() for _ in range(processes)]
            for _ in range(min(100, kills - done)):
                index = generator.randrange(processes)
                # On a busy machine, processes would otherwise be killed before they have done anything.
                workers[index].stdout.readline()
                time.sleep(generator.uniform(0, 0.03))
                ended = [worker for worker in workers if worker.poll() is not None]
                if ended:
                    sys.exit(f"a process ended: {ended[0].stderr.read().decode().strip() or ended[0].returncode}")
                end(workers[index])
                workers[index] = start()
                done += 1
            while workers:
                end(workers.pop())
            entries = check(program, folder)
            if entries == 0:
                sys.exit("no process has left an entry")
            print(f"{done} kills, {entries} entries right", flush=True)
    finally:
        for worker in workers:
            end(worker)


def end(worker):
    worker.kill()
    worker.communicate()


def fill(program, folder):
    script = 'mount -t tmpfs -o size=1m none "$1" || exit 99; mkdir "$1/c"; exec "$0" fill "$1/c"'
    result = subprocess.run(["unshare", "-m", "sh", "-c", script, program, folder], capture_output=True, text=True)
    if result.returncode in (1, 99):
        print("full disk: not allowed here")
    elif result.returncode != 0:
        sys.exit(f"full disk: {result.returncode} {result.stderr}")
    else:
        print(f"full disk: {result.stdout.split()[2]} entries right, and no part of another")


def main():
    # A process that fails ends at once, without a backtrace.
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(31))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/disk")
        kill(arguments.program, f"{folder}/cache", arguments.kills, arguments.processes, arguments.seed)
        fill(arguments.program, f"{folder}/disk")


main()
