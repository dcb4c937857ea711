"""The faults: what is done to the client, the server, the network, the disk, the clock and the files."""

import os
import resource
import signal
import subprocess
import time

import link
from server import fill
from works import Cache, Cookies, Download, DraftUpload, Form, Outbox, Parts, ResumableUpload, TusUpload

PLACES = ["head", "response", "half", "after"]
# The system calls that fail together, as patterns of shim.c.
KINDS = {"write": "@(write|pwrite|ftruncate)", "sync": "@(fsync|fdatasync)", "open": "@(open|create)",
         "name": "@(rename|link|linkat|unlink|mkdir)", "read": "@(read|pread)"}
KINDS["any"] = f"@({'|'.join(KINDS.values())})"


class Fault:
    """A fault, and what a call may do when it happens.

    Attributes:
        error: A regular expression for the last line of errors, which names the cause. `None` if the call must succeed.
        signals: The signals that may end the client.
        needs_partial: Whether an interrupted call comes first; `None` for now and then.
        may_refuse: A regular expression for an error of the next call, after which the record is removed, as the error
            says.
        keeps_progress: Whether the next call must go on where the first one was.
    """

    def __init__(self, name, works=None, error=None, signals=(), needs_partial=None, may_refuse=None,
                 keeps_progress=True, options=()):
        self.name, self.works, self.error, self.signals = name, works, error, signals
        self.needs_partial, self.may_refuse, self.keeps_progress = needs_partial, may_refuse, keeps_progress
        self.options = options

    def is_for(self, work):
        return self.works is None or isinstance(work, self.works)

    def is_after_interruption(self, chance):
        return chance.random() < 0.4 if self.needs_partial is None else self.needs_partial

    def plan(self, run):
        """Returns what the server does."""
        return {}

    def environment(self, run):
        return {}

    def before(self, run):
        """Runs before the call."""

    # What the machine must allow: "namespaces" or "tun".
    needs = None
    # Whether it also happens to calls that run at the same time.
    is_shared = False
    # The address of the server.
    address = "127.0.0.1"
    # The size of the file system that the client's folder has, if it has its own.
    disk = None
    # Whether a server that has ended is started again during the call.
    keeps_server = True
    # The seconds after which the call hangs.
    patience = 20
    # Runs in the client's process, before the tool; `None` for nothing.
    limit = None

    def after(self, run):
        """Makes the world whole again."""


class Planned(Fault):
    """Something that the server does at a byte or in a request."""

    def __init__(self, name, action, **options):
        super().__init__(name, **options)
        self.action = action

    def plan(self, run):
        place = run.random.choice(PLACES + ["body"] * 4)
        at = run.choose(run.work.size if place == "body" else run.work.requests)
        return {"place": place, "at": at, "action": self.action(run)}


class ServerEnd(Planned):
    """The end of the server, which is awaited before it starts again."""

    is_shared = True

    def after(self, run):
        if run.was_injected:
            run.server.wait()


class NetworkLoss(Planned):
    """A network that is missing for a while."""

    needs = "namespaces"
    is_shared = True

    def __init__(self, name, begin, end, **options):
        super().__init__(name, lambda run: ["network", begin, end], **options)

    def after(self, run):
        deadline = time.monotonic() + 5
        while run.was_injected and not (run.folder / "over").exists() and time.monotonic() < deadline:
            time.sleep(0.01)


class BadLink(Fault):
    """A link on which packets are lost, repeated, delayed or reordered."""

    needs = "tun"
    is_shared = True
    address = link.ADDRESS
    patience = 60

    def __init__(self, name, **behavior):
        super().__init__(name, error=LOST)
        self.behavior = behavior

    def before(self, run):
        run.world.set_link(**self.behavior, seed=run.seed)

    def after(self, run):
        counts = run.world.set_link()
        run.report.append(f"packets: {counts}")
        run.was_injected = counts.get("loss" if "loss" in self.behavior else "delay", 0) > 0


class Delay(Fault):
    def plan(self, run):
        return {"delay": 0.2}

    def before(self, run):
        (run.folder / "fired").touch()


class Lie(Fault):
    def __init__(self, name, lie, **options):
        super().__init__(name, **options)
        self.lie = lie

    def plan(self, run):
        # Without a digest, nobody can know that a file is longer than its server says.
        return {"lie": self.lie, "digest": self.lie in ("digest-wrong", "length-too-short"),
                "status": run.random.choice([400, 404, 409, 500, 503])}


class Absent(Fault):
    """A server that is not there."""

    is_shared = True

    keeps_server = False

    def before(self, run):
        run.world.stop()
        (run.folder / "fired").touch()


class CallFault(Fault):
    """A system call that fails, or at which the process is killed."""

    def __init__(self, name, kind, fault, **options):
        super().__init__(name, **options)
        self.kind, self.fault = kind, fault

    def environment(self, run):
        fault = run.random.choice(self.fault) if isinstance(self.fault, list) else self.fault
        return {"FAULT_CALL": f"{KINDS[self.kind]}:{run.choose(run.random.choice([4, 40]))}:{fault}:~/*"}


class ClockJump(Fault):
    def environment(self, run):
        hours = run.random.choice([-30, -3, -1, 1, 3, 30])
        return {"FAULT_CLOCK": f"{run.choose(12)}:{hours * 3600}"}


class Limit(Fault):
    def __init__(self, name, kind, choices, **options):
        super().__init__(name, **options)
        self.kind, self.choices = kind, choices

    patience = 4

    def before(self, run):
        self.value = run.random.randrange(*self.choices)
        (run.folder / "fired").touch()

    def limit(self):
        resource.setrlimit(self.kind, (self.value, self.value))


class SmallDisk(Fault):
    """A file system that is full from the start, or at some byte."""

    needs = "namespaces"
    is_shared = True
    disk = "2600k"

    def before(self, run):
        if run.random.random() < 0.3:
            fill(run.home)
            (run.folder / "fired").touch()

    def plan(self, run):
        return {"place": "body", "at": run.choose(run.work.size), "action": ["fill", str(run.home)]}

    def after(self, run):
        (run.home / "filler").unlink(missing_ok=True)


class ReadOnlyDisk(Fault):
    needs = "namespaces"
    is_shared = True
    disk = "8m"

    def before(self, run):
        subprocess.run(["mount", "-o", "remount,ro", str(run.home)], check=True)
        (run.folder / "fired").touch()

    def after(self, run):
        subprocess.run(["mount", "-o", "remount,rw", str(run.home)], check=True)


class DamagedRecord(Fault):
    """A record that a crash of the disk has truncated, or of which a bit has changed."""

    is_shared = True

    def __init__(self, name, damage, **options):
        super().__init__(name, needs_partial=True, keeps_progress=False, **options)
        self.damage = damage

    def before(self, run):
        paths = [path for path in run.records() if path.stat().st_size > 0]
        if not paths:
            return
        path = run.random.choice(paths)
        content = bytearray(path.read_bytes())
        # What is no record stays, because it may be the user's.
        run.kept_names = {other.name for other in run.home.glob(".sluice-*")}
        position = run.random.randrange(len(content))
        run.damage = f"{path.name} at {position} of {len(content)}: {bytes(content)}"
        if self.damage == "truncate":
            del content[position:]
        elif self.damage == "flip":
            content[position] ^= 1 << run.random.randrange(8)
        else:
            content[position:position + 512] = bytes(len(content[position:position + 512]))
        with open(path, "r+b") as file:
            file.truncate(len(content))
            file.write(content)
        (run.folder / "fired").touch()


LOST = r"connection-(lost|failed)|early-response|invalid-response|timed-out"
DISK = r"(write-failed|read-failed|file-unreadable|damaged-entry|file-missing|cannot be (saved|written|read)).*{0}"
UPLOADS = (Form, ResumableUpload, Parts)
RESUMABLE = (DraftUpload, TusUpload)
DOWNLOADS = (Download,)
SENDING = (Form, ResumableUpload, Parts, Outbox)
CHANGED = r"(file-\w+|changed|body-failed|read-failed)"
REFUSED = r"(changed|invalid-record|file-\w+|digest-mismatch|damaged-\w+|read-failed)"

FAULTS = [
    Planned("kill client", lambda run: ["signal", signal.SIGKILL], signals=[signal.SIGKILL]),
    Planned("terminate client", lambda run: ["signal", signal.SIGTERM], signals=[signal.SIGTERM]),
    Planned("interrupt client", lambda run: ["signal", signal.SIGINT], signals=[signal.SIGINT]),
    Planned("stop client", lambda run: ["stop-client"]),
    ServerEnd("kill server", lambda run: ["kill-server", signal.SIGKILL], error=LOST),
    ServerEnd("terminate server", lambda run: ["kill-server", signal.SIGTERM], error=LOST),
    Planned("stop server", lambda run: ["stop-server"]),
    Planned("reset connection", lambda run: ["reset"], error=LOST),
    Planned("close connection", lambda run: ["close"], error=LOST),
    Planned("stalled server", lambda run: ["stall", 3], error=r"timed-out", options=["--timeout", "1"]),
    Delay("slow responses"),
    # Uploads would try ten times.
    Absent("no server", error=r"connection-failed", options=["--retry", "1"]),
    NetworkLoss("no network", ["ip link set lo down"], ["ip link set lo up"], error=LOST),
    NetworkLoss("no address", ["ip addr del 127.0.0.1/8 dev lo"], ["ip addr add 127.0.0.1/8 dev lo"], error=LOST),
    BadLink("lossy network", loss=0.1, repeat=0.05, late=0.25, delay=0.005),
    BadLink("distant network", delay=0.2, jitter=0.1),
    SmallDisk("full disk", error=DISK.format("No space left"), keeps_progress=False),
    ReadOnlyDisk("read-only disk", error=DISK.format("Read-only file system"),
              keeps_progress=False),
    CallFault("no space (shim)", "write", 28, error=DISK.format("No space left"),
              keeps_progress=False),
    CallFault("quota (shim)", "write", 122, error=DISK.format("[Qq]uota"),
              keeps_progress=False),
    CallFault("write error", "write", 5, error=DISK.format("Input/output error"),
              keeps_progress=False),
    CallFault("read error", "read", 5, error=DISK.format("Input/output error"),
              keeps_progress=False),
    CallFault("short write", "write", "short"),
    CallFault("flush error", "sync", 5, works=(Download, Outbox), options=["--sync"],
              error=DISK.format("Input/output error"), keeps_progress=False),
    CallFault("name error", "name", [5, 28, 13], error=DISK.format("(Input/output error|No space|Permission)"),
              keeps_progress=False),
    CallFault("open error", "open", [5, 23, 24, 13], error=DISK.format("(Input/output error|Too many|Permission)"),
              keeps_progress=False),
    CallFault("kill before call", "any", "before", signals=[signal.SIGKILL]),
    CallFault("kill after call", "any", "after", signals=[signal.SIGKILL]),
    # libdispatch ends the process if it cannot open the status of a thread. The last descriptors are left to it, but with
    # so few, it and libcurl use them up themselves.
    Limit("few descriptors", resource.RLIMIT_NOFILE, (5, 24), options=["--retry", "1"], signals=[signal.SIGILL],
          error=r"(out-of-resources|Too many open files|failed)"),
    Limit("little memory", resource.RLIMIT_AS, (66 << 20, 110 << 20), options=["--retry", "1"],
          error=r"(out-of-resources|memory|failed|unexpected)",
          # Without memory for a thread, libdispatch waits for some.
          signals=[signal.SIGKILL, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS]),
    ClockJump("clock jump"),
    *(Planned(f"file: {how}", lambda run, how=how: ["change", how, str(run.input)], works=SENDING, error=CHANGED,
              may_refuse=REFUSED, keeps_progress=False) for how in ("grow", "shrink", "rewrite", "replace", "remove")),
    *(DamagedRecord(f"record: {damage}", damage, error=REFUSED, may_refuse=REFUSED,
                    works=(ResumableUpload, Parts, Download, Outbox, Cookies, Cache))
      for damage in ("truncate", "flip", "zero")),
    *(Lie(f"lie: {lie}", lie, works=RESUMABLE, needs_partial=lie.startswith("offset") or None, keeps_progress=False,
          error=r"offset-mismatch|invalid-response|connection-lost|unacceptable-status|status")
      for lie in ("offset-ahead", "offset-behind", "offset-beyond", "offset-garbage", "offset-missing",
                  "location-missing", "location-elsewhere")),
    *(Lie(f"lie: {lie}", lie, works=DOWNLOADS, needs_partial=lie.startswith(("range", "etag")) or None,
          keeps_progress=False, error=r"invalid-response|connection-lost|digest-mismatch|size-mismatch|changed")
      for lie in ("etag-missing", "etag-other", "range-missing", "range-shifted", "range-of-another-size",
                  "digest-wrong", "length-too-long", "length-too-short")),
    Lie("lie: status", "status", error=r"status|HTTP (400|404|409|500|503)", keeps_progress=False),
    # Otherwise, the body may have been sent as a whole before the response is read.
    Lie("lie: early", "early", works=ResumableUpload, options=["--limit-rate", "3000000"],
        error=r"early-response|invalid-response|connection-lost", needs_partial=False, keeps_progress=False),
]
