"""The minimal inputs of the list in CorpusAndOtherParsers.md: prints what each parser does with its input."""

import email
import email.policy
import gzip
import http.client
import io
import json
import pathlib
import plistlib
import subprocess
import tempfile

import httpx
import httpx_sse
import msgspec
import multipart
import sseclient
from python_multipart.multipart import MultipartParser, parse_options_header
from streaming_form_data import StreamingFormDataParser
from streaming_form_data.targets import ValueTarget
from werkzeug.sansio.multipart import Data, Epilogue, Field, MultipartDecoder, NeedData

FIELD = b'Content-Disposition: form-data; name="a"\r\n\r\n1'
OTHER = b'Content-Disposition: form-data; name="b"\r\n\r\n2'


def plist(text):
    return plistlib.loads(b'<plist version="1.0">' + text + b"</plist>")


def binary_plist(objects):
    """A document of objects, whose first one is the root. References have one byte."""
    body, offsets = b"bplist00", b""
    for one in objects:
        offsets += len(body).to_bytes(2, "big")
        body += one
    counts = len(objects).to_bytes(8, "big") + bytes(8) + len(body).to_bytes(8, "big")
    return body + offsets + bytes(6) + b"\2\1" + counts


def python_multipart(*blocks):
    parts, ended = [], []
    callbacks = {
        "on_part_begin": lambda: parts.append(b""),
        "on_part_data": lambda data, start, end: parts.append(parts.pop() + data[start:end]),
        "on_end": lambda: ended.append(True),
    }
    parser = MultipartParser(b"B", callbacks)
    for block in blocks:
        parser.write(block)
    return parts if ended else "incomplete"


def sse_client(data):
    return [(one.data, one.id) for one in sseclient.SSEClient([data]).events()]


def httpx_events(data):
    response = httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=data)
    return [(one.data, one.id) for one in httpx_sse.EventSource(response).iter_sse()]


def multipart_segments(data):
    with multipart.PushMultipartParser("B") as parser:
        return [one.name for one in parser.parse(data) if isinstance(one, multipart.MultipartSegment)]


def werkzeug(*blocks):
    decoder, found = MultipartDecoder(b"B"), []
    for block in (*blocks, None):
        decoder.receive_data(block)
        while not isinstance(event := decoder.next_event(), (NeedData, Epilogue)):
            if isinstance(event, Field):
                found.append([list(event.headers), b""])
            elif isinstance(event, Data):
                found[-1][1] += event.data
        if isinstance(event, Epilogue):
            return found


def streaming(data):
    parser = StreamingFormDataParser({"Content-Type": "multipart/form-data; boundary=B"})
    targets = {"a": ValueTarget(), "b": ValueTarget()}
    for name, target in targets.items():
        parser.register(name, target)
    parser.data_received(data)
    return {name: target.value for name, target in targets.items()}


def get_filename(value):
    message = email.message_from_string(f"Content-Disposition: {value}\n\n", policy=email.policy.HTTP)
    return message.get_filename()


def head(data):
    class Connection:
        def makefile(self, *_):
            return io.BytesIO(data)

    response = http.client.HTTPResponse(Connection())
    response.begin()
    return response.status, response.getheaders()


def program(name, parser, kind, data):
    """The reply of an adapter that was built, or how it ended."""
    path = pathlib.Path(__file__).resolve().parent.parent.parent / ".build" / "peers" / name
    if not path.exists():
        return "not built"
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        request = json.dumps({"file": file.name}, separators=(",", ":")) + "\n"
        try:
            ran = subprocess.run([path, parser, kind], input=request, capture_output=True, text=True, timeout=10)
        except subprocess.TimeoutExpired:
            return "hung for 10 s"
    return ran.stdout.strip() or f"ended with status {ran.returncode}"


def foundation(parser, kind, data):
    return program("foundation", parser, kind, data)


def hummingbird(parser, kind, text):
    return program("HummingbirdPeer", parser, kind, text.encode())


def foundation_json(parser, text):
    return foundation(parser, "json", text.encode())


def foundation_xml(content, start=b'<plist version="1.0">'):
    return foundation("PropertyListSerialization", "property-list-xml", start + content + b"</plist>")


DEFECTS = {
    "gzip reserved flags": lambda: gzip.decompress(b"\x1f\x8b\x08\xe0" + bytes(4) + b"\0\xff\3\0" + bytes(8)),
    "plistlib empty key": lambda: plist(b"<dict><key></key></dict>"),
    "plistlib empty key, then a key": lambda: plist(b"<dict><key></key><key>a</key><true/></dict>"),
    "plistlib text after date": lambda: plist(b"<date>2001-01-01T00:00:00Zx</date>"),
    "plistlib malformed date": lambda: plist(b"<date>x</date>"),
    "plistlib date of a year": lambda: plist(b"<date>2001Z</date>"),
    "plistlib key outside of a dictionary": lambda: plist(b"<key>a</key>"),
    "plistlib underscore": lambda: plist(b"<integer>1_0</integer>"),
    "plistlib nothing": lambda: plist(b""),
    "plistlib count": lambda: plistlib.loads(binary_plist([b"\x4f\x20\x01A"])),
    "email escaped backslash": lambda: get_filename(r'attachment; filename="a\\"; x="b"'),
    "http.client white space": lambda: head(b"HTTP/1.1 200 OK\r\nA: b \r\n\r\n"),
    "http.client incomplete head": lambda: head(b"HTTP/1.1 200 OK\r\nA: b"),
    "libcurl cookie after a semicolon": lambda: program("curl", "libcurl", "set-cookie", b"; a=b"),
    "libcurl scheme": lambda: program("curl", "libcurl", "url", b"1http://a/"),
    "NIOHTTP1 white space": lambda: program(
        "NIOPeer", "NIOHTTP1", "http-head", b"HTTP/1.1 200 OK\r\nA: b \r\n\r\n"),
    "Hummingbird plus in a name": lambda: hummingbird("URLEncodedFormDecoder", "query", "a+b=c+d"),
    "Hummingbird name alone": lambda: hummingbird("URLEncodedFormDecoder", "query", "a&b=1"),
    "Hummingbird name in queryParameters": lambda: hummingbird("URI.queryParameters", "query", "%61=%62"),
    "Hummingbird percent in queryParameters": lambda: hummingbird("URI.queryParameters", "query", "a=%62%"),
    "Hummingbird user": lambda: hummingbird("URI", "url", "http://a:b@c/"),
    "Hummingbird IPv6": lambda: hummingbird("URI", "url", "http://[::1]:80/a"),
    "Hummingbird empty subtype": lambda: hummingbird("MediaType", "media-type", "text/"),
    "Hummingbird two parameters": lambda: hummingbird("MediaType", "media-type", "text/plain; a=1; b=2"),
    "Hummingbird escaped quote": lambda: hummingbird("MediaType", "media-type", r'text/plain; a="\"b"'),
    "msgspec lines": lambda: msgspec.json.Decoder().decode_lines(b"1 2\n"),
    "python-multipart escaped backslash": lambda: parse_options_header(r'form-data; name="a\\"; filename="b"'),
    "python-multipart preamble": lambda: python_multipart(b"x\r\n--B\r\n" + FIELD + b"\r\n--B--"),
    "python-multipart padding": lambda: python_multipart(b"--B \r\n" + FIELD + b"\r\n--B--"),
    "python-multipart boundary in preamble": lambda: python_multipart(b"\r\nx--B\r\n" + FIELD + b"\r\n--B--"),
    "python-multipart divided preamble": lambda: python_multipart(b"\r\n", b"x\r\n--B\r\n" + FIELD + b"\r\n--B--"),
    "python-multipart undivided preamble": lambda: python_multipart(b"\r\nx\r\n--B\r\n" + FIELD + b"\r\n--B--"),
    "multipart padding": lambda: multipart_segments(b"--B \r\n" + FIELD + b"\r\n--B--"),
    "werkzeug divided closing boundary": lambda: werkzeug(b"--B\r\n" + FIELD + b"\r\n--B-", b"-\r\n"),
    "werkzeug no fields": lambda: werkzeug(b"--B\r\n\r\nx\r\n--B\r\n" + FIELD + b"\r\n--B--"),
    "werkzeug no colon": lambda: werkzeug(b"--B\r\nX\r\n" + FIELD + b"\r\n--B--"),
    "werkzeug no name": lambda: werkzeug(b"--B\r\n: x\r\n" + FIELD + b"\r\n--B--"),
    "streaming-form-data epilogue": lambda: streaming(b"--B\r\n" + FIELD + b"\r\n--B--\r\nx"),
    "streaming-form-data boundary in epilogue": lambda: streaming(
        b"--B\r\n" + FIELD + b"\r\n--B--\r\n--B\r\n" + OTHER + b"\r\n--B--"),
    "streaming-form-data padding": lambda: streaming(b"--B\r\n" + FIELD + b"\r\n--B \r\n" + OTHER + b"\r\n--B--"),
    "streaming-form-data preamble": lambda: streaming(b"x\r\n--B\r\n" + FIELD + b"\r\n--B--"),
    "streaming-form-data end": lambda: streaming(b"--B\r\n" + FIELD),
    "httpx-sse byte order mark": lambda: httpx_events(b"\xef\xbb\xbfdata: a\n\n"),
    "httpx-sse event without data": lambda: httpx_events(b"id: 7\n\n"),
    "sseclient-py byte order mark": lambda: sse_client(b"\xef\xbb\xbfdata: a\n\n"),
    "sseclient-py line ends": lambda: sse_client(b"data: a\n\rdata: b\n\n"),
    "sseclient-py ID with NUL": lambda: sse_client(b"id: 1\0\ndata: a\n\n"),
    "sseclient-py not UTF-8": lambda: sse_client(b"data: \xff\n\n"),
    "sseclient-py incomplete event": lambda: sse_client(b"data: a\n"),
    "JSONDecoder zero": lambda: foundation_json("JSONDecoder", "0e1"),
    "PropertyListSerialization key as value": lambda: foundation_xml(b"<array><key>a</key></array>"),
    "PropertyListSerialization reference": lambda: foundation_xml(b"<string>&#x;</string>"),
    "PropertyListSerialization empty data": lambda: foundation_xml(b"<data/>"),
    "PropertyListSerialization attribute": lambda: foundation_xml(b"<true/>", b'<plist version=">">'),
    "PropertyListSerialization attribute without quotes": lambda: foundation_xml(b"<true/>", b"<plist version=1>"),
    "PropertyListSerialization line end": lambda: foundation_xml(b"<string>a\r\nb</string>"),
    "PropertyListSerialization text after the end": lambda: foundation(
        "PropertyListSerialization", "property-list-xml", b"<plist><true/></plist>x"),
    "streaming-form-data name": lambda: streaming(b'--B\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n\r\n--B--'),
}


def main():
    for name, run in DEFECTS.items():
        try:
            result = repr(run())
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
        print(f"{name}: {result}")


if __name__ == "__main__":
    main()
