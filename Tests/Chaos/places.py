"""The places of faults: calls of a workload, the errors that they may have, and the errors that may be ignored."""

import bisect
import collections
import errno
import fnmatch
import re
import subprocess

# The n-th call of a kind about objects of a class, as shim.c names them. Their order differs less between runs than
# that of all calls. `object` and `caller` are those of one run.
Place = collections.namedtuple("Place", "kind object_class number object caller")

OPEN = "EINTR EACCES EIO EMFILE ENFILE ENOMEM ESTALE"
SPACE = "ENOSPC EDQUOT"
NAME = "EACCES EIO ENOMEM ESTALE EROFS"
SOCKET = "EMFILE ENFILE ENOBUFS ENOMEM"
# The errors that POSIX, or Linux for its own calls, names for each kind of call.
ERRORS = {
    "open": OPEN, "create": f"{OPEN} {SPACE} EROFS", "opendir": OPEN, "fopen": OPEN,
    "read": "EINTR EIO ESTALE short", "pread": "EINTR EIO ESTALE short", "readdir": "EIO ESTALE",
    "write": f"EINTR EIO EFBIG ESTALE {SPACE} short", "pwrite": f"EINTR EIO EFBIG ESTALE {SPACE} short",
    "sendfile": "EINTR EINVAL ENOSYS EIO ENOMEM ENOSPC short",
    "close": f"EINTR EIO {SPACE}", "fsync": f"EINTR EIO {SPACE}", "fdatasync": f"EINTR EIO {SPACE}",
    "ftruncate": f"EINTR EIO EFBIG ENOSPC", "fstat": "EIO ENOMEM ESTALE", "stat": "EACCES EIO ENOMEM ESTALE",
    "access": "EACCES EIO ENOMEM ESTALE", "fchmod": "EIO EPERM EROFS",
    "rename": f"{NAME} {SPACE}", "link": f"{NAME} {SPACE} EMLINK EPERM", "linkat": f"{NAME} {SPACE} EMLINK EPERM",
    "unlink": NAME, "rmdir": NAME, "mkdir": f"{NAME} {SPACE} EMLINK",
    "lock": "EINTR ENOLCK EIO", "unlock": "ENOLCK EIO", "flock": "EINTR ENOLCK EIO", "dup": "EMFILE",
    "clone": "EOPNOTSUPP EXDEV EINVAL EIO ENOSPC", "mmap": "ENOMEM EACCES ENODEV",
    "pipe": "EMFILE ENFILE", "eventfd": SOCKET, "epoll_create1": "EMFILE ENFILE ENOMEM", "epoll_ctl": "ENOMEM ENOSPC",
    "epoll_wait": "EINTR", "poll": "EINTR ENOMEM",
    "socket": f"{SOCKET} EACCES", "socketpair": SOCKET, "bind": "EACCES EADDRINUSE ENOBUFS", "listen": "EADDRINUSE",
    "accept": f"EINTR ECONNABORTED EPROTO {SOCKET}",
    "connect": "EINTR ECONNREFUSED ETIMEDOUT ENETUNREACH EADDRNOTAVAIL EACCES ENOMEM",
    "send": "EINTR EAGAIN ECONNRESET EPIPE ENOBUFS ENOMEM short",
    "recv": "EINTR EAGAIN ECONNRESET ETIMEDOUT ENOMEM short",
    "getaddrinfo": "AGAIN FAIL MEMORY NONAME", "pthread_create": "EAGAIN", "getrandom": "EINTR", "allocate": "ENOMEM",
}
# Calls for other objects than files.
STREAMS = {"read": "EINTR EAGAIN short", "write": "EINTR EAGAIN EPIPE short"}
COUNTERS = {"read": "EINTR EAGAIN", "write": "EINTR EAGAIN", "close": "EINTR"}
STANDARD = {"write": f"EINTR EAGAIN EIO EPIPE {SPACE} short", "read": "EINTR EAGAIN EIO short"}
LOOKUPS = {"AGAIN": 3, "FAIL": 4, "MEMORY": 10, "NONAME": 2}
# The calls after which the disk has changed, or may survive a power failure.
CHANGES = {"create", "write", "pwrite", "sendfile", "ftruncate", "fchmod", "rename", "link", "linkat", "unlink",
           "rmdir", "mkdir", "fsync", "fdatasync", "clone"}
# Errors after which a call must be repeated, and a result that is right anyway.
TEMPORARY = {"EINTR", "EAGAIN", "short"}
# The failures that must fail the command, whatever its results are: the disk may not have them.
DURABLE = {"fsync", "fdatasync", "close"}


def faults(workload, place):
    """Returns the names of the faults of a place."""
    of_class = place.object_class
    is_file = of_class.startswith(("~", "/"))
    kinds = {} if is_file else STANDARD if of_class in ("output", "errors", "input") else (
        COUNTERS if of_class in ("eventfd", "timerfd", "eventpoll") else STREAMS)
    names = kinds.get(place.kind, ERRORS[place.kind]).split()
    names = [name for name in names if not match(IMPOSSIBLE, workload, place, name)]
    if place.kind in CHANGES and of_class.startswith("~"):
        names += ["before", "after"]
    return names


def number(fault):
    """Returns the fault as shim.c expects it."""
    return str(LOOKUPS.get(fault) or getattr(errno, fault, fault))


# Errors that a call cannot have, although POSIX names them: patterns of workload, kind, class, fault and caller, and why.
IMPOSSIBLE = [
    ("*", "connect", "*", "EINTR", "*", "a socket that does not block is not interrupted"),
    ("*", "*", "socket inet", "EAGAIN", "*SluiceLoopback*", "its sockets block"),
    ("corpus-run", "write", "pipe", "EPIPE", "*", "this process has the other end, too"),
]
# Errors after which a command may succeed, although the call was not repeated.
IGNORED = [
    ("*", "close", "*", "EINTR", "*", "Linux closes the file, and reports nothing about its bytes"),
    ("cache-[stuv]*", "close", "~/cache/*", "*", "*", "a response that the cache loses is received again"),
    ("cache-remove*", "close", "~/cache/counts", "*", "*", "it has only the counts of space"),
    ("cookies", "allocate", "libcurl", "*", "*", "libcurl drops a new cookie; those of the file are kept"),
    ("outbox-*", "close", "~/box/control", "*", "*", "its numbers may be lost: they are not lower than the time"),
]


def match(table, workload, place, fault):
    """Returns the reason in the first row of a table for a fault, or `None`."""
    values = (workload, place.kind, place.object_class, fault, place.caller)
    for *patterns, reason in table:
        if all(fnmatch.fnmatchcase(value, pattern) for value, pattern in zip(values, patterns)):
            return reason
    return None


class Symbols:
    """The functions of a program."""

    def __init__(self, program):
        lines = subprocess.run(["nm", "-n", program], capture_output=True, text=True, check=True).stdout.splitlines()
        fields = [line.split() for line in lines]
        functions = [(int(field[0], 16), field[2]) for field in fields if len(field) == 3 and field[1] in "tTwW"]
        self.starts, self.names = zip(*functions) if functions else ((0,), ("",))

    def name(self, caller):
        """Returns the symbol of a caller, as shim.c describes it."""
        library, address = caller.split()
        if library != "sluice":
            return library
        return self.names[max(0, bisect.bisect(self.starts, int(address, 16)) - 1)]


def is_of_runtime(symbol):
    """Whether the caller is libdispatch, which traps if the system has no descriptors or memory for it."""
    return re.match(r"_?_?dispatch_|_voucher|_os_", symbol) is not None


def parse(text, symbols):
    """Returns the places in the list of a run."""
    counts, places = collections.Counter(), []
    for line in text.splitlines():
        kind, object_class, name, library, address = line.split("\t")
        places.append(Place(kind, object_class, counts[kind, object_class], name, symbols.name(f"{library} {address}")))
        counts[kind, object_class] += 1
    return places
