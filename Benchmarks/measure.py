"""Measures runs of commands."""

import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

MIB = 1 << 20


class Failed(SystemExit):
    """A command that failed. It ends the benchmark, unless it is caught."""


class Run:
    """A run of a command: wall and processor time (s), peak memory (KiB) and, if counted, the most open descriptors.

    Its output is discarded, unless `output` is a file.
    """

    def __init__(self, command, count_descriptors=False, timeout=1800, output=subprocess.DEVNULL):
        with tempfile.NamedTemporaryFile("r") as report, tempfile.TemporaryFile("r+", errors="replace") as errors:
            before = processor_time()
            # GNU time is small. If Python started the command, Python's own size would count as the command's peak.
            process = subprocess.Popen(
                ["/usr/bin/time", "-q", "-f", "%M", "-o", report.name] + command, stdout=output, stderr=errors,
                start_new_session=True)
            start = time.monotonic()
            self.descriptors = most_descriptors(process) if count_descriptors else 0
            # Waiting with a timeout of its own would poll, up to 50 ms late.
            timer = threading.Timer(timeout, os.killpg, [process.pid, signal.SIGKILL])
            timer.start()
            code = process.wait()
            self.wall = time.monotonic() - start
            self.processor = processor_time() - before
            timer.cancel()
            errors.seek(0)
            text = errors.read().strip()
            if code != 0:
                # The last line of a stack of calls in Python is the exception.
                last = text.splitlines()[-1][:300] if text else ""
                reason = f"stopped after {timeout} s" if self.wall >= timeout else f"exit code {code}"
                raise Failed(f"{os.path.basename(command[0])}: {reason} {last}".strip())
            if text:
                print(text, file=sys.stderr)
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


def alternate(rounds, prepare=lambda: None, failed=None, **commands):
    """Runs the commands in alternation, after `prepare` each. The first round warms up and does not count.

    `failed` is called with the name of a command that fails and the reason, and the command is not run again.
    """
    runs = {name: [] for name in commands}
    for round in range(rounds + 1):
        for name in list(runs):
            prepare()
            try:
                run = Run(commands[name])
            except Failed as error:
                if failed is None:
                    raise
                failed(name, str(error))
                del runs[name]
                continue
            if round > 0:
                runs[name].append(run)
    prepare()
    return runs


def median(runs, quantity):
    return statistics.median(getattr(run, quantity) for run in runs)


def make_file(folder, name, size):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        block = os.urandom(MIB)
        for _ in range(size // MIB):
            file.write(block)
        file.write(block[: size % MIB])
    return path
