"""An adapter between `sluice corpus run` and a parser of Python: peer.py PARSER FORMAT.

Each adapter names the errors that its parser documents. Any other exception is reported as undocumented, and counts as a
finding of its own. `peer.py --versions` prints the versions of all parsers.
"""

import base64
import datetime
import email.errors
import email.message
import email.parser
import email.policy
import email.utils
import gzip
import hashlib
import http.client
import http.cookiejar
import http.cookies
import importlib.metadata
import io
import json
import math
import os
import pathlib
import platform
import plistlib
import re
import subprocess
import sys
import urllib.parse
import urllib.request
import xml.parsers.expat
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import formats  # noqa: E402

PEERS = {}


class Refused(Exception):
    """The parser has refused the input without an exception."""


def peer(name, *formats, errors=(ValueError,)):
    def add(function):
        for one in formats:
            PEERS[name, one] = (function, errors)
        return function

    return add


def text_or_base64(data):
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def output(data):
    return {"byteCount": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def boundary_of(content_type):
    """The boundary, read independently of the parsers."""
    found = re.search(r'boundary=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))', content_type, re.IGNORECASE)
    if not found:
        raise Refused("no boundary")
    return re.sub(r"\\(.)", r"\1", found[1]) if found[1] is not None else found[2]


# JSON


@peer("json", "json")
def python_json(data, _):
    return json.loads(data)


@peer("json", "json-lines")
def python_json_lines(data, _):
    return [json.loads(line) for line in lines(data)]


@peer("orjson", "json")
def orjson_json(data, _):
    import orjson

    return orjson.loads(data)


@peer("orjson", "json-lines")
def orjson_lines(data, _):
    import orjson

    return [orjson.loads(line) for line in lines(data)]


def msgspec_errors():
    import msgspec

    return (msgspec.DecodeError, ValueError, RecursionError)


@peer("msgspec", "json", errors=msgspec_errors)
def msgspec_json(data, _):
    import msgspec

    return msgspec.json.decode(data)


@peer("msgspec", "json-lines", errors=msgspec_errors)
def msgspec_lines(data, _):
    import msgspec

    return msgspec.json.Decoder().decode_lines(data)


@peer("jsonseq", "json-sequence")
def jsonseq_sequence(data, _):
    from jsonseq.decode import JSONSeqDecoder

    return list(JSONSeqDecoder().decode(data.decode().splitlines(keepends=True)))


def lines(data):
    found = data.split(b"\n")
    return found[:-1] if found[-1] == b"" else found


# Server-sent events


@peer("httpx-sse", "server-sent-events")
def httpx_sse_events(data, _):
    import httpx
    import httpx_sse

    response = httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=data)
    return [{"event": one.event, "data": one.data, "id": one.id} for one in httpx_sse.EventSource(response).iter_sse()]


@peer("sseclient-py", "server-sent-events")
def sseclient_events(data, _):
    import sseclient

    # An ID lasts in the program that reads the events.
    found, last = [], ""
    for one in sseclient.SSEClient([data]).events():
        last = last if one.id is None else one.id
        found.append({"event": one.event, "data": one.data, "id": last})
    return found


# Property lists


@peer("plistlib", "property-list-xml", errors=(xml.parsers.expat.ExpatError, plistlib.InvalidFileException, ValueError))
def plist_xml(data, _):
    return plist_result(plistlib.loads(data, fmt=plistlib.FMT_XML))


@peer("plistlib", "property-list-binary", errors=(plistlib.InvalidFileException,))
def plist_binary(data, _):
    return plist_result(plistlib.loads(data, fmt=plistlib.FMT_BINARY))


def plist_result(value):
    """The canonical form, unless objects that contain themselves or each other would make it too large."""
    count = 0

    def canonical(value):
        nonlocal count
        count += 1
        if count > 10_000:
            raise RecursionError
        if isinstance(value, dict):
            return {key if isinstance(key, str) else repr(key): canonical(item) for key, item in value.items()}
        if isinstance(value, list):
            return [canonical(item) for item in value]
        return plist_scalar(value)

    try:
        return canonical(value)
    except RecursionError:
        return NO_RESULT


def plist_scalar(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime):
        return value.isoformat() + "Z"
    if isinstance(value, plistlib.UID):
        return {"CF$UID": value.data}
    return value


# Compression


@peer("gzip", "gzip", errors=(OSError, EOFError, zlib.error))
def python_gzip(data, _):
    return output(gzip.decompress(data))


@peer("gzip tool", "gzip")
def gzip_tool(data, _):
    ran = subprocess.run(["gzip", "-dc"], input=data, capture_output=True)
    # Status 2 is a warning, such as for bytes after the end.
    if ran.returncode not in (0, 2):
        raise Refused(ran.stderr.decode(errors="replace").strip())
    return output(ran.stdout)


@peer("zlib", "zlib", errors=(zlib.error,))
def python_zlib(data, _):
    return output(zlib.decompress(data))


@peer("zlib", "gzip", errors=(zlib.error,))
def python_zlib_gzip(data, _):
    # One member: what follows it is not read.
    inflater = zlib.decompressobj(wbits=31)
    found = inflater.decompress(data) + inflater.flush()
    if not inflater.eof:
        raise Refused("incomplete")
    return output(found) if not inflater.unused_data else NO_RESULT


@peer("zlib", "raw-deflate", errors=(zlib.error,))
def python_raw(data, _):
    return output(zlib.decompress(data, wbits=-15))


# Forms


@peer("urllib.parse", "query")
def urllib_query(data, _):
    return [list(pair) for pair in urllib.parse.parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True)]


@peer("python-multipart", "query")
def python_multipart_query(data, _):
    from python_multipart.multipart import QuerystringParser

    pairs = []
    parser = QuerystringParser(
        {
            "on_field_start": lambda: pairs.append([b"", b""]),
            "on_field_name": lambda data, start, end: pairs[-1].__setitem__(0, pairs[-1][0] + data[start:end]),
            "on_field_data": lambda data, start, end: pairs[-1].__setitem__(1, pairs[-1][1] + data[start:end]),
        }
    )
    parser.write(data)
    parser.finalize()
    decode = lambda part: urllib.parse.unquote_to_bytes(part.replace(b"+", b" ")).decode("utf-8", "replace")
    return [[decode(name), decode(value)] for name, value in pairs]


def part(name, file_name, headers, data):
    found = {"name": name, "fileName": file_name, "headers": headers, **text_or_base64(data)}
    return {key: value for key, value in found.items() if value is not None}


@peer("email", "multipart", errors=(email.errors.MessageError, ValueError))
def email_multipart(data, content_type):
    policy = email.policy.HTTP.clone(raise_on_defect=True)
    head = b"MIME-Version: 1.0\r\nContent-Type: " + content_type.encode() + b"\r\n\r\n"
    message = email.parser.BytesParser(policy=policy).parsebytes(head + data)
    if not message.is_multipart():
        raise Refused("no multipart body")
    found = []
    for one in message.iter_parts():
        name = one.get_param("name", header="content-disposition")
        headers = [[key, str(value)] for key, value in one.raw_items()]
        found.append(part(name, one.get_filename(), headers, one.get_payload(decode=True) or b""))
    return found


@peer("python-multipart", "multipart", errors=lambda: (__import__("python_multipart").exceptions.FormParserError,))
def python_multipart_multipart(data, content_type):
    from python_multipart.multipart import MultipartParser, parse_options_header

    parts, header, ended = [], [b"", b""], []

    def begin():
        parts.append({"headers": [], "data": b""})

    def field(data, start, end):
        header[0] += data[start:end]

    def value(data, start, end):
        header[1] += data[start:end]

    def header_end():
        parts[-1]["headers"].append(tuple(header))
        header[:] = [b"", b""]

    def part_data(data, start, end):
        parts[-1]["data"] += data[start:end]

    callbacks = {
        "on_part_begin": begin,
        "on_header_field": field,
        "on_header_value": value,
        "on_header_end": header_end,
        "on_part_data": part_data,
        "on_end": lambda: ended.append(True),
    }
    parser = MultipartParser(boundary_of(content_type).encode(), callbacks)
    parser.write(data)
    parser.finalize()
    if not ended:
        # The parser says that a body is complete by this callback, not by an error.
        raise Refused("incomplete")
    found = []
    for one in parts:
        disposition = next((value for name, value in one["headers"] if name.lower() == b"content-disposition"), None)
        _, options = parse_options_header(disposition)
        text = lambda value: None if value is None else value.decode("utf-8", "replace")
        headers = [[text(name), text(value)] for name, value in one["headers"]]
        found.append(part(text(options.get(b"name")), text(options.get(b"filename")), headers, one["data"]))
    return found


@peer("multipart", "multipart", errors=lambda: (__import__("multipart").MultipartError,))
def multipart_multipart(data, content_type):
    import multipart

    segments = []
    with multipart.PushMultipartParser(boundary_of(content_type)) as parser:
        for event in parser.parse(data):
            if isinstance(event, multipart.MultipartSegment):
                segments.append((event, bytearray()))
            elif event:
                segments[-1][1].extend(event)
        for event in parser.parse(b""):
            pass
    return [part(one.name, one.filename, [list(pair) for pair in one.headerlist], bytes(data)) for one, data in segments]


@peer("werkzeug", "multipart", errors=lambda: (ValueError, __import__("werkzeug").exceptions.HTTPException))
def werkzeug_multipart(data, content_type):
    from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData

    decoder = MultipartDecoder(boundary_of(content_type).encode())
    decoder.receive_data(data)
    decoder.receive_data(None)
    parts = []
    while True:
        event = decoder.next_event()
        if isinstance(event, (Field, File)):
            parts.append((event, bytearray()))
        elif isinstance(event, Data):
            parts[-1][1].extend(event.data)
        elif isinstance(event, Epilogue):
            break
        elif isinstance(event, NeedData):
            raise Refused("incomplete")
    return [
        part(event.name, getattr(event, "filename", None), [list(pair) for pair in event.headers], bytes(data))
        for event, data in parts
    ]


@peer("streaming-form-data", "multipart", errors=lambda: (__import__("streaming_form_data").ParseFailedException,))
def streaming_form_data_multipart(data, content_type):
    # Values arrive at targets that are registered by name, so the result is not comparable with an array of parts.
    from streaming_form_data import StreamingFormDataParser
    from streaming_form_data.targets import ValueTarget

    parser = StreamingFormDataParser({"Content-Type": content_type})
    for name in sorted(set(re.findall(rb'name="?([^";\r\n]+)', data))):
        parser.register(name.decode("utf-8", "replace"), ValueTarget())
    parser.data_received(data)
    return NO_RESULT


NO_RESULT = object()


# Fields


@peer("email.utils", "http-date", errors=(ValueError,))
def email_date(data, _):
    return seconds(email.utils.parsedate_to_datetime(data.decode("latin-1")))


@peer("werkzeug", "http-date", errors=())
def werkzeug_date(data, _):
    from werkzeug.http import parse_date

    value = parse_date(data.decode("latin-1"))
    if value is None:
        raise Refused("None")
    return seconds(value)


def seconds(value):
    if value.tzinfo is None:
        value = value.replace(tzinfo=datetime.timezone.utc)
    return round((value - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds(), 3)


@peer("werkzeug", "media-type", "content-disposition", errors=())
def werkzeug_options(data, _):
    from werkzeug.http import parse_options_header

    value, options = parse_options_header(data.decode("utf-8", "surrogateescape"))
    return options_result(value, options.items())


@peer("python-multipart", "media-type", "content-disposition", errors=())
def python_multipart_options(data, _):
    from python_multipart.multipart import parse_options_header

    value, options = parse_options_header(data)
    text = lambda one: one.decode("utf-8", "replace")
    return options_result(text(value), [(text(name), text(value)) for name, value in options.items()])


@peer("multipart", "content-disposition", "media-type", errors=())
def multipart_options(data, _):
    import multipart

    return options_result(*(lambda value, options: (value, options.items()))(
        *multipart.parse_options_header(data.decode("utf-8", "surrogateescape"))))


@peer("email", "content-disposition", "media-type", errors=(email.errors.MessageError, ValueError))
def email_options(data, _):
    name = {"content-disposition": "Content-Disposition", "media-type": "Content-Type"}[FORMAT]
    header = email.policy.HTTP.header_factory(name, data.decode("utf-8", "surrogateescape"))
    if header.defects:
        raise Refused(str(header.defects[0]))
    value = header.content_type if FORMAT == "media-type" else header.content_disposition
    return options_result(value or "", header.params.items())


def options_result(value, parameters):
    if not value:
        raise Refused("nothing")
    pairs = [list(pair) for pair in parameters]
    if FORMAT == "content-disposition":
        return {"type": value, "parameters": pairs}
    kind, _, subtype = value.partition("/")
    return {"type": kind, "subtype": subtype, "parameters": pairs}


@peer("http.cookies", "set-cookie", errors=(http.cookies.CookieError,))
def python_cookies(data, _):
    cookies = http.cookies.SimpleCookie()
    cookies.load(data.decode("latin-1"))
    if not cookies:
        raise Refused("no cookie")
    # A value is kept as it was written, and without its quotes.
    return cookie_result(data, [(one.key, one.coded_value) for one in cookies.values()])


@peer("http.cookiejar", "set-cookie", errors=())
def python_cookie_jar(data, _):
    # A cookie that has expired removes this one.
    jar, request = http.cookiejar.CookieJar(), urllib.request.Request("http://example.com/")

    class Response:
        def __init__(self, text):
            self.message = email.message.Message()
            self.message["Set-Cookie"] = text

        def info(self):
            return self.message

    for one in jar.make_cookies(Response("a=before"), request):
        jar.set_cookie(one)
    cookies = jar.make_cookies(Response(data.decode("utf-8", "surrogateescape")), request)
    if not cookies and len(jar):
        raise Refused("no cookie")
    return cookie_result(data, [(one.name, one.value) for one in cookies])


def cookie_result(data, pairs):
    """The cookie, if it has no attributes. An input is one field, so a second cookie is another result."""
    if b";" in data:
        return NO_RESULT
    found = [{"name": name, "value": value, "attributes": {}} for name, value in pairs]
    return found[0] if len(found) == 1 else found


@peer("urllib.parse", "url")
def urllib_url(data, _):
    parts = urllib.parse.urlsplit(data.decode("utf-8", "surrogateescape"))
    user, at, host = parts.netloc.rpartition("@")
    found = {"scheme": parts.scheme, "port": parts.port, "path": parts.path}
    if at:
        found["userInfo"] = user
    if parts.netloc or parts.scheme == "file":
        found["host"] = re.sub(r":[0-9]*$", "", host)
    found |= {"query": parts.query or None, "fragment": parts.fragment or None}
    return {key: value for key, value in found.items() if value is not None}


@peer("http.client", "http-head", errors=(http.client.HTTPException,))
def python_head(data, _):
    class Connection:
        def makefile(self, *_):
            return io.BytesIO(data)

    response = http.client.HTTPResponse(Connection(), method="GET")
    response.begin()
    return {"status": response.status, "reason": response.reason, "fields": [list(pair) for pair in response.getheaders()]}


# Formats that this package has no parser of


def answered(function):
    def answer(data, _):
        value = function(data)
        return NO_RESULT if value is None else value

    return answer


for kind, module in formats.modules().items():
    for name, function in module.PARSERS.items():
        peer(name, kind)(answered(function))


# The loop


def writable(value):
    """The value without what JSON cannot express: surrogates alone, and numbers that are not finite."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [writable(item) for item in value]
    if isinstance(value, dict):
        return {writable(key): writable(item) for key, item in value.items()}
    return value


def reply(function, errors, data, content_type):
    try:
        value = function(data, content_type)
    except (Refused, *errors) as error:
        return {"accepted": False, "error": writable(f"{type(error).__name__}: {error}"[:200])}
    except Exception as error:
        return {"accepted": False, "error": writable(f"undocumented {type(error).__name__}: {error}"[:200])}
    if value is NO_RESULT:
        return {"accepted": True}
    try:
        return {"accepted": True, "result": writable(value)}
    except RecursionError:
        return {"accepted": True}


def main():
    global FORMAT
    if sys.argv[1] == "--versions":
        versions = {name: f"CPython {platform.python_version()}" for name, _ in PEERS}
        versions["zlib"] += f", zlib {zlib.ZLIB_RUNTIME_VERSION}"
        versions["plistlib"] += f", {xml.parsers.expat.EXPAT_VERSION.replace('_', ' ')}"
        tool = subprocess.run(["gzip", "--version"], capture_output=True, text=True)
        versions["gzip tool"] = tool.stdout.split("\n")[0].removeprefix("gzip ")
        for name in ("orjson", "msgspec", "python-multipart", "multipart", "werkzeug", "streaming-form-data", "jsonseq",
                     "httpx-sse", "sseclient-py"):
            try:
                versions[name] = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                del versions[name]
        for module in formats.modules().values():
            for name, version in module.VERSIONS.items():
                try:
                    versions[name] = version()
                except (importlib.metadata.PackageNotFoundError, OSError, subprocess.CalledProcessError):
                    del versions[name]
        print(json.dumps({"versions": versions, "peers": sorted(peer for peer in PEERS if peer[0] in versions)}))
        return
    name, FORMAT = sys.argv[1:]
    function, errors = PEERS[name, FORMAT]
    errors = errors() if callable(errors) else errors
    for line in open(int(os.environ["SLUICE_LINES"]), encoding="utf-8"):
        request = json.loads(line)
        data = pathlib.Path(request["file"]).read_bytes()
        answer = reply(function, errors, data, request.get("contentType") or "")
        try:
            text = json.dumps(answer)
        except RecursionError:
            text = json.dumps({"accepted": True})
        print(text, flush=True)


if __name__ == "__main__":
    main()
