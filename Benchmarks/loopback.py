"""A plain HTTP server on 127.0.0.1, which costs less than the clients that are measured."""

import hashlib
import os
import signal
import socket
import threading

from measure import MIB

# For each kind of stream: the media type, the start, an element, the separator, and the end.
KINDS = {
    "json-elements": ("application/json", "[", '{"id":%d,"name":"An object among many","tags":["a","b"],"score":1.5}', ",", "]"),
    "jsonl": ("application/jsonl", "", '{"id":%d,"name":"An object among many","tags":["a","b"],"score":1.5}\n', "", ""),
    "json-seq": ("application/json-seq", "", '\x1e{"id":%d,"name":"An object among many","score":1.5}\n', "", ""),
    "sse": ("text/event-stream", "", "id: %d\ndata: an event among many\n\n", "", ""),
    "lines": ("text/plain", "", "%d lines among many\n", "", ""),
}


class Body:
    """A body that repeats a block.

    Sending a block of a mebibyte from memory costs less than `sendfile`, which handles each page of 4 KiB separately.
    """

    def __init__(self, media_type, start, block, end):
        self.media_type, self.start, self.block, self.end = media_type, start, block, end

    @classmethod
    def stream(cls, media_type, start, element, separator, end):
        elements = "".join(element % index + separator for index in range(1000, 3000)).encode()
        return cls(media_type, start.encode(), elements * (MIB // len(elements)), (element % 7 + end).encode())

    def send(self, size, connection):
        """Sends the response: as many whole blocks as are in `size` bytes, between start and end."""
        count = size // len(self.block)
        length = len(self.start) + count * len(self.block) + len(self.end)
        connection.sendall(
            f"HTTP/1.1 200 OK\r\nContent-Type: {self.media_type}\r\nConnection: close\r\n"
            f"Content-Length: {length}\r\n\r\n".encode() + self.start)
        for _ in range(count):
            connection.sendall(self.block)
        connection.sendall(self.end)

    def send_range(self, size, field, connection):
        """Sends a range of the body of `size` bytes, which has no start and end. `field` is the value of `Range`."""
        first, last = (int(bound) for bound in field.removeprefix("bytes=").split("-"))
        last = min(last, size - 1)
        connection.sendall(
            f"HTTP/1.1 206 Partial Content\r\nConnection: close\r\nETag: \"{size}\"\r\n"
            f"Content-Range: bytes {first}-{last}/{size}\r\nContent-Length: {last + 1 - first}\r\n\r\n".encode())
        view = memoryview(self.block)
        while first <= last:
            start = first % len(self.block)
            piece = view[start:start + last + 1 - first]
            connection.sendall(piece)
            first += len(piece)


class Loopback:
    """The server, which runs until the end of the `with` block. It has a thread for each connection.

    `GET /KIND/SIZE` responds with a body of about that many bytes, `GET /bytes/SIZE` with whole mebibytes, or with a
    range that has both bounds. Requests with other methods have a body with a `Content-Length`, which is received and
    discarded. Below `/hash/`, it is hashed, and the response and its ETag have the SHA-256. The server speaks as much of
    tus and of interop version 6 of the draft for resumable uploads as an upload without faults needs.
    """

    def __enter__(self):
        self.bodies = {kind: Body.stream(*texts) for kind, texts in KINDS.items()}
        self.bodies["bytes"] = Body("application/octet-stream", b"", os.urandom(MIB), b"")
        listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        # A separate process, so that the server's work does not count as the measuring process's.
        self.process = os.fork()
        if self.process == 0:
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=self.answer, args=(connection,), daemon=True).start()
        listener.close()
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def answer(self, connection):
        with connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            head = b""
            while b"\r\n\r\n" not in head:
                data = connection.recv(65536)
                if not data:
                    return
                head += data
            head, body = head.split(b"\r\n\r\n", 1)
            lines = head.split(b"\r\n")
            method, path, _ = lines[0].decode().split(" ")
            fields = dict(line.lower().split(b": ", 1) for line in lines[1:])
            if method == "GET":
                kind, size = path.split("/")[1:]
                if kind == "bytes" and b"range" in fields:
                    return self.bodies[kind].send_range(int(size), fields[b"range"].decode(), connection)
                return self.bodies[kind].send(int(size), connection)
            if method == "OPTIONS":
                return connection.sendall(
                    b"HTTP/1.1 204 No Content\r\nTus-Resumable: 1.0.0\r\nTus-Version: 1.0.0\r\n"
                    b"Tus-Extension: creation\r\nConnection: close\r\n\r\n")
            if fields.get(b"expect") == b"100-continue":
                connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            location = "/hash/upload" if path.startswith("/hash/") else "/upload"
            if b"upload-draft-interop-version" in fields:
                connection.sendall(
                    f"HTTP/1.1 104 Upload Resumption Supported\r\nUpload-Draft-Interop-Version: 6\r\n"
                    f"Location: {location}\r\n\r\n".encode())
            if b"transfer-encoding" in fields:
                return connection.sendall(b"HTTP/1.1 411 Length Required\r\nConnection: close\r\n\r\n")
            size = int(fields.get(b"content-length", 0))
            text = "ok"
            if path.startswith("/hash/"):
                text = self.digest(body, size - len(body), connection)
            elif not self.discard(size - len(body), connection):
                text = None
            if text is None:
                return
            status, more = "200 OK", f'ETag: "{text}"\r\n'
            if b"upload-draft-interop-version" in fields:
                more = "Upload-Draft-Interop-Version: 6\r\nUpload-Complete: ?1\r\n"
            elif b"upload-length" in fields:
                status, more = "201 Created", f"Tus-Resumable: 1.0.0\r\nLocation: {location}\r\nUpload-Offset: 0\r\n"
            elif b"tus-resumable" in fields:
                more = f"Tus-Resumable: 1.0.0\r\nUpload-Offset: {size}\r\n"
            connection.sendall(
                f"HTTP/1.1 {status}\r\n{more}Content-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}".encode())

    @staticmethod
    def discard(size, connection):
        """Discards bytes, which the kernel does not copy with this flag. Returns whether all have arrived."""
        buffer = bytearray(MIB)
        while size > 0:
            count = connection.recv_into(buffer, min(size, MIB), socket.MSG_TRUNC)
            if count == 0:
                return False
            size -= count
        return True

    @staticmethod
    def digest(start, size, connection):
        """Returns the SHA-256 of a body of which `size` bytes are yet to arrive, or `None` if they do not."""
        digest, buffer = hashlib.sha256(start), memoryview(bytearray(MIB))
        while size > 0:
            count = connection.recv_into(buffer, min(size, MIB))
            if count == 0:
                return None
            digest.update(buffer[:count])
            size -= count
        return digest.hexdigest()
