#!/usr/bin/env python3
"""Runs the tool against servers by other authors: nginx, Caddy, a form parser, a tus server and an S3 API from PyPI,
swift-nio-extras, and proxies.

Prints a table of expected and actual results, and exits with 1 if any of them differ. `make interop` installs the
dependencies.
"""

import argparse
import hashlib
import importlib.util
import itertools
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

from proxies import Proxies
from servers import Servers, free_ports

MIB = 1 << 20


class Outcome:
    """The result of a run of the tool."""

    def __init__(self, process, started):
        self.code = process.returncode
        self.output = process.stdout
        self.text = process.stdout.decode(errors="replace")
        self.error = process.stderr.decode(errors="replace").strip().splitlines()[-1:]
        self.seconds = time.monotonic() - started

    def json(self):
        return json.loads(self.output) if self.code == 0 else {}


class Interop:
    def __init__(self, sluice, servers):
        self.sluice = os.path.abspath(sluice)
        self.servers = servers
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=servers.folder))
        self.failures = 0
        self.count = 0

    def command(self, *arguments):
        words = [str(argument) for argument in arguments]
        trust = ["--cacert", self.servers.authority] if "--cacert" not in words else []
        proxy = ["--proxy", ""] if "--proxy" not in words else []
        return [self.sluice, *words, *trust, *proxy, "--progress", "none"]

    def run(self, *arguments, stdin=b""):
        started = time.monotonic()
        process = subprocess.run(self.command(*arguments), input=stdin, capture_output=True, timeout=60)
        return Outcome(process, started)

    @property
    def ways(self):
        """The ways to reach nginx, each with a name, a URL and options."""
        return (("HTTP/1.1", self.servers.plain, []), ("TLS", self.servers.tls, []),
                ("HTTP/2", self.servers.tls, ["--http2"]))

    def check(self, what, expected, seen, outcome=None):
        is_right = expected == seen
        self.count += 1
        self.failures += not is_right
        print(f"{'ok' if is_right else 'FAILED':<7}{what:<62}{short(expected):<28}{short(seen)}", flush=True)
        if not is_right and outcome:
            print(f"       exit {outcome.code} {outcome.error} {outcome.text[:300]!r}")

    def exits(self, what, code, *arguments):
        """Runs the tool, and checks its exit code, which is part of the command-line contract."""
        outcome = self.run(*arguments)
        self.check(what, f"exit {code}", f"exit {outcome.code}", outcome)
        return outcome

    def file(self, name, size, seed=1):
        """Writes a file whose bytes do not repeat, and returns its path."""
        path = self.folder / name
        path.write_bytes(pattern(size, seed))
        return path


def pattern(size, seed):
    return hashlib.shake_128(str(seed).encode()).digest(size)


def short(value):
    text = str(value)
    return text if len(text) <= 26 else text[:25] + "…"


def digest(path):
    if not path.exists():
        return "no file"
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


# Checks, grouped by features of the servers.


def tls(it):
    servers = it.servers
    (servers.www / "hello").write_text("hello")
    url = f"{servers.tls}/hello"
    it.check("TLS: a certificate that the authority signed", "hello", it.run("request", url).text)
    it.exits("TLS: another authority", 77, "request", url, "--cacert", servers.folder / "other.pem")
    it.exits("TLS: another host's name", 77, "request", f"https://127.0.0.1:{servers.tls_port}/hello")
    pin = (servers.folder / "pin").read_text()
    it.exits("TLS: the pinned key", 0, "request", url, "--pin", f"sha256//{pin}")
    it.exits("TLS: another pinned key", 77, "request", url, "--pin", "sha256//" + "A" * 43 + "=")
    refused = it.exits("TLS: no client certificate where one is required", 78, "request", f"{servers.client}/")
    it.check("TLS: the reason is reported", True, "No required SSL certificate was sent" in refused.text, refused)
    it.exits("TLS: http to a port for https", 78, "request", f"http://localhost:{servers.tls_port}/hello")
    it.exits("TLS: https to a port for http", 76, "request", f"https://localhost:{servers.plain_port}/hello")
    it.check("a unix socket", "hello", it.run("request", "http://any.example/hello", "--unix-socket",
                                              servers.folder / "socket").text)


def versions(it):
    url = f"{it.servers.tls}/hello"
    for flags, version in (([], "HTTP/2.0"), (["--http2"], "HTTP/2.0"), (["--http1.1"], "HTTP/1.1")):
        outcome = it.run("request", url, "-i", *flags)
        seen = [line.split(": ")[1] for line in outcome.text.splitlines() if line.lower().startswith("x-protocol")]
        it.check(f"HTTP version with {' '.join(flags) or 'no option'}", [version], seen, outcome)
    outcome = it.run("request", "HEAD", url, "-i")
    it.check("HEAD over HTTP/2", (0, True), (outcome.code, "content-length: 5" in outcome.text.lower()), outcome)
    it.exits("204 over HTTP/2", 0, "request", f"{it.servers.tls}/empty")
    for scheme, base in (("HTTP/1.1", it.servers.plain), ("HTTP/2", it.servers.tls)):
        it.exits(f"a server that hangs up, {scheme}", 76, "request", f"{base}/hang-up")
        code = 76 if scheme == "HTTP/2" else 78  # nginx closes the connection.
        it.exits(f"a head that is too large, {scheme}", code, "request", f"{base}/hello", "-H", "X: " + "x" * 40_000)


def credentials(it):
    (it.servers.www / "secret/file").write_text("for you")
    url = f"{it.servers.tls}/secret/file"
    it.check("basic auth: the right password", "for you", it.run("request", url, "-u", "user:pass").text)
    it.exits("basic auth: the wrong password", 78, "request", url, "-u", "user:wrong")
    it.exits("basic auth: no password", 78, "request", url)
    # A redirect to https, on another port.
    started = len(it.servers.logged())
    it.exits("basic auth: a redirect to another origin", 0, "request",
             f"{it.servers.plain}/to-tls/hello", "-u", "user:pass")
    seen = [line.split("authorization=")[1].split()[0] != "-" for line in it.servers.logged()[started:]]
    it.check("basic auth: not sent there, by the server's log", [True, False], seen)


def proxies(it):
    (it.servers.www / "hello").write_text("hello")
    file = it.file("proxied", 3 * MIB)
    with Proxies(it.servers, free_ports(5)) as proxies:
        for name in proxies.names:
            for base in (it.servers.plain, it.servers.tls):
                outcome = it.run("request", f"{base}/hello", "--proxy", proxies.url(name))
                it.check(f"proxy {name}: {base.split(':')[0]}", "hello", outcome.text, outcome)
            outcome = it.run("upload", it.servers.form, "-F", f"file=@{file}", "--proxy", proxies.url(name))
            sent = outcome.json().get("parts", [{}])[0].get("sha256", "")[:16]
            it.check(f"proxy {name}: a form", digest(file), sent, outcome)
        for name, code in (("http", 77), ("https", 77), ("squid", 77), ("microsocks", 77)):
            it.exits(f"proxy {name}: the wrong password", code, "request", f"{it.servers.tls}/hello", "--proxy",
                     proxies.url(name, "wrong"))
        it.exits("proxy https: another authority", 77, "request", f"{it.servers.plain}/hello", "--proxy",
                 proxies.url("https"), "--cacert", it.servers.folder / "other.pem")


def codings(it):
    text = "to and fro\n" * 100_000
    (it.servers.www / "text").write_text(text)
    for base in (it.servers.plain, it.servers.tls):
        outcome = it.run("request", f"{base}/gzip/text", "-i")
        head, _, body = outcome.text.partition("\r\n\r\n")
        it.check("gzip: requested, sent and decompressed", (True, True),
                 ("content-encoding: gzip" in head.lower(), body == text), outcome)


def downloads(it):
    content = it.servers.www / "large"
    content.write_bytes(pattern(12 * MIB, 2))
    path = it.folder / "large"

    def part_size():
        """Returns the number of bytes of the partial file of a download, or 0 if there is none."""
        return sum(part.stat().st_size for part in it.folder.glob(".sluice-*.part"))

    for base in (it.servers.plain, it.servers.tls):
        it.run("download", f"{base}/large", "-o", path)
        it.check(f"a download from {base.split(':')[0]}", digest(content), digest(path))
        path.unlink(missing_ok=True)

    def cut(how):
        """Starts a slow download, and interrupts it half-way."""
        process = subprocess.Popen(it.command("download", f"{it.servers.tls}/slow/large", "-o", path, "--resume"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while process.poll() is None and part_size() <= 4 * MIB:
                time.sleep(0.01)
            how(process)
            process.wait(10)
        finally:
            process.kill()
            process.wait()

    def restart(_):
        it.servers.stop_nginx()
        it.servers.start_nginx()
        it.servers.wait_for(it.servers.tls_port)

    for what, how in (("SIGKILL", lambda process: process.kill()), ("SIGTERM", lambda process: process.terminate()),
                      ("a restart of the server", restart)):
        cut(how)
        left = part_size()
        it.check(f"a download interrupted by {what}", (True, False), (4 * MIB < left < 12 * MIB, path.exists()))
        started = len(it.servers.logged())
        it.exits("  and resumed", 0, "download", f"{it.servers.tls}/slow/large", "-o", path, "--resume")
        it.check("  is complete", (digest(content), False), (digest(path), part_size() > 0))
        ranges = [line for line in it.servers.logged()[started:] if f"206 range=bytes={left}-" in line]
        it.check("  and requested only the rest", 1, len(ranges))
        path.unlink(missing_ok=True)
    cut(lambda process: process.kill())
    content.write_bytes(pattern(11 * MIB, 3))
    it.exits("a resource that changed in between", 0, "download", f"{it.servers.tls}/large", "-o", path, "--resume")
    it.check("  is downloaded again", digest(content), digest(path))
    it.exits("a server that is too slow", 75, "download", f"{it.servers.tls}/very-slow/large", "-o",
             it.folder / "slow", "--timeout", 1)
    it.exits("a missing resource", 78, "download", f"{it.servers.tls}/missing", "-o", it.folder / "missing")
    it.check("  leaves no file", [], sorted(each.name for each in it.folder.glob("missing*")))


def segments(it):
    content = it.servers.www / "segments"
    content.write_bytes(pattern(12 * MIB, 9))
    path, flags = it.folder / "segments", ["--resume", "--segments", 4]

    def missing():
        """Returns the ranges that the record of the download says are missing, each with its end. A record that has
        just been made names none."""
        records = [json.loads(record.read_text()) for record in it.folder.glob(".sluice-*.json")]
        return [tuple(range) for record in records for range in record.get("resumption", {}).get("missing", [])]

    for name, base in (("HTTP/1.1", it.servers.plain), ("HTTP/2", it.servers.tls)):
        started = len(it.servers.logged())
        process = subprocess.Popen(it.command("download", f"{base}/slow/segments", "-o", path, *flags),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while process.poll() is None and not 0 < sum(end - start for start, end in missing()) < 8 * MIB:
                time.sleep(0.01)
        finally:
            process.kill()
            process.wait()
        left = missing()
        # The first bytes, and four segments.
        it.servers.wait_for_log(started + 5)
        it.check(f"a download in segments interrupted by SIGKILL, {name}", (True, False), (len(left) > 1, path.exists()))
        it.exits("  and resumed", 0, "download", f"{base}/slow/segments", "-o", path, *flags)
        it.check("  is complete", (digest(content), []), (digest(path), missing()))
        ranges = [line.split("206 range=bytes=")[1].split()[0].split("-") for line in it.servers.logged()[started + 5:]]
        it.check("  and requested only the rest", sorted(left), sorted((int(start), int(end) + 1) for start, end in ranges))
        path.unlink(missing_ok=True)


def limits(it):
    large = it.file("too-large", 64 * MIB)
    for name, base, flags in it.ways:
        outcome = it.exits(f"an early 413, {name}", 78, "request", "PUT", f"{base}/small/f", "--data", f"@{large}", *flags)
        it.check("  is the response at once", (True, True), ("413" in outcome.text, outcome.seconds < 5), outcome)


def webdav(it):
    for size in (0, 1, 65_536, 20 * MIB):
        path = it.file("put", size, seed=size)
        for name, base, flags in it.ways:
            # nginx creates the folder.
            place = f"dav/{name.replace('/', '-')}/{size}"
            outcome = it.run("request", "PUT", f"{base}/{place}", "--data", f"@{path}", *flags)
            it.check(f"WebDAV PUT of {size} bytes, {name}", (0, digest(path)),
                     (outcome.code, digest(it.servers.www / place)), outcome)
    it.exits("WebDAV DELETE", 0, "request", "DELETE", f"{it.servers.tls}/dav/TLS/1")
    it.check("  has deleted it", False, (it.servers.www / "dav/TLS/1").exists())


def redirects(it):
    path = it.file("redirected", 3 * MIB, seed=4)
    for status in (307, 308):
        for name, base in (("HTTP/1.1", it.servers.plain), ("TLS", it.servers.tls)):
            place = f"dav/by-{status}-{name[:3]}"
            outcome = it.run("request", "PUT", f"{base}/{status}/{place}", "--data", f"@{path}")
            it.check(f"a {status} sends a PUT's body again, {name}", (0, digest(path)),
                     (outcome.code, digest(it.servers.www / place)), outcome)
    for status in (301, 303):
        outcome = it.run("request", "POST", f"{it.servers.plain}/{status}/hello", "--data", "a=b")
        it.check(f"a {status} turns a POST into a GET", "hello", outcome.text, outcome)
    it.check("from http to https", "hello", it.run("request", f"{it.servers.plain}/to-tls/hello").text)
    it.exits("from https to http", 77, "request", f"{it.servers.tls}/to-plain/hello")
    it.exits("a redirect loop", 77, "request", f"{it.servers.tls}/loop")


def forms(it):
    sparse = it.folder / "sparse"
    with open(sparse, "wb") as file:
        file.truncate(300 * MIB)
    files = {
        "plain.txt": it.file("a", 10),
        "empty.bin": it.file("b", 0),
        "straße 日本 \"quoted\".pdf": it.file("c", 100_000, seed=5),
    }
    spec = ["--form-string", "title=Grüße\r\nund mehr; --x", "--form-string", "empty="]
    expected = [("title", None, "Grüße\r\nund mehr; --x".encode()), ("empty", None, b"")]
    for number, (name, path) in enumerate(files.items()):
        escaped = name.replace('"', '\\"')
        spec += ["-F", f'feld-ä{number}=@{path};filename="{escaped}"']
        # The quotes are escaped as in the HTML standard, and this parser does not decode them.
        expected.append((f"feld-ä{number}", name.replace('"', "%22"), path.read_bytes()))
    for name, url in (("directly", it.servers.form), ("through nginx", f"{it.servers.tls}/form"),
                      ("by a redirect", f"{it.servers.plain}/307/form")):
        outcome = it.run("upload", url, *spec)
        parts = outcome.json().get("parts", [])
        seen = [(part["name"], part["filename"], part["size"], part["sha256"]) for part in parts]
        wanted = [(field, file, len(data), hashlib.sha256(data).hexdigest()) for field, file, data in expected]
        it.check(f"a form of fields and files, {name}", wanted, seen, outcome)
    for name, url in (("directly", it.servers.form), ("through nginx", f"{it.servers.tls}/form")):
        outcome = it.run("upload", url, "-F", f"f=@{sparse}", "-F", "after=1")
        parts = [(part["size"], part["sha256"][:16]) for part in outcome.json().get("parts", [])]
        it.check(f"a file of 300 MiB, {name}",
                 [(300 * MIB, digest(sparse)), (1, hashlib.sha256(b"1").hexdigest()[:16])], parts, outcome)
    piped = pattern(5 * MIB, 6)
    for name, url in (("directly", it.servers.form), ("through nginx", f"{it.servers.tls}/form")):
        outcome = it.run("upload", url, "-F", "f=@/dev/stdin;filename=f", stdin=piped)
        parts = [(part["size"], part["sha256"]) for part in outcome.json().get("parts", [])]
        it.check(f"a form of unknown size, from a pipe, {name}", [(len(piped), hashlib.sha256(piped).hexdigest())],
                 parts, outcome)
    outcome = it.run("upload", it.servers.form, *[word for i in range(200) for word in ("-F", f"f{i}=@{files['plain.txt']}")])
    it.check("200 files", (True, 200), (outcome.json().get("isWhole"), len(outcome.json().get("parts", []))), outcome)


def resumable(it):
    for name in it.servers.uploads:
        it.servers.start_uploads(name)
    content = it.file("upload", 128 * MIB, seed=7)
    bytes = content.read_bytes()
    record = it.folder / "upload.record"
    ways = [("tus", "tus", ["--tus"])]
    ways += [(f"draft {version}", "nio", ["--resumable", "--interop-version", version]) for version in (3, 5, 6)]
    for name, server, flags in ways:
        url, folder = it.servers.uploads[server]
        arguments = ["upload", url, *flags, "--record", record]
        arguments += [content] if name == "tus" else ["-F", "title=Holiday", "-F", f"file=@{content}"]

        def uploads():
            return [path for path in folder.iterdir() if path.is_file() and path.suffix not in (".info", ".part")]

        def size():
            return max((path.stat().st_size for path in folder.iterdir() if path.is_file()), default=0)

        def check(what):
            # A process that is killed before it knows the URL of its upload leaves one that is not complete.
            whole = [path for path in uploads() if bytes == path.read_bytes() or name != "tus" and bytes in path.read_bytes()]
            it.check(f"  {what}, the bytes are the file's, once", (1, False), (len(whole), record.exists()))
            for path in folder.iterdir():
                if path.is_file():
                    path.unlink()

        def start(*more):
            return subprocess.Popen(it.command(*arguments, *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        it.exits(f"{name}: {'a file' if name == 'tus' else 'a form'} of 128 MiB", 0, *arguments)
        check("sent at once")
        for kills in itertools.count():
            # At this rate, the first ones cannot end before they are killed.
            process = start(*(["--limit-rate", 40 * MIB] if kills < 10 else []))
            try:
                # Later kills come later, so that the upload ends. After the last one, it has all the time that it needs.
                process.wait(random.uniform(0.05, 0.1 + 0.02 * kills) if kills < 40 else None)
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        it.check(f"{name}: an upload that is killed again and again ends well", 0, process.returncode)
        check(f"after {kills} kills")
        process = start("--limit-rate", 40 * MIB)
        while process.poll() is None and size() < 20 * MIB:
            time.sleep(0.01)
        it.servers.stop(server)
        it.servers.start_uploads(server)
        it.check(f"{name}: an upload goes on after a restart of the server", 0, process.wait(60))
        check("then")


def s3(it):
    import boto3
    from botocore.client import Config
    client = boto3.client(
        "s3", endpoint_url=it.servers.start_s3(), region_name="us-east-1", aws_access_key_id="key",
        aws_secret_access_key="secret", config=Config(signature_version="s3v4", s3={"addressing_style": "path"}))
    client.create_bucket(Bucket="bucket")
    content = it.file("object", 40 * MIB + 3, seed=8)
    bytes = content.read_bytes()
    record, list, urls = (it.folder / name for name in ("object.parts", "object.list", "object.urls"))

    def sign(action, upload, **parameters):
        return client.generate_presigned_url(
            action, Params={"Bucket": "bucket", "Key": "object", "UploadId": upload, **parameters})

    def create():
        """Creates an upload, and writes the URLs of its nine parts of 5 MiB."""
        upload = client.create_multipart_upload(Bucket="bucket", Key="object")["UploadId"]
        sign_parts(upload)
        return upload

    def sign_parts(upload):
        urls.write_text("".join(sign("upload_part", upload, PartNumber=number) + "\n" for number in range(1, 10)))

    arguments = ["upload-parts", content, "--urls", urls, "--part-size", "5M", "--record", record]

    def complete(upload):
        return it.run("request", "POST", sign("complete_multipart_upload", upload), "--data", f"@{list}",
                      "-H", "Content-Type: application/xml")

    def check(what, outcome):
        stored = client.get_object(Bucket="bucket", Key="object")["Body"].read() if outcome.code == 0 else b""
        it.check(f"  {what}, the object has the file's bytes", (True, False), (stored == bytes, record.exists()),
                 outcome)
        client.delete_object(Bucket="bucket", Key="object")

    upload = create()
    it.exits("S3: 9 parts", 0, *arguments, "--format", "xml", "-o", list)
    check("completed by a signed URL", complete(upload))

    upload = create()
    outcome = it.exits("S3: 9 parts, one after another", 0, *arguments, "--parallel", 1, "--format", "json")
    etags = [part["ETag"] for part in outcome.json().get("Parts", [])]
    expected = [f'"{hashlib.md5(bytes[at:at + 5 * MIB]).hexdigest()}"' for at in range(0, len(bytes), 5 * MIB)]
    it.check("  the ETags are those of the parts", expected, etags, outcome)
    client.complete_multipart_upload(Bucket="bucket", Key="object", UploadId=upload, MultipartUpload=outcome.json())
    check("completed by boto3", outcome)

    def has_parts():
        return record.exists() and '"number"' in record.read_text()

    def start():
        return subprocess.Popen(it.command(*arguments, "--format", "xml", "-o", list), stderr=subprocess.DEVNULL)

    # The last part may go to a server that never answers, so that the upload cannot end before the signal.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        def start_endless():
            signed = urls.read_text().splitlines()
            urls.write_text("\n".join([*signed[:-1], f"http://127.0.0.1:{silent.getsockname()[1]}/object", ""]))
            process = start()
            while process.poll() is None and not has_parts():
                time.sleep(0.001)
            return process

        upload = create()
        for _ in range(10):
            process = start_endless()
            time.sleep(random.uniform(0, 0.05))
            process.kill()
            process.wait()
            sign_parts(upload)
        it.check("S3: an upload that was killed has parts", True, has_parts())
        it.check("  and ends well", 0, start().wait())
        check("after 10 kills", complete(upload))

        upload = create()
        process = start_endless()
        process.send_signal(signal.SIGINT)
        it.check("S3: an interrupted upload", 130, process.wait(60))
    other = create()
    it.exits("  is not continued in another upload", 65, *arguments)
    it.exits("  is aborted by a signed URL", 0, "request", "DELETE", sign("abort_multipart_upload", upload))
    sign_parts(upload)
    outcome = it.exits("  does not go on after that", 78, *arguments, "--retry", 1)
    record.unlink()
    client.abort_multipart_upload(Bucket="bucket", Key="object", UploadId=other)
    it.check("  leaves nothing", 0, len(client.list_multipart_uploads(Bucket="bucket").get("Uploads", [])))


def http3(it):
    """If nginx or Caddy, and libcurl, have HTTP/3."""
    url = f"{it.servers.tls}/hello"
    (it.servers.www / "hello").write_text("hello")
    if it.run("request", url, "--http3").code != 0:
        started = len(it.servers.logged())
        for flag in ("--http3", "--http3-only"):
            outcome = it.run("request", url, flag)
            it.check(f"{flag} with a libcurl that lacks it", (69, True),
                     (outcome.code, " without HTTP/3 was found" in "".join(outcome.error)), outcome)
        it.check("  sends nothing", started, len(it.servers.logged()))
        return
    it.exits("HTTP/3 only, from a server without it", 69, "request", url, "--http3-only", "--connect-timeout", 5)
    it.exits("HTTP/3 only, without TLS", 64, "request", f"{it.servers.plain}/hello", "--http3-only")
    for name, url in (("a server without it", it.servers.tls), ("a server without TLS", it.servers.plain)):
        outcome = it.run("request", f"{url}/hello", "--http3")
        it.check(f"HTTP/3 preferred, from {name}", "hello", outcome.text, outcome)
    content = it.servers.www / "large"
    content.write_bytes(pattern(12 * MIB, 2))
    large = it.file("too-large", 64 * MIB)
    outcome = it.run("upload", f"{it.servers.tls}/form/digest", "-F", f"f=@{large}", "--http3", "-u", "user:pass",
                     "--digest")
    it.check("  a form after a Digest challenge", [digest(large)],
             [part["sha256"][:16] for part in outcome.json().get("parts", [])], outcome)
    for name, base in it.servers.quic.items():
        def protocol(*flags):
            lines = it.run("request", f"{base}/hello", "-i", *flags).text.splitlines()
            return [line.split(": ")[1] for line in lines if line.lower().startswith("x-protocol")]

        for flag in ("--http3", "--http3-only"):
            it.check(f"HTTP/3, {name}: the version with {flag}", ["HTTP/3.0"], protocol(flag))
        for flags in ([], ["--segments", 4]):
            path = it.folder / f"{name}-{len(flags)}"
            it.exits(f"HTTP/3, {name}: a download {' '.join(map(str, flags))}", 0, "download", f"{base}/large", "-o",
                     path, "--http3-only", *flags)
            it.check("  has the bytes", digest(content), digest(path))
        # The pipe is full long before the end.
        process = subprocess.Popen(it.command("request", f"{base}/large", "--http3-only"), stdout=subprocess.PIPE)
        time.sleep(1)
        seen = process.stdout.read()
        it.check(f"HTTP/3, {name}: a consumer that waits", (0, True), (process.wait(60), seen == content.read_bytes()))

        fields = ["--form-string", "title=Grüße", "-F", f"file=@{large}"]
        wanted = [("title", len("Grüße".encode()), None), ("file", 64 * MIB, digest(large))]
        for what, place, flags in (("a form", "form", []), ("a form after a 307", "307/form", []),
                                   ("a form after a Digest challenge", "form/digest", ["-u", "user:pass", "--digest"])):
            outcome = it.run("upload", f"{base}/{place}", *fields, "--http3-only", *flags)
            parts = [(part["name"], part["size"], part["sha256"][:16] if part["filename"] else None)
                     for part in outcome.json().get("parts", [])]
            it.check(f"HTTP/3, {name}: {what}", wanted, parts, outcome)
        piped = pattern(5 * MIB, 6)
        outcome = it.run("upload", f"{base}/form", "-F", "f=@/dev/stdin;filename=f", "--http3-only", stdin=piped)
        it.check(f"HTTP/3, {name}: a form of unknown size", [(5 * MIB, hashlib.sha256(piped).hexdigest())],
                 [(part["size"], part["sha256"]) for part in outcome.json().get("parts", [])], outcome)
        outcome = it.exits(f"HTTP/3, {name}: an early 413", 78, "request", "PUT", f"{base}/small/f", "-i", "--data",
                           f"@{large}", "--http3-only")
        it.check("  is the response at once", (True, True), ("413" in outcome.text, outcome.seconds < 5), outcome)

        process = subprocess.Popen(
            it.command("upload", f"{base}/form", *fields, "--http3-only", "--limit-rate", MIB), stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        it.check(f"HTTP/3, {name}: an interrupted upload", 130, process.wait(10))

        def restart():
            it.servers.stop(name)
            it.servers.start_nginx() if name == "nginx" else it.servers.start_caddy()
            it.servers.wait_for(int(base.rpartition(":")[2]))

        path = it.folder / f"resumed-{name}"
        process = subprocess.Popen(it.command("download", f"{base}/large", "-o", path, "--resume", "--http3-only",
                                              "--limit-rate", 4 * MIB, "--idle-timeout", 5), stderr=subprocess.DEVNULL)
        while process.poll() is None and not any(part.stat().st_size > MIB for part in it.folder.glob(".sluice-*.part")):
            time.sleep(0.01)
        restart()
        it.check(f"HTTP/3, {name}: a download while the server restarts", False, process.wait(60) == 0)
        it.exits("  and resumed", 0, "download", f"{base}/large", "-o", path, "--resume", "--http3-only")
        it.check("  is complete", digest(content), digest(path))

    if not importlib.util.find_spec("tuspyserver"):
        print("skipped: resumable uploads over HTTP/3 need tuspyserver")
        return
    it.servers.start_uploads("tus")
    for name, base in it.servers.quic.items():
        record, folder = it.folder / "quic.record", it.servers.uploads["tus"][1]
        arguments = ["upload", f"{base}/files/", "--tus", "--record", record, large, "--http3-only"]
        process = subprocess.Popen(it.command(*arguments, "--limit-rate", 20 * MIB), stderr=subprocess.DEVNULL)

        def files():
            return [path for path in folder.iterdir() if path.is_file()]

        while process.poll() is None and not any(path.stat().st_size >= 10 * MIB for path in files()):
            time.sleep(0.01)
        # Of a process that is killed, a server hears nothing, and waits for the rest as long as for any idle connection.
        process.terminate()
        it.check(f"HTTP/3, {name}: an interrupted resumable upload", 143, process.wait(10))
        it.exits("  and goes on", 0, *arguments)
        it.check("  is complete", [digest(large)], [digest(path) for path in files() if path.suffix != ".info"])
        for path in files():
            path.unlink()
    it.servers.stop("tus")


GROUPS = (tls, versions, credentials, proxies, codings, downloads, segments, limits, webdav, redirects, forms, resumable, s3, http3)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", default=".build/release/sluice", help="path of the tool (.build/release/sluice)")
    arguments.add_argument("--only", nargs="+", choices=[group.__name__ for group in GROUPS], metavar="GROUP",
                           help="the groups of checks to run (all): %(choices)s")
    options = arguments.parse_args()
    # A shell lets its background jobs ignore Ctrl-C, and so would the tool.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Like Ctrl-C, these signals stop the servers and remove the folder.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    seed = os.environ.get("SLUICE_SEED") or str(random.getrandbits(32))
    random.seed(seed)
    print(f"SLUICE_SEED={seed}")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sluice-interop-") as folder, Servers(folder) as servers:
        it = Interop(options.sluice, servers)
        print(f"{'':<7}{'what':<62}{'expected':<28}seen")
        for group in GROUPS:
            if not options.only or group.__name__ in options.only:
                group(it)
    print(f"{it.count - it.failures} of {it.count} as expected, in {time.monotonic() - started:.0f} s")
    sys.exit(it.failures > 0)


if __name__ == "__main__":
    main()
