"""A server that parses multipart forms with python-multipart from PyPI, and responds with the parts as JSON."""

import hashlib
import http.server
import json
import sys

from python_multipart.multipart import MultipartParser, parse_options_header


class Part:
    def __init__(self):
        self.headers = {}
        self.name = self.value = b""
        self.size = 0
        self.hash = hashlib.sha256()

    def end_header(self):
        self.headers[self.name.decode().lower()] = self.value
        self.name = self.value = b""

    def add(self, data):
        self.size += len(data)
        self.hash.update(data)

    def described(self):
        _, options = parse_options_header(self.headers["content-disposition"])
        filename = options.get(b"filename")
        return {
            "name": options[b"name"].decode(),
            "filename": None if filename is None else filename.decode(),
            "type": self.headers.get("content-type", b"").decode() or None,
            "size": self.size,
            "sha256": self.hash.hexdigest(),
        }


class FormReader:
    """Collects the parts that the parser reports."""

    def __init__(self, boundary):
        self.parts = []
        self.is_whole = False
        self.parser = MultipartParser(boundary, {
            "on_part_begin": lambda: self.parts.append(Part()),
            "on_header_field": self.header_field,
            "on_header_value": self.header_value,
            "on_header_end": lambda: self.parts[-1].end_header(),
            "on_part_data": lambda data, start, end: self.parts[-1].add(memoryview(data)[start:end]),
            "on_end": self.end,
        })

    def header_field(self, data, start, end):
        self.parts[-1].name += data[start:end]

    def header_value(self, data, start, end):
        self.parts[-1].value += data[start:end]

    def end(self):
        self.is_whole = True


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        if self.path.startswith("/form/digest") and not self.headers.get("Authorization", "").startswith("Digest "):
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256')
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()
            return
        kind, options = parse_options_header(self.headers["Content-Type"])
        if kind != b"multipart/form-data":
            for _ in self.body():
                pass
            self.send_error(415)
            return
        reader = FormReader(options[b"boundary"])
        for data in self.body():
            reader.parser.write(data)
        answer = json.dumps({
            "isWhole": reader.is_whole,
            "method": self.command,
            "parts": [part.described() for part in reader.parts],
        }).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_PUT = do_POST

    def body(self):
        """Yields pieces of the request's body, which has a length or is chunked."""
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            while size := int(self.rfile.readline().split(b";")[0], 16):
                yield self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return
        left = int(self.headers["Content-Length"])
        while left > 0:
            data = self.rfile.read(min(left, 1 << 20))
            if not data:
                raise ConnectionError("the body is cut short")
            left -= len(data)
            yield data

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print(server.server_port, flush=True)
server.serve_forever()
