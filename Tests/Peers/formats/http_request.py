"""Two parsers of HTTP/1.1 requests: h11, and llhttp as httptools wraps it."""

import base64

from . import distribution

VERSIONS = {"h11": distribution("h11"), "llhttp": distribution("httptools", "httptools")}


def text(data):
    try:
        return bytes(data).decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}


def result(method, target, version, fields, body, trailers):
    value = {
        "method": text(method),
        "target": text(target),
        "version": version,
        "fields": [[text(name), text(content)] for name, content in fields],
        "body": text(body),
    }
    if trailers:
        value["trailers"] = [[text(name), text(content)] for name, content in trailers]
    return value


def parse_with_h11(data):
    import h11

    connection = h11.Connection(h11.SERVER)
    request, body = None, b""
    try:
        if data:
            connection.receive_data(data)
        connection.receive_data(b"")
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                request = event
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage):
                return result(
                    request.method, request.target, request.http_version.decode("ascii"),
                    request.headers.raw_items(), body, event.headers.raw_items() if event.headers else [],
                )
            else:
                raise ValueError("the request is incomplete")
    except h11.RemoteProtocolError as error:
        raise ValueError(str(error)) from error


class Receiver:
    """Collects the first request and ignores what follows."""

    def __init__(self):
        self.target, self.body = b"", b""
        self.fields, self.trailers = [], []
        self.in_head, self.is_complete = True, False
        self.method = self.version = None

    def on_url(self, url):
        if not self.is_complete:
            self.target += url

    def on_header(self, name, value):
        if not self.is_complete:
            (self.fields if self.in_head else self.trailers).append((name, value))

    def on_headers_complete(self):
        if not self.is_complete:
            self.in_head = False
            self.method, self.version = self.parser.get_method(), self.parser.get_http_version()

    def on_body(self, body):
        if not self.is_complete:
            self.body += body

    def on_message_complete(self):
        self.is_complete = True


def parse_with_llhttp(data):
    import httptools

    receiver = Receiver()
    receiver.parser = httptools.HttpRequestParser(receiver)
    try:
        receiver.parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        pass
    except httptools.HttpParserError as error:
        if not receiver.is_complete:
            raise ValueError(str(error)) from error
    if not receiver.is_complete:
        raise ValueError("the request is incomplete")
    # A field value does not include the blanks after it (RFC 9112 §5.1); llhttp leaves them to its caller.
    fields = [(name, value.rstrip(b" \t")) for name, value in receiver.fields]
    trailers = [(name, value.rstrip(b" \t")) for name, value in receiver.trailers]
    return result(receiver.method, receiver.target, receiver.version, fields, receiver.body, trailers)


PARSERS = {"h11": parse_with_h11, "llhttp": parse_with_llhttp}

DIFFERENCES = {
    ("h11", "coding-upper-case"): "h11 returns the value in lowercase, not as it was sent.",
    ("h11", "host-with-blank"): "h11 checks that there is one host, but not its value; RFC 9112 §3.2: “A server MUST respond with a 400 […] to any request message that contains […] a Host header field with an invalid field value”.",
    ("llhttp", "host-with-blank"): "llhttp leaves the host to its caller (RFC 9112 §3.2).",
    ("llhttp", "host-missing"): "llhttp leaves the host to its caller (RFC 9112 §3.2).",
    ("llhttp", "host-twice"): "llhttp leaves the host to its caller (RFC 9112 §3.2).",
    ("llhttp", "method-unknown"): "llhttp knows a list of methods, not every token (RFC 9112 §3.1).",
}
