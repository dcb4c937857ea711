"""A trial: one command of which one call fails, and its judge."""

import collections
import errno
import os
import re
import shutil
import signal

import places
from runs import Run, Wrong
from workloads import sends

# Network errors do not have a message of the system, but one of these codes.
NETWORK = r"connection-(lost|failed)|timed-out|out-of-resources|unknown-host|invalid-response"
RESOURCES = {"EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EAGAIN", "MEMORY"}
# The errors of calls that more than one exit code suits.
SOCKETS = {"socket", "bind", "connect", "send", "recv", "getaddrinfo", "accept", "listen", "epoll_ctl", "socketpair",
           "allocate", "eventfd", "epoll_create1", "pthread_create", "pipe"}


class Fault:
    """What `Run` has to know about a fault."""

    address = "127.0.0.1"
    keeps_server = is_shared = False
    signals = ()
    disk = None

    def __init__(self, name, patience):
        self.name, self.patience = name, patience


class Trial(Run):
    """A command that runs once with a fault, and once without.

    Attributes:
        calls: The text that the shim has written about all calls of a healthy run.
        open_files: The names of the files that were open at the end.
    """

    def __init__(self, world, number, workload, fault=None, place=None, healthy=None):
        super().__init__(world, number, workload, Fault(fault or "nothing", healthy.patience if healthy else 20), 0)
        self.place, self.healthy = place, healthy
        # Their length is that of all other runs, so that the calls are the same.
        (self.folder / "client").touch()

    def course(self):
        """Returns the outcome, and why an error is ignored."""
        work, place = self.work, self.place
        work.prepare(self)
        work.begin(self)
        environment = {"FAULT_END": str(self.folder / "end")}
        if place:
            fault = places.number(self.fault.name)
            environment["FAULT_CALL"] = f"{place.kind}:{place.number}:{fault}:{place.object_class}"
        else:
            environment["FAULT_LIST"] = str(self.folder / "list")
        earlier = {path.name for path in self.home.iterdir()}
        outcome = self.work_call("1", environment=environment)
        self.open_files = collections.Counter(self.read("end").splitlines())
        self.calls = self.read("list")
        if not place:
            if outcome.code != 0:
                raise Wrong(f"a healthy call failed: {outcome.code} {outcome.error}")
            self.check(self.results(outcome))
            self.finish()
            return "healthy", None
        if not (self.folder / "fired").exists():
            return "not reached", None
        result = self.judge(outcome)
        if result[0] != "killed":
            self.check(self.left(earlier))
        self.finish(may_leave=outcome.code < 0 or place.kind in ("unlink", "rmdir"))
        return result

    def read(self, name):
        path = self.folder / name
        return path.read_text(errors="replace") if path.exists() else ""

    def results(self, outcome):
        """What is wrong after a success."""
        work = self.work
        problems = work.problems(self) + work.missing(self)
        if work.done and not work.done(self):
            problems.append("the command has not done its work")
        return problems + ([f"the output is {outcome.output[:200]}"] if not self.has_output(outcome) else [])

    def has_output(self, outcome):
        expected = self.work.output
        return expected is None or (expected(outcome.output) if callable(expected) else outcome.output == expected)

    # The judge.

    def judge(self, outcome):
        fault, place = self.fault.name, self.place
        self.check(self.work.problems(self))
        if outcome.code < 0:
            if fault in ("before", "after") and outcome.code == -signal.SIGKILL:
                return "killed", None
            if place.kind == "allocate" and place.object_class == "libcurl" and outcome.code == -signal.SIGFPE:
                return "ignored", "libcurl 7.88 uses a table of a socket's transfers that it has no memory for"
            raise Wrong(f"the call was ended by the signal {-outcome.code}: {outcome.text[-300:]}")
        if fault in ("before", "after"):
            raise Wrong("the process was not killed")
        reason = places.match(places.IGNORED, self.work.name, place, fault)
        if outcome.code == 0:
            # An outbox reports what it cannot read or send now, and sends it in the next run.
            if b'"retryAt":"' in outcome.output and re.search(self.reason(), outcome.text):
                return "warned", None
            # Without memory, a library may do nothing, and not say so: nothing is wrong then, but something is missing.
            if not (reason and place.kind == "allocate"):
                self.check(self.results(outcome))
            if outcome.text and "error" in outcome.text:
                return "warned", None
            if reason:
                return "ignored", reason
            if place.kind == "close" and not self.is_last_chance:
                return "ignored", "the file was only read, or its bytes were flushed or checked before"
            if place.kind in places.DURABLE and place.object_class.startswith("~") and fault not in places.TEMPORARY:
                raise Wrong("the command succeeded, although the disk may not have its result")
            return "right", None
        self.check(self.faults_of_error(outcome))
        return "refused", None

    @property
    def is_last_chance(self):
        """Whether a close is the last call that may report an error of earlier writes."""
        calls = [place for place in self.healthy.places.values() if place.object_class == self.place.object_class]
        has_writes = any(place.kind in ("write", "pwrite", "sendfile", "ftruncate") for place in calls)
        # A copy of the descriptor is closed to check the writes.
        is_checked = any(place.kind in ("fsync", "fdatasync", "dup") for place in calls)
        return has_writes and (not is_checked or "checkWrites" in self.place.caller)

    def faults_of_error(self, outcome):
        """What is wrong with an error: its exit code, its object, its reason."""
        fault, place = self.fault.name, self.place
        shown = f"exit code {outcome.code}, {outcome.error or 'no error'}"
        if fault in places.TEMPORARY and place.kind in ("read", "pread", "write", "pwrite", "send", "recv", "fsync",
                                                        "fdatasync", "ftruncate", "open", "create", "lock",
                                                        "epoll_wait", "poll", "accept", "connect", "flock"):
            # A server that reports a lost connection may be tried again by the caller only.
            return [f"a call was not repeated: {shown}"]
        if place.object_class == "errors":
            return []
        if place.object_class == "output" and fault == "EPIPE":
            return []
        if not re.search(r"^(error: [a-z-]+|warning: the cookies cannot be saved): ", outcome.text, re.MULTILINE):
            return [f"no error is reported: {shown}"]
        problems = []
        if not re.search(self.reason(), outcome.text):
            problems.append("the error does not name the reason")
        if not self.names_object(outcome.text):
            problems.append("the error does not name the object")
        if outcome.code not in self.codes():
            problems.append("the exit code is wrong")
        return [f"{', '.join(problems)}: {shown}"] if problems else []

    @property
    def is_of_network(self):
        place = self.place
        return place.kind in SOCKETS or place.kind == "poll" and place.object_class == "socket inet"

    def reason(self):
        fault, place = self.fault.name, self.place
        text = re.escape(os.strerror(getattr(errno, fault))) if hasattr(errno, fault) else "lookup|resolve"
        if self.is_of_network:
            text += f"|{NETWORK}"
        if fault == "ESTALE":
            # A file that another machine has removed.
            text += "|was removed or replaced"
        if fault in RESOURCES:
            text += "|out-of-resources|out of memory|memory"
        return text

    def names_object(self, text):
        # The files and the server that the command was given.
        words = {word.split("=")[-1].lstrip("@") for word in self.work.calls(self)[0][0]}
        known = {*self.work.kept(self), *self.work.resumes, *self.work.reset}
        names = {word for word in words if word in known or (self.home / word).exists()}
        server = f"127.0.0.1:{self.world.port}"
        if self.work.name == "demo":
            # If the server fails, its client may only see a lost connection.
            server = "the server of the demo" if "the server of the demo" in text else "127.0.0.1:"
        object_class = self.place.object_class
        if object_class.startswith("~/"):
            first = object_class[2:].split("/")[0]
            if first in names:
                return first in text
            # A temporary file is named by the file that it becomes, or by the start of its own name.
            return any(name in text for name in {*names, server, first.split("#")[0]} - {"", "."})
        if object_class == "output":
            return "standard output" in text
        # Libraries, and descriptors of the process, have no name.
        return server in text if object_class in ("socket inet", "host") else True

    def codes(self):
        """The exit codes that the contract allows."""
        place = self.place
        first = place.object_class[2:].split("/")[0] if place.object_class.startswith("~/") else None
        if first:
            is_read = place.kind in ("open", "read", "pread", "fstat", "stat", "access", "mmap", "opendir", "readdir",
                                     "poll", "close", "lock", "dup")
            return {66} if first in self.work.reads else {74, 66} if is_read else {74}
        return {69, 74, 75, 76} if self.is_of_network else {74, 66}

    # Afterwards.

    def left(self, earlier):
        """What a call has left that ended by itself: files, and descriptors."""
        work = self.work
        names = {path.name for path in self.home.iterdir()} - work.kept(self) - earlier
        names = {name for name in names if not any(re.fullmatch(pattern.replace("*", ".*"), name)
                                                   for pattern in work.resumes)}
        # Caches, outboxes and files of results are open as long as the process lives.
        still_open = [name for name, count in self.open_files.items() if name.startswith("~/")
                      and not name.startswith(("~/cache/", "~/box/", "~/results"))
                      and count > self.healthy.open_files[name]]
        if names and self.place.kind in ("unlink", "rmdir"):
            names = set()
        return ([f"files are left: {sorted(names)}"] if names else []) + (
            [f"files are open at the end: {still_open}"] if still_open else [])

    def finish(self, may_leave=False):
        """Runs the command again in a healthy world, and those that follow."""
        work = self.work
        for name in work.reset:
            shutil.rmtree(self.home / name, ignore_errors=True)
        outcome = self.work_call("2")
        if outcome.code != 0:
            raise Wrong(f"the next call failed: {outcome.code} {outcome.error}")
        for words in work.after:
            self.healthy_call("3", work.fill(self, words))
        if may_leave:
            # Temporary files have random names. They stay if the process is killed or cannot remove them.
            for path in [*self.home.glob("sluice-*"), *self.home.glob(".sluice-????????-*-*")]:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        self.check(work.problems(self) + work.missing(self) + self.left_over())
        if work.final and not work.final(self):
            raise Wrong("the end is wrong")

    def healthy_call(self, phase, words, fails=False):
        outcome = self.call(phase, words, sends=sends(words))
        if (outcome.code != 0) != fails:
            raise Wrong(f"a healthy call has ended with {outcome.code}: {words} {outcome.error}")
