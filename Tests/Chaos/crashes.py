#!/usr/bin/env python3
"""Checks what the tool makes of every state in which a power failure may leave its files.

The system calls of a few commands are recorded with strace. A crash after any of them leaves some state that POSIX
allows: whatever was not flushed may be on the disk, or not, or a half of it, or zeros. Such states are built, and the
tool has to recover from each. The exit code is 1 if it does not.

    add, run …      mkdir  write  fsync  link  fsync  pwrite  │ fsync  unlink
                                                              └ a crash: half of the last write, with or without …
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from runs import PATIENCE, World
from works import pattern

CALLS = "openat,mkdir,rename,link,linkat,unlink,write,pwrite64,ftruncate,fsync,fdatasync"
# A file or a folder, whatever its name.
Inode = collections.namedtuple("Inode", "number is_folder")


class Trace:
    """The operations of commands on the files of a folder.

    Each operation is a tuple:
        ("name", {(folder, name): inode or None})     entries that appear or vanish in one step
        ("write", inode, offset, bytes)
        ("resize", inode, size)
        ("sync", inode)
        ("done", label)                               a command has ended
    """

    def __init__(self, folder, grows_in_order=False):
        self.folder, self.grows_in_order = os.path.realpath(folder), grows_in_order
        self.operations = []
        self.count = 0
        self.root = self.new(True)
        self.names = {}
        # The file whose inode is part of the name of a new one, by that number.
        self.replaced = {}

    def new(self, is_folder):
        self.count += 1
        return Inode(self.count, is_folder)

    def record(self, command, label):
        """Runs a command, and adds its operations."""
        with tempfile.TemporaryDirectory() as logs:
            subprocess.run(
                ["strace", "-ff", "-ttt", "-y", "-xx", "-s", str(1 << 24), "-o", f"{logs}/log", "-e",
                 f"trace={CALLS}", *map(str, command)], cwd=self.folder, stdin=subprocess.DEVNULL,
                capture_output=True, timeout=PATIENCE)
            # There is a file for each thread, in which each line begins with the time.
            lines = [line.split(" ", 1) for path in pathlib.Path(logs).iterdir()
                     for line in path.read_text().splitlines()]
        self.files, self.positions = {}, {}
        for _, line in sorted(lines, key=lambda line: line[0]):
            self.add(line)
        self.operations.append(("done", label))

    def place(self, path):
        """Returns the folder's inode and the name of a path, or `None` if it is elsewhere."""
        path = os.path.normpath(os.path.join(self.folder, path))
        if not path.startswith(self.folder + "/"):
            return None
        inode = self.root
        *folders, name = path[len(self.folder) + 1:].split("/")
        for folder in folders:
            inode = self.names.get((inode, folder))
            if inode is None:
                return None
        return inode, name

    def find(self, path):
        if os.path.normpath(os.path.join(self.folder, path)) == self.folder:
            return self.root
        place = self.place(path)
        return place and self.names.get(place)

    def change(self, entries):
        self.names |= entries
        self.operations.append(("name", entries))

    def has_file(self, arguments):
        """Whether the first argument is a file of the folder, and not a socket or a timer with the same number."""
        described = re.match(r"\d+<((?:\\x[0-9a-f]{2})*)>", arguments)
        return described and bytes.fromhex(described[1].replace("\\x", "")).startswith(os.fsencode(self.folder))

    def add(self, line):
        """Adds the operation of a line of strace."""
        found = re.fullmatch(r"(\w+)\((.*)\)\s+= (\d+)(<.*)?", line)
        if not found:
            return
        call, arguments, result = found[1], found[2], int(found[3])
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)]
        paths = [text.decode(errors="replace") for text in texts]
        number = int(re.match(r"\d+", arguments)[0]) if re.match(r"\d+", arguments) else None
        if call == "openat":
            self.files.pop(result, None)
            place = self.place(paths[0])
            inode = self.find(paths[0])
            if "O_TMPFILE" in arguments and inode:
                inode = self.new(False)
            elif inode is None and place and "O_CREAT" in arguments:
                inode = self.new(False)
                if found := re.search(r"-(\d+)\.new$", paths[0]):
                    self.replaced[found[1]] = self.names.get((place[0], "record"))
                self.change({place: inode})
            if inode:
                self.files[result], self.positions[result] = inode, 0
        elif call == "mkdir" and self.place(paths[0]):
            self.change({self.place(paths[0]): self.new(True)})
        elif call == "rename" and self.find(paths[0]):
            self.change({self.place(paths[0]): None, self.place(paths[1]): self.find(paths[0])})
        elif call in ("link", "linkat") and self.place(paths[1]):
            file = re.fullmatch(r"/proc/self/fd/(\d+)", paths[0])
            self.change({self.place(paths[1]): self.files[int(file[1])] if file else self.find(paths[0])})
        elif call == "unlink" and self.find(paths[0]):
            self.change({self.place(paths[0]): None})
        elif number in self.files and self.has_file(arguments):
            inode = self.files[number]
            if call == "write":
                self.operations.append(("write", inode, self.positions[number], texts[0][:result]))
                self.positions[number] += result
            elif call == "pwrite64":
                offset = int(arguments.rsplit(", ", 1)[1])
                self.operations.append(("write", inode, offset, texts[0][:result]))
            elif call == "ftruncate":
                self.operations.append(("resize", inode, int(arguments.rsplit(", ", 1)[1])))
            elif call in ("fsync", "fdatasync"):
                self.operations.append(("sync", inode))

    # States after a crash.

    def states(self, limit, chance):
        """Yields the number of operations before a crash, and a state of the files: a dictionary of paths.

        At most `limit` states are yielded for each crash, chosen at random if there are more.
        """
        seen = set()
        for count in range(len(self.operations) + 1):
            if count and self.operations[count - 1][0] == "done":
                continue
            for state in self.states_after(count, limit, chance):
                done = sum(operation[0] == "done" for operation in self.operations[:count])
                key = hash((done, *sorted(state.items(), key=lambda item: item[0])))
                if key not in seen:
                    seen.add(key)
                    yield count, state

    def states_after(self, count, limit, chance):
        operations = self.operations[:count]
        choices = [[True] if self.is_flushed(operations, index) else self.choices(operation)
                   for index, operation in enumerate(operations)]
        total = 1
        for each in choices:
            total *= len(each)
        if total <= limit:
            selected = itertools.product(*choices)
        else:
            # All of it, nothing of it, and any.
            selected = itertools.chain(
                [[each[0] for each in choices], [each[-1] for each in choices]],
                ([chance.choice(each) for each in choices] for _ in range(limit - 2)))
        for selection in selected:
            yield self.build(operations, selection)

    @staticmethod
    def is_flushed(operations, index):
        kind, target, *_ = operations[index]
        inodes = {folder for folder, _ in target} if kind == "name" else {target}
        return any(later[0] == "sync" and later[1] in inodes for later in operations[index + 1:])

    def choices(self, operation):
        """What a crash may leave of an operation: all, a half, zeros, or nothing."""
        if operation[0] == "write":
            return [True, "half", False] if self.grows_in_order else [True, "half", "zeros", False]
        return [True, False] if operation[0] in ("name", "resize") else [True]

    def build(self, operations, selection):
        names, contents = {}, collections.defaultdict(bytearray)
        # Files that have lost some bytes at their end.
        cut = set()
        for operation, choice in zip(operations, selection):
            if operation[0] == "write" and self.grows_in_order and choice is not True:
                cut.add(operation[1])
            if not choice or operation[0] in ("sync", "done"):
                continue
            if operation[0] == "name":
                names |= operation[1]
            elif operation[0] == "resize":
                content = contents[operation[1]]
                content[:] = content[:operation[2]].ljust(operation[2], b"\0")
            else:
                _, inode, offset, data = operation
                if inode in cut and offset >= len(contents[inode]):
                    continue
                data = data if choice is True else data[:len(data) // 2] if choice == "half" else bytes(len(data))
                content = contents[inode]
                content[:] = content.ljust(offset, b"\0")
                content[offset:offset + len(data)] = data
        state = {}

        def walk(folder, path):
            for (parent, name), inode in names.items():
                if parent == folder and inode:
                    state[path + name] = None if inode.is_folder else (inode.number, bytes(contents[inode]))
                    if inode.is_folder:
                        walk(inode, f"{path}{name}/")

        walk(self.root, "")
        return state


def write(state, trace, folder, kept=()):
    """Builds a state in a folder, of which only the files in `kept` stay.

    Where a record or a name contains the inode of a file, it is that of the new file. The record then loses its
    checksum, as records of earlier versions have none.
    """
    for path in folder.iterdir():
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    inodes, part = {}, None
    for name in sorted(state):
        path = folder / name
        if state[name] is None:
            path.mkdir(mode=0o700)
        else:
            number, content = state[name]
            path.write_bytes(content)
            path.chmod(0o600)
            inodes[number] = path.stat().st_ino
            part = inodes[number] if name.endswith(".part") else part
    for path in folder.glob(".sluice-*"):
        if part and path.suffix == ".json":
            content = re.sub(rb'"inode":\d+', b'"inode":%d' % part, path.read_bytes())
            path.write_bytes(re.sub(rb',"sum":"\w+"\}$', b"}", content))
        found = re.fullmatch(r"(.*-)(\d+)(\.new)", path.name)
        if found and (replaced := trace.replaced.get(found[2])) and replaced.number in inodes:
            path.rename(folder / f"{found[1]}{inodes[replaced.number]}{found[3]}")


class Scenario:
    """Commands whose crashes are checked, in a folder, with a server."""

    # Whether files only have more bytes once these are written, as on ext4, XFS and Btrfs. POSIX does not promise it.
    grows_in_order = False
    # The files that a crash does not concern.
    kept = ()

    def __init__(self, world, number):
        self.world = world
        self.folder = world.folder / f"{self.name}-{number}"
        self.home, self.stored = self.folder / "home", self.folder / "stored"
        for path in (self.home, self.stored):
            path.mkdir(parents=True)
        self.plan()
        self.trace = Trace(self.home, self.grows_in_order)

    def plan(self, **plan):
        (self.folder / "fired").unlink(missing_ok=True)
        (self.folder / "plan.json").write_text(json.dumps({"phase": "1", "pace": 0, **plan}))

    def url(self, path):
        return f"http://127.0.0.1:{self.world.port}/{self.folder.name}/{path}"

    def words(self, *words, phase="2"):
        return [self.world.sluice, *words, *([] if "add" in words or "retry" in words else
                                            ["--proxy", "", "--progress", "none", "-H", f"X-Phase: {phase}"])]

    def call(self, *words):
        return subprocess.run(list(map(str, self.words(*words))), cwd=self.home, capture_output=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL)

    def record_interrupted(self, *words, at):
        """Records a transfer that is ended in the middle."""
        self.plan(place="body", at=at, action=["stall", 2], pace=0.01)
        self.trace.record([*self.words(*words, phase="1"), "--timeout", "1"], "interrupted")
        self.plan()


class OutboxCrashes(Scenario):
    """Messages that are added, fail, die, are retried, and are delivered."""

    name = "outbox"
    count = 3

    def content(self, number):
        return pattern(300, number).hex()

    def record(self):
        for number in range(self.count):
            order = ["--order-key", "a"] if number < 2 else []
            self.trace.record(self.words("outbox", "add", "box", self.url(f"message/{number}"), "--data",
                                         self.content(number), *order), number)
        run = ["outbox", "run", "box", "--until-idle", "--retry-delay", "0.05", "--concurrent", "1"]
        # The first request fails, and then it dies.
        for status in (503, 400):
            self.plan(lie="status", status=status)
            self.trace.record(self.words(*run, phase="1"), "run")
        self.trace.record(self.words("outbox", "retry", "box", "--dead"), "retry")
        self.trace.record(self.words(*run), "run")

    def recover(self, count):
        """Yields what is wrong after a crash."""
        accepted, gone = set(), set()
        for operation in self.trace.operations[:count]:
            if operation[0] == "done" and isinstance(operation[1], int):
                accepted.add(operation[1])
            # A message may have been removed once it was delivered. A message that was moved has two names.
            elif operation[0] == "name" and list(operation[1].values()) == [None]:
                gone |= set(operation[1])
        shutil.rmtree(self.stored)
        self.stored.mkdir()
        self.call("outbox", "retry", "box", "--dead")
        result = self.call("outbox", "run", "box", "--until-idle")
        if result.returncode != 0:
            yield f"outbox run: {result.returncode} {result.stderr.decode()[-200:]}"
        if b'"setAside"' in result.stdout or b'"skipped"' in result.stdout:
            yield f"a message is damaged: {result.stdout.decode()[-300:]}"
        received = {int(path.name.split("-")[1]): path.read_text() for path in self.stored.glob("message-*")}
        wrong = [number for number, content in received.items() if content != self.content(number)]
        if wrong:
            yield f"messages {wrong} have other bytes"
        lost = accepted - set(received)
        if len(lost) > len(gone):
            yield f"accepted messages {sorted(lost)} are lost, though {len(gone)} were removed"


class CreatedOutboxCrashes(OutboxCrashes):
    """The same, after a process was killed that had created the folders, and had not flushed them."""

    name = "created"

    def record(self):
        # The folder of a lane comes after the control file, whose name is flushed first.
        folders = ["box", "box/incoming", "box/pending", "box/dead", "box/damaged"]
        self.trace.record(["mkdir", "-m", "700", *(self.home / folder for folder in folders)], "created")
        super().record()


class UploadCrashes(Scenario):
    """An upload that breaks, and is resumed."""

    name, kept = "upload", ["input"]
    size = 600_000

    def arguments(self):
        return ["upload", self.url("draft"), "input", "--resumable", "--record", "record"]

    def record(self):
        (self.home / "input").write_bytes(pattern(self.size, self.name))
        self.record_interrupted(*self.arguments(), at=self.size // 2)
        # The server's side, to which each state is resumed.
        shutil.copytree(self.stored, self.folder / "partial")

    def recover(self, count):
        shutil.rmtree(self.stored)
        shutil.copytree(self.folder / "partial", self.stored)
        record = self.home / "record"
        inode = record.stat().st_ino if record.exists() else None
        result = self.call(*self.arguments())
        if result.returncode == 65 and b"invalid-record" in result.stderr and b"record" in result.stderr:
            (self.home / "record").unlink()
            result = self.call(*self.arguments())
        if result.returncode != 0:
            yield f"upload: {result.returncode} {result.stderr.decode()[-200:]}"
        complete = [path.read_bytes() for path in self.stored.glob("upload-*[0-9]")
                    if path.with_suffix(".length").exists() and path.stat().st_size == self.size]
        if pattern(self.size, self.name) not in complete:
            yield "the server does not have the file"
        # A new file is not found if the file is gone that it was to replace.
        left = {path.name for path in self.home.iterdir() if path.suffix != ".new" or path.stem.endswith(f"-{inode}")}
        left -= {"input"}
        if left:
            yield f"files are left: {left}"


class DownloadCrashes(Scenario):
    """A download that breaks, and is resumed. It is documented to need a file system on which files grow in order."""

    name = "download"
    grows_in_order = True
    options = []
    size = 600_000

    def arguments(self):
        return ["download", self.url("file"), "-o", "file", "--resume", *self.options]

    def record(self):
        (self.folder / "source").write_bytes(pattern(self.size, self.name))
        self.record_interrupted(*self.arguments(), at=self.size // 2)

    def recover(self, count):
        result = self.call(*self.arguments())
        if result.returncode != 0:
            yield f"download: {result.returncode} {result.stderr.decode()[-200:]}"
        if (self.home / "file").read_bytes() != pattern(self.size, self.name):
            yield "the file has other bytes"


class SegmentsCrashes(DownloadCrashes):
    """A download in segments, which needs nothing but POSIX."""

    name, options, grows_in_order = "segments", ["--segments", "3"], False


SCENARIOS = [OutboxCrashes, CreatedOutboxCrashes, UploadCrashes, DownloadCrashes, SegmentsCrashes]


def main():
    parser = argparse.ArgumentParser(description="Recovers from every state that a crash may leave.")
    parser.add_argument("--sluice", default=".build/release/sluice", help="the tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--states", type=int, default=6, help="the maximum number of states after each system call")
    parser.add_argument("--only", choices=[scenario.name for scenario in SCENARIOS])
    options = parser.parse_args()
    world, problems = World(os.path.abspath(options.sluice), None, has_link=False), 0
    try:
        for scenario in SCENARIOS:
            if options.only in (None, scenario.name):
                problems += check(scenario(world, 0), options)
    finally:
        world.close()
    sys.exit(problems > 0)


def check(scenario, options):
    scenario.record()
    count = problems = 0
    for crash, state in scenario.trace.states(options.states, random.Random(options.seed)):
        write(state, scenario.trace, scenario.home, scenario.kept)
        count += 1
        found = list(scenario.recover(crash))
        if found:
            problems += 1
            if problems <= 5:
                described = {path: content and (len(content[1]), content[1][:40]) for path, content in state.items()}
                print(f"WRONG  {scenario.name}, after call {crash}: {'; '.join(found)}\n       {described}")
    operations = len(scenario.trace.operations)
    print(f"{scenario.name:<12}{operations:>5} operations{count:>6} states{problems:>6} wrong", flush=True)
    return problems


if __name__ == "__main__":
    main()
