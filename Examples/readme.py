"""Does what the README says: makes the package `Hello` from its two blocks, runs it against a server on this machine, and
compares a parser with the corpus by the command that it prints.

The URL and the path of the file are replaced, as the README asks for. The server checks what it receives.
"""

import argparse
import hashlib
import http.server
import os
import pathlib
import re
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build/readme"
BLOCK = re.compile(r"^```(\S+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VIDEO = os.urandom(1 << 20)
# Accepts what Python does, such as NaN.
PARSER = f"#!{sys.executable} -SI\nimport json, sys\njson.load(open(sys.argv[1], 'rb'))\n"


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    received = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.received.append((self.path, self.headers["Content-Type"], body))
        reply = b'{"id":"1"}'
        self.send_response(201)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


def block(language, containing):
    """Returns the one block of a language that contains a text."""
    found = [text for name, text in BLOCK.findall((ROOT / "README.md").read_text()) if name == language and containing in text]
    if len(found) != 1:
        sys.exit(f"README.md: {len(found)} blocks contain {containing!r}")
    return found[0]


def replaced(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"README.md: {old!r} is not once in its block")
    return text.replace(old, new)


def make_package(url, video):
    (FOLDER / "Hello/Sources/Hello").mkdir(parents=True, exist_ok=True)
    if not (FOLDER / "sluice").is_symlink():
        (FOLDER / "sluice").symlink_to(ROOT)
    (FOLDER / "Hello/Package.swift").write_text(block("swift", 'name: "Hello"'))
    program = replaced(block("swift", "MultipartForm {"), "https://api.example.com/v1/", url)
    (FOLDER / "Hello/Sources/Hello/main.swift").write_text(replaced(program, "/data/holiday.mov", str(video)))


def check_upload():
    """Runs the first program, and checks the form that the server has received."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    video = FOLDER / "holiday.mov"
    video.parent.mkdir(parents=True, exist_ok=True)
    video.write_bytes(VIDEO)
    make_package(f"http://127.0.0.1:{server.server_port}/v1/", video)
    output = subprocess.run(["swift", "run"], cwd=FOLDER / "Hello", check=True, stdout=subprocess.PIPE, text=True).stdout
    server.shutdown()
    (path, media_type, body), = Server.received
    boundary = re.fullmatch(r"multipart/form-data; boundary=(.+)", media_type)[1].strip('"').encode()
    title, file = [part.split(b"\r\n\r\n", 1) for part in body.split(b"--" + boundary)[1:-1]]
    assert path == "/v1/videos", path
    assert b'name="title"' in title[0] and title[1] == b"Holiday\r\n", title
    assert b'name="video"; filename="holiday.mov"' in file[0] and file[1] == VIDEO + b"\r\n", file[0]
    assert output.strip(), "no progress was printed"
    print(f"Hello sent {len(body)} bytes, with the file of {hashlib.sha256(VIDEO).hexdigest()[:8]}…, and printed:")
    print(output.splitlines()[-1])


def check_corpus(tool):
    """Runs the command for a parser in any language."""
    parser = FOLDER / "my-parser"
    parser.write_text(PARSER)
    parser.chmod(0o755)
    command, = [line.split("#")[0].strip() for line in block("sh", "./my-parser").splitlines() if "./my-parser" in line]
    path = f"{tool.parent}:{os.environ['PATH']}"
    done = subprocess.run(command, shell=True, cwd=FOLDER, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True)
    # Python's parser deviates, which is what the command tells.
    assert done.returncode == 1, done.returncode
    assert done.stdout.endswith(" deviating\n"), done.stdout[-500:]
    print(f"{command}\n{done.stdout.splitlines()[-1]}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sluice", type=pathlib.Path, required=True, help="the tool")
    check_upload()
    check_corpus(arguments.parse_args().sluice.resolve())
