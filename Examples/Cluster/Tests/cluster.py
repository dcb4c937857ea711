#!/usr/bin/env python3
"""Runs the examples: uploads a file to moto's S3 server from four workers, kills one of them on the way, and checks that
the object is the file, and that nothing was sent again that had been confirmed.

The commands are those of the README. `make examples EXAMPLE=cluster` installs what is needed.
"""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import boto3
import yaml

from slurm import Slurm
from support import free_ports, parent, wait_for

HERE = pathlib.Path(__file__).resolve().parent.parent
MIB = 1 << 20
# The number of simultaneous requests of a worker, which may be sent again when it is killed.
PARALLEL = 4


class World:
    """A folder with a file to upload, and an S3 server, until the end of the `with` block."""

    def __init__(self, sluice, size, folder):
        self.folder, self.size, self.processes = pathlib.Path(folder), size, []
        [self.port] = free_ports(1)
        programs = self.folder / "bin"
        programs.mkdir()
        (programs / "sluice").symlink_to(os.path.abspath(sluice))
        self.environment = {
            **os.environ, "PATH": f"{programs}:{os.path.dirname(sys.executable)}:{os.environ['PATH']}", "cluster": str(HERE),
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}", "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_DEFAULT_REGION": "us-east-1", "TMPDIR": str(self.folder), "no_proxy": "127.0.0.1"}
        self.log = self.folder / "requests.log"
        self.file, self.digest = make_file(self.folder / "holiday.mov", size)
        self.client = boto3.client(
            "s3", endpoint_url=self.environment["AWS_ENDPOINT_URL"], region_name="us-east-1", aws_access_key_id="key",
            aws_secret_access_key="secret")

    def __enter__(self):
        with open(self.log, "w") as log:
            command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]
            self.start(command, stdout=log, stderr=log)
        try:
            wait_for("the S3 server", lambda: can_connect(self.port))
            self.client.create_bucket(Bucket="bucket")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()

    def start(self, command, **options):
        options = {"env": self.environment, "stdin": subprocess.DEVNULL, **options}
        self.processes.append(subprocess.Popen(command, **options))
        return self.processes[-1]

    def run(self, command, folder):
        if self.start(["bash", "-euo", "pipefail", "-c", command], cwd=folder).wait() != 0:
            sys.exit(f"failed: {command}")

    def upload(self, name, send):
        """Uploads the file with the README's commands, of which `send` replaces the third one."""
        started, logged = time.monotonic(), self.log.stat().st_size
        folder = self.folder / name
        folder.mkdir()
        plan, sign, _, finish = readme_commands()
        size = max(5 * MIB, min(64 * MIB, self.size // 64 // MIB * MIB))
        self.run(plan.replace("/shared/holiday.mov", f"{self.file} --part-size {size}"), folder)
        self.run(sign, folder)
        worker = Worker(folder)
        send(self, folder, worker)
        self.run(finish, folder)
        requests = self.log.read_bytes()[logged:].decode(errors="replace")
        sent = [int(number) for number in re.findall(r'"PUT /bucket/\S*partNumber=(\d+)\S* HTTP/1.1" 200', requests)]
        count = len((folder / "plan.jsonl").read_text().splitlines()) - 1
        check("all parts were sent", set(sent) == set(range(1, count + 1)))
        check("no confirmed part was sent again", all(sent.count(number) == 1 for number in worker.confirmed))
        check("only those that were under way were sent again", len(sent) <= count + PARALLEL)
        check("the object is the file", self.stored_digest() == self.digest)
        self.client.delete_object(Bucket="bucket", Key="holiday.mov")
        print(f"{name}: {self.size / MIB:.0f} MiB in {count} parts, {len(worker.confirmed)} of which were confirmed when a "
              f"worker was killed; {len(sent) - count} sent again; {time.monotonic() - started:.1f} s", flush=True)

    def stored_digest(self):
        digest = hashlib.sha256()
        for chunk in self.client.get_object(Bucket="bucket", Key="holiday.mov")["Body"].iter_chunks(MIB):
            digest.update(chunk)
        return digest.hexdigest()


class Worker:
    """The worker of an upload that is killed."""

    def __init__(self, folder):
        self.folder = folder
        # The numbers of the parts that the results had when it was killed.
        self.confirmed = []

    def lose(self, kill=lambda tool: os.kill(tool, signal.SIGKILL)):
        """Kills a worker that has sent some parts of its share, if it has several.

        `kill` is called with the identifier of its tool's process.
        """
        wait_for("a worker with some of its parts", lambda: any(self.lose_one(kill, *tool) for tool in self.tools()))

    def lose_one(self, kill, tool, arguments):
        results = self.folder / arguments[arguments.index("-o") + 1]
        first, last = (arguments[arguments.index("--only") + 1].split("-") * 2)[:2]
        share = int(last) - int(first) + 1

        def is_on_its_way():
            self.confirmed = self.numbers("results.*.jsonl")
            sent = len(self.numbers(results.name))
            return self.confirmed and min(share - 1, 1) <= sent < share

        if not is_on_its_way():
            return False
        with contextlib.suppress(ProcessLookupError):
            # The results of a stopped process do not change while they are counted.
            os.kill(tool, signal.SIGSTOP)
            if is_on_its_way():
                kill(tool)
                return True
            os.kill(tool, signal.SIGCONT)
        return False

    def numbers(self, pattern):
        """Returns the numbers of the parts in files of results."""
        lines = [line for path in self.folder.glob(pattern) for line in path.read_text().splitlines(keepends=True)]
        # The first line of each says what the results belong to.
        results = [json.loads(line) for line in lines if line.endswith("\n")]
        return [result["number"] for result in results if "number" in result]

    def tools(self):
        """Returns the identifiers and the arguments of the tools that run in the folder."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                arguments = (process / "cmdline").read_text(errors="replace").split("\0")
                if arguments[:2] == ["sluice", "upload-parts"] and pathlib.Path(os.readlink(process / "cwd")) == self.folder:
                    found.append((int(process.name), arguments))
        return found


def make_file(path, size):
    """Writes a sparse file with 4 KiB that are not zeros in each MiB. Returns its path and its SHA-256."""
    with open(path, "wb+") as file:
        file.truncate(size)
        for offset in range(0, size, MIB):
            os.pwrite(file.fileno(), hashlib.shake_128(str(offset).encode()).digest(4096), offset)
        return path, hashlib.file_digest(file, "sha256").hexdigest()


def readme_commands():
    """Returns the commands of the first block of the README."""
    block = (HERE / "README.md").read_text().split("```sh\n")[1].split("```")[0]
    return [line.split("  #")[0] for line in block.splitlines()]


def can_connect(port):
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


def check(what, is_right):
    if not is_right:
        sys.exit(f"not right: {what}")


# The ways to send the parts


def dask(world, folder, worker):
    process = world.start([HERE / "dask/send.py"], cwd=folder)
    worker.lose(lambda tool: os.kill(parent(tool), signal.SIGKILL))
    check("Dask sends all parts", process.wait() == 0)


def parallel(world, folder, worker):
    command = next(line for line in (HERE / "README.md").read_text().splitlines() if "| parallel " in line)
    process = world.start(["bash", "-euc", command.replace("--sshloginfile hosts --workdir .", "-j 4")], cwd=folder)
    worker.lose()
    check("GNU parallel sends all parts", process.wait() == 0)


def kubernetes(world, folder, worker):
    """Validates the job, runs the container's command as its pods would, and again for the pod that is killed."""
    import kubernetes_validate
    job = yaml.safe_load((HERE / "kubernetes/job.yaml").read_text())
    kubernetes_validate.validate(job, "1.33", strict=True)
    container = job["spec"]["template"]["spec"]["containers"][0]
    command = container["command"] + container["args"]
    environment = {each["name"]: each["value"] for each in container["env"]}

    def start(index):
        return world.start(
            command, cwd=folder, env={**world.environment, **environment, "JOB_COMPLETION_INDEX": str(index)})

    pods = [start(index) for index in range(job["spec"]["completions"])]
    worker.lose()
    failed = [index for index, pod in enumerate(pods) if pod.wait() != 0]
    check("one pod failed", len(failed) == 1)
    check("another one sends the rest", start(failed[0]).wait() == 0)


def slurm(world, folder, worker):
    with Slurm(world.folder / "cluster", world.environment) as slurm:
        job = world.start(["sbatch", "--wait", HERE / "slurm/send.sbatch"], cwd=folder, env=slurm.environment)
        worker.lose(slurm.lose_node)
        check("Slurm sends all parts", job.wait() == 0)


WAYS = {way.__name__: way for way in (dask, parallel, kubernetes, slurm)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice", help="path of the tool (.build/release/sluice)")
    arguments.add_argument("--mebibytes", type=int, default=4096, help="size of the file in MiB (4096)")
    arguments.add_argument("--ways", nargs="+", choices=WAYS, default=["dask"], help="who runs the workers (dask)")
    options = arguments.parse_args()
    # Like Ctrl-C, these signals stop the servers and remove the folder.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    with (tempfile.TemporaryDirectory(prefix="sluice-cluster-") as folder,
          World(options.sluice, options.mebibytes * MIB, folder) as world):
        for name in options.ways:
            world.upload(name, WAYS[name])


if __name__ == "__main__":
    main()
