"""A server of forms, resumable uploads, parts, files, small requests and cookies, which injects the fault of a plan.

Usage: server.py ADDRESS PORT FOLDER

Each run has a folder in FOLDER, whose name is the first component of its URLs:

    plan.json   the fault, and the phase in which it is injected
    client      the number of the client's process
    journal     a JSON object for each request: what was received, before the response is sent
    fired       exists once the fault was injected
    stored/     what was received
    source      the file that is downloaded

All state is in files, so that the server may be killed. A client says in the field X-Phase which phase of a run it is.
"""

import base64
import collections
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

BLOCK = 16 << 10
# The seconds for which a process stands still, or a network is missing.
PAUSE = 0.3
LIES = {
    "offset-ahead": lambda fields: fields.update({"Upload-Offset": str(int(fields["Upload-Offset"]) + 1000)}),
    "offset-behind": lambda fields: fields.update({"Upload-Offset": str(max(0, int(fields["Upload-Offset"]) - 1000))}),
    "offset-beyond": lambda fields: fields.update({"Upload-Offset": str(1 << 60)}),
    "offset-garbage": lambda fields: fields.update({"Upload-Offset": "12x"}),
    "offset-missing": lambda fields: fields.pop("Upload-Offset"),
    "location-missing": lambda fields: fields.pop("Location"),
    "location-elsewhere": lambda fields: fields.update({"Location": "nowhere"}),
    "etag-missing": lambda fields: fields.pop("ETag"),
    "etag-other": lambda fields: fields.update({"ETag": '"other"'}),
    "range-missing": lambda fields: fields.pop("Content-Range"),
    "range-shifted": lambda fields: fields.update({"Content-Range": shifted(fields["Content-Range"])}),
    "range-of-another-size": lambda fields: fields.update(
        {"Content-Range": fields["Content-Range"].split("/")[0] + "/9000000"}),
    "digest-wrong": lambda fields: fields.update({"Repr-Digest": digest_field(b"other")}),
    "length-too-long": lambda fields: fields.update({"Content-Length": str(int(fields["Content-Length"]) + 1000)}),
    "length-too-short": lambda fields: fields.update(
        {"Content-Length": str(max(0, int(fields["Content-Length"]) - 7))}),
}
# The field that each lie changes.
FIELDS = {"offset": "Upload-Offset", "location": "Location", "etag": "ETag", "range": "Content-Range",
          "digest": "Repr-Digest", "length": "Content-Length"}


class Cut(Exception):
    """The end of a connection."""


class Run:
    """The folder of a run, as the server sees it."""

    lock = threading.Lock()
    runs = {}

    def __init__(self, folder):
        self.folder = folder
        self.content = (folder / "source").read_bytes() if (folder / "source").exists() else b""
        self.entity_tag = f'"{hashlib.sha256(self.content).hexdigest()[:16]}"'
        # The bytes and the requests of each phase.
        self.bytes, self.requests = collections.Counter(), collections.Counter()
        # The connection that appends to each upload, and the lock of the upload.
        self.uploads = {}

    @classmethod
    def named(cls, folder, name):
        with cls.lock:
            plan = folder / name / "plan.json"
            if not re.fullmatch(r"[\w-]+", name) or not plan.exists():
                raise Cut
            if name not in cls.runs:
                cls.runs[name] = cls(folder / name)
            return cls.runs[name]

    @property
    def plan(self):
        return json.loads((self.folder / "plan.json").read_text())

    def note(self, **entry):
        line = json.dumps({"time": time.monotonic(), **entry}) + "\n"
        descriptor = os.open(self.folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(descriptor, line.encode())
        os.close(descriptor)

    def fire(self):
        """Returns whether this is the first call, for the life of the run."""
        try:
            os.close(os.open(self.folder / "fired", os.O_CREAT | os.O_EXCL))
            return True
        except FileExistsError:
            return False

    @property
    def client(self):
        path = self.folder / "client"
        deadline = time.monotonic() + 5
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        return int(path.read_text())

    @property
    def stored(self):
        return self.folder / "stored"


class Connection(threading.Thread):
    def __init__(self, connection, folder):
        super().__init__(daemon=True)
        self.socket, self.folder, self.buffer = connection, folder, b""

    def run(self):
        try:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while self.exchange():
                pass
        except (Cut, OSError, ValueError, KeyError):
            pass
        finally:
            self.socket.close()

    # Reading and writing.

    def fill(self):
        data = self.socket.recv(BLOCK)
        if not data:
            raise Cut
        self.buffer += data

    def line(self):
        while b"\r\n" not in self.buffer:
            self.fill()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line.decode("latin-1")

    def take(self, count):
        """Yields `count` bytes in blocks."""
        while count:
            if not self.buffer:
                self.fill()
            data, self.buffer = self.buffer[:count], self.buffer[count:]
            count -= len(data)
            yield data

    def body(self):
        """Yields the blocks of the request's body, at the pace of the plan, and reaches the plan's byte."""
        for data in self.raw_body():
            self.moved(len(data))
            self.received += len(data)
            yield data

    def raw_body(self):
        if self.fields.get("expect", "").lower() == "100-continue":
            self.socket.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if self.fields.get("transfer-encoding", "").lower() == "chunked":
            while size := int(self.line().split(";")[0], 16):
                yield from self.take(size)
                self.line()
            while self.line():
                pass
        else:
            yield from self.take(int(self.fields.get("content-length", 0)))

    def interim(self, status, fields):
        head = f"HTTP/1.1 {status} \r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self.socket.sendall(head.encode() + b"\r\n")

    def respond(self, status, fields=None, body=b""):
        """Sends a response, with the lie of the plan if it has the field."""
        fields = {"Content-Length": str(len(body)), **(fields or {})}
        lie = self.plan.get("lie")
        # Whether the client can go on with the connection.
        keeps = True
        if lie == "status" and self.run_.fire():
            status, body, keeps = self.plan["status"], b"a lie", False
            fields = {"Content-Length": "5"}
        elif lie in LIES and FIELDS[lie.split("-")[0]] in fields:
            # Another length is a lie only if there are bytes.
            if (body or not lie.startswith("length")) and self.run_.fire():
                LIES[lie](fields)
                keeps = not lie.startswith("length")
        self.run_.note(phase=self.phase, method=self.method, path=self.path, received=self.received, status=status,
                       offset=self.offset, length=len(body), key=self.fields.get("idempotency-key"),
                       cookie=self.fields.get("cookie"))
        self.reach("response")
        head = (f"HTTP/1.1 {status} \r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
                + "\r\n").encode()
        half = len(head) // 2
        self.socket.sendall(head[:half])
        self.reach("half")
        self.socket.sendall(head[half:])
        if self.method != "HEAD":
            for start in range(0, len(body), BLOCK):
                block = body[start:start + BLOCK]
                self.socket.sendall(block)
                self.moved(len(block))
        self.reach("after")
        if not keeps:
            raise Cut

    # The plan.

    def moved(self, count):
        """Counts bytes of a body in either direction."""
        run = self.run_
        time.sleep(self.pace)
        with run.lock:
            before = run.bytes[self.phase]
            run.bytes[self.phase] += count
        if self.plan.get("place") == "body" and before <= self.plan["at"] < before + count:
            self.act()

    def reach(self, place):
        """Injects the fault if its place is here, in the request with its number."""
        if self.plan.get("place") == place and self.plan["at"] == self.number:
            self.act()

    def act(self):
        run = self.run_
        action = self.plan["action"]
        if not run.fire():
            return
        what = action[0]
        if what == "signal":
            self.signal_client(action[1])
        elif what == "stop-client":
            os.kill(self.client, signal.SIGSTOP)
            time.sleep(PAUSE)
            os.kill(self.client, signal.SIGCONT)
        elif what == "kill-server":
            os.kill(os.getpid(), action[1])
        elif what == "stop-server":
            subprocess.Popen(["sh", "-c", f"sleep {PAUSE}; kill -CONT {os.getpid()}"])
            os.kill(os.getpid(), signal.SIGSTOP)
        elif what == "reset":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raise Cut
        elif what == "close":
            raise Cut
        elif what == "stall":
            time.sleep(action[1])
            raise Cut
        elif what == "network":
            for command in action[1]:
                subprocess.run(command.split(), check=False, capture_output=True)
            time.sleep(PAUSE)
            for command in action[2]:
                subprocess.run(command.split(), check=False, capture_output=True)
            (run.folder / "over").touch()
        elif what == "change":
            change(pathlib.Path(action[2]), action[1])
        elif what == "fill":
            fill(pathlib.Path(action[1]))

    def signal_client(self, number):
        """Sends a signal, and holds the client's bytes back until its process has ended."""
        os.kill(self.client, number)
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            try:
                os.kill(self.client, 0)
            except ProcessLookupError:
                return
            time.sleep(0.001)

    # Requests.

    def exchange(self):
        self.method, target, _ = self.line().split(" ")
        self.fields = {}
        while line := self.line():
            name, value = line.split(":", 1)
            self.fields[name.lower()] = value.strip()
        self.path = target
        name, *rest = target.split("?")[0].strip("/").split("/")
        self.run_ = run = Run.named(self.folder, name)
        self.phase = self.fields.get("x-phase", "0")
        self.received, self.offset = 0, self.fields.get("upload-offset")
        plan = run.plan
        self.pace = plan["pace"]
        # The fault, if it is one of this phase.
        self.plan = plan if plan["phase"] == self.phase else {}
        with run.lock:
            self.number = run.requests[self.phase]
            run.requests[self.phase] += 1
        # At the time of the fault, this client may have ended, and the next one be there.
        self.client = run.client if self.plan.get("action", [""])[0] in ("signal", "stop-client") else None
        time.sleep(self.plan.get("delay", 0))
        self.reach("head")
        if self.plan.get("lie") == "early" and self.has_body and run.fire():
            self.respond(200)
            raise Cut
        getattr(self, "serve_" + (rest[0] if rest and hasattr(self, "serve_" + rest[0]) else "nothing"))(rest[1:])
        return self.fields.get("connection") != "close"

    @property
    def has_body(self):
        return int(self.fields.get("content-length", 0)) > 0 or "transfer-encoding" in self.fields

    def serve_nothing(self, rest):
        for _ in self.body():
            pass
        self.respond(404)

    def store(self, name):
        """Receives the body into a file, which has its name once it is complete."""
        part = self.run_.stored / f".{name}.{id(self)}.{time.monotonic_ns()}"
        digest = hashlib.md5()
        with open(part, "wb") as file:
            for data in self.body():
                file.write(data)
                digest.update(data)
        part.rename(self.run_.stored / name)
        return digest.hexdigest()

    def serve_form(self, rest):
        name = f"form-{time.monotonic_ns()}"
        (self.run_.stored / f"{name}.type").write_text(self.fields["content-type"])
        self.store(name)
        self.respond(200, {"Content-Type": "text/plain"}, b"stored")

    def serve_parts(self, rest):
        self.respond(200, {"ETag": f'"{self.store("part-" + rest[0])}"'})

    def serve_message(self, rest):
        """A request of an outbox."""
        self.store(f"message-{rest[0]}-{time.monotonic_ns()}")
        self.respond(200)

    def serve_cookie(self, rest):
        for _ in self.body():
            pass
        name = rest[1] if len(rest) > 1 else "state"
        self.respond(200, {"Set-Cookie": f"{name}={rest[0]}; Path=/; Max-Age=8640000"}, b"ok")

    def serve_cached(self, rest):
        """A response that may be kept: one with an even number for a minute, and any other for validation."""
        number = int(rest[0])
        fields = {"Cache-Control": "no-cache" if number % 2 else "max-age=60"}
        tag = f'{self.run_.entity_tag[:-1]}-{number}"'
        if self.fields.get("if-none-match") == tag:
            return self.respond(304, {**fields, "ETag": tag})
        return self.send_file(self.run_.content[1000 * number:], tag, fields)

    def serve_file(self, rest):
        return self.send_file(self.run_.content, self.run_.entity_tag, {})

    def send_file(self, content, tag, fields):
        fields = {"ETag": tag, "Accept-Ranges": "bytes", **fields}
        if self.plan.get("digest"):
            fields["Repr-Digest"] = digest_field(content)
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.fields.get("range", ""))
        if not asked or self.fields.get("if-range", tag) != tag:
            return self.respond(200, fields, content)
        first = int(asked[1])
        if first >= len(content):
            return self.respond(416, {**fields, "Content-Range": f"bytes */{len(content)}"})
        last = min(int(asked[2] or len(content)), len(content) - 1)
        self.offset = first
        fields["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
        return self.respond(206, fields, content[first:last + 1])

    # Resumable uploads. Each is a file that grows, and a file with its length.

    def create(self, name):
        (self.run_.stored / f"{name}.created").touch()
        (self.run_.stored / name).touch()

    def append(self, name):
        """Appends the body to an upload, at its end."""
        run = self.run_
        with open(run.stored / name, "ab", buffering=0) as file:
            for data in self.body():
                file.write(data)

    def claim(self, name):
        """Ends an earlier request for the same upload, and waits for its end."""
        run = self.run_
        with run.lock:
            other, lock = run.uploads.get(name, (None, threading.Lock()))
            run.uploads[name] = (self.socket, lock)
        if other is not None and other is not self.socket:
            try:
                other.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        return lock

    def size(self, name):
        return (self.run_.stored / name).stat().st_size

    def serve_tus(self, rest):
        version = {"Tus-Resumable": "1.0.0"}
        if self.method == "OPTIONS":
            return self.respond(204, {**version, "Tus-Version": "1.0.0", "Tus-Extension": "creation"})
        if self.method == "POST":
            name = f"upload-{time.monotonic_ns()}"
            (self.run_.stored / f"{name}.length").write_text(self.fields["upload-length"])
            self.create(name)
            return self.respond(201, {**version, "Location": f"/{self.run_.folder.name}/tus/{name}"})
        if not (self.run_.stored / rest[0]).exists():
            return self.serve_nothing(rest)
        with self.claim(rest[0]):
            size, length = self.size(rest[0]), (self.run_.stored / f"{rest[0]}.length").read_text()
            if self.method == "HEAD":
                self.offset = size
                return self.respond(200, {**version, "Upload-Offset": size, "Upload-Length": length})
            if int(self.fields["upload-offset"]) != size:
                self.respond(409, version)
                raise Cut
            self.append(rest[0])
            return self.respond(204, {**version, "Upload-Offset": self.size(rest[0])})

    def serve_draft(self, rest):
        version = self.fields["upload-draft-interop-version"]
        is_last = self.fields.get("upload-complete") == "?1" or self.fields.get("upload-incomplete") == "?0"

        def complete(value):
            if version == "3":
                return {"Upload-Incomplete": "?0" if value else "?1"}
            return {"Upload-Complete": "?1" if value else "?0"}

        name = rest[0] if rest else f"upload-{time.monotonic_ns()}"
        location = {"Location": f"/{self.run_.folder.name}/draft/{name}"}
        if self.method == "POST":
            self.create(name)
            self.interim(104, {"Upload-Draft-Interop-Version": version, **location})
        elif not (self.run_.stored / name).exists():
            return self.serve_nothing(rest)
        done = self.run_.stored / f"{name}.length"
        with self.claim(name):
            if self.method == "HEAD":
                self.offset = self.size(name)
                return self.respond(204, {**complete(done.exists()), "Upload-Offset": self.size(name)})
            if self.method == "PATCH" and int(self.fields["upload-offset"]) != self.size(name):
                self.respond(409, {"Upload-Offset": self.size(name), **complete(False)})
                raise Cut
            self.append(name)
            if is_last:
                done.write_text(str(self.size(name)))
            return self.respond(201, {**location, **complete(is_last), "Upload-Offset": self.size(name)})


def change(path, how):
    """Changes a file that a client reads."""
    status = path.stat()
    if how == "grow":
        with open(path, "ab") as file:
            file.write(b"more")
    elif how == "shrink":
        os.truncate(path, status.st_size * 2 // 3)
    elif how == "rewrite":
        # The same size and time of modification, and other bytes everywhere.
        with open(path, "r+b") as file:
            file.write(bytes(byte ^ 255 for byte in path.read_bytes()))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    elif how == "replace":
        other = path.with_suffix(".other")
        other.write_bytes(path.read_bytes()[::-1])
        other.rename(path)
    elif how == "remove":
        path.unlink()


def fill(folder):
    """Uses up all space of a file system."""
    with open(folder / "filler", "wb", buffering=0) as file:
        for size in (1 << 16, 1 << 10, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass


def shifted(field):
    first, last = re.search(r"(\d+)-(\d+)", field).groups()
    return field.replace(f"{first}-{last}", f"{int(first) + 512}-{int(last) + 512}")


def digest_field(content):
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"


def serve(address, port, folder):
    listener = socket.create_server((address, port), backlog=64)
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        Connection(connection, folder).start()


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3]))
