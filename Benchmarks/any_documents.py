#!/usr/bin/env python3
"""Measures the JSON documents of a folder, with types that are inferred from them, in Swift, Python and Rust.

    any_documents.py FOLDER [--rounds N] [--only NAME] [--macros] [--instructions] [--json FILE]

FOLDER has documents (`*.json`), and files with a document in each line (`*.ndjson`, `*.jsonl`). Each is read and written
by Foundation, by Sluice through Codable and with types that read and write themselves, and by msgspec and serde_json.
A round runs each once, so that a slow minute hits all. The rates are the best and the median of the rounds, in MB/s of
the document. All write slashes as they are, except for `escaped`. `--macros` adds the same types with the conformances
that `@JSONCodable` writes, and the ratio of their time to that of the conformances written by hand. It builds a package
with swift-syntax, which takes minutes the first time.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import document_types
from report import Report

HERE = pathlib.Path(__file__).parent
DOCUMENTS, BUILD = HERE / "documents", HERE / ".build/documents"
# The bytes of documents that an operation is repeated for in a round.
BYTES = 8_000_000

WAYS = {
    "decode": ["Foundation", "Codable", "direct", "macro", "stream", "msgspec", "serde_json"],
    "encode": ["Foundation", "Codable", "direct", "macro", "escaped", "reused", "msgspec", "serde_json"],
}
PEERS = {"msgspec": "main.py", "serde_json": "main.rs"}


class Program:
    """A program that performs operations, and prints the nanoseconds of each."""

    def __init__(self, *command):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, *words):
        self.process.stdin.write("\t".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return int(line) if line.strip() else sys.exit(f"failed: {self.command}: {words}")

    def instructions(self, *words):
        """The instructions of an operation: the difference between performing it three times and once."""
        counts = []
        for times in (3, 1):
            run = subprocess.run(
                ["setarch", "-R", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *self.command],
                input="\t".join([*map(str, words), str(times)]) + "\n", capture_output=True, text=True,
                env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", PYTHONHASHSEED="0"))
            counts.append(int(re.search(r"Collected : (\d+)", run.stderr)[1]))
        return (counts[0] - counts[1]) / 2


def documents(folder, only):
    """Returns the path and the values of each document by its name."""
    found = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.suffix in (".json", ".ndjson", ".jsonl") and path.name.startswith(only):
            text = path.read_text()
            lines = [text] if path.suffix == ".json" else text.splitlines()
            found[path.stem] = path, [json.loads(line) for line in lines]
    return found


def write(path, text):
    """Writes a file, unless it is the same already, which would be built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def swift(sources, types, package):
    """Builds the program of a Swift package with the types, and returns it."""
    write(sources / "Types.swift", types)
    write(sources / "Main.swift", (DOCUMENTS / "Main.swift").read_text())
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", package, "-Xlinker", "--strip-debug", "--product",
         "DocumentBenchmark"], env=dict(os.environ, SLUICE_DOCUMENTS=".build/documents/swift"), check=True)
    return Program(str(package / ".build/release/DocumentBenchmark"))


def build(types, macros):
    """Builds the programs, and returns them by their ways. A peer that is missing is left out."""
    direct = swift(BUILD / "swift", document_types.swift(types), HERE)
    programs = {way: direct for way in ["Foundation", "Codable", "direct", "stream", "escaped", "reused"]}
    if macros:
        package = BUILD / "macros"
        write(package / "Package.swift", (DOCUMENTS / "Package.swift").read_text())
        programs["macro"] = swift(package / "Sources", document_types.swift(types, "macro"), package)

    write(BUILD / "python/types_of_documents.py", document_types.python(types))
    write(BUILD / "python/main.py", (DOCUMENTS / "main.py").read_text())
    programs["msgspec"] = Program(sys.executable, str(BUILD / "python/main.py"))

    rust = BUILD / "rust"
    write(rust / "src/types.rs", document_types.rust(types))
    write(rust / "src/main.rs", (DOCUMENTS / "main.rs").read_text())
    write(rust / "Cargo.toml", (DOCUMENTS / "Cargo.toml").read_text())
    # Debian's packages, without the network.
    write(rust / ".cargo/config.toml", "\n".join([
        '[source.crates-io]', 'replace-with = "debian"', '[source.debian]', 'directory = "/usr/share/cargo/registry"', ""]))
    cargo = shutil.which("cargo")
    if not cargo:
        print("cargo is missing, and serde_json is left out", file=sys.stderr)
    elif subprocess.run([cargo, "build", "--release", "--offline", "--quiet"], cwd=rust).returncode != 0:
        print("the program with serde_json does not build, and is left out", file=sys.stderr)
    else:
        programs["serde_json"] = Program(str(rust / "target/release/documents"))
    return programs


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder")
    arguments.add_argument("--rounds", type=int, default=15, help="rounds of each operation (15)")
    arguments.add_argument("--only", default="", help="only documents whose names begin so")
    arguments.add_argument("--ways", nargs="+", default=[], help="only some ways, such as direct and msgspec")
    arguments.add_argument("--macros", action="store_true", help="conformances that a macro writes, too")
    arguments.add_argument("--instructions", action="store_true", help="count instructions per byte with valgrind, too")
    Report.add_argument(arguments)
    options = arguments.parse_args()

    found = documents(options.folder, options.only)
    programs = build({name: document_types.Types(values) for name, (_, values) in found.items()}, options.macros)
    with Report("JSON", options.json) as report:
        for name, (path, values) in found.items():
            size = path.stat().st_size
            print(f"{name}, {len(values)} documents, {size / 1000:.0f} KB", flush=True)
            for what, ways in WAYS.items():
                ways = [
                    way for way in ways if way in programs and (not options.ways or way in options.ways)
                    and (way not in ("stream", "reused") or len(values) > 1)]
                measure(report, name, path, size, what, ways, programs, options)


def operation(what, way):
    """The name of an operation in the program of a way. Types with macros have a program of their own."""
    return f"{what} {'direct' if way == 'macro' else way}"


def measure(report, name, path, size, what, ways, programs, options):
    """Measures and reports the ways to decode or encode a document."""
    times = max(1, BYTES // size)
    runs = {way: [] for way in ways}
    for _ in range(options.rounds):
        for way in ways:
            nanoseconds = programs[way].run(name, path, operation(what, way), times)
            runs[way].append(nanoseconds / times)
    for way in ways:
        best, middle = (size * 1000 / figure for figure in (min(runs[way]), statistics.median(runs[way])))
        line = f"  {what} {way:<12} {best:8,.0f} {middle:8,.0f} MB/s"
        if options.instructions:
            line += f" {programs[way].instructions(name, path, operation(what, way)) / size:8.2f} instructions per byte"
        print(line, flush=True)
        for peer in PEERS.keys() & set(ways) if way == "direct" else {"Foundation"} & set(ways) if way == "Codable" else ():
            report.add(
                f"{name}, {what}, {way}", figure=min(runs[way]) / 1e6, unit="ms", peer=peer,
                peerFigure=min(runs[peer]) / 1e6, ratio=min(runs[way]) / min(runs[peer]))
    if {"macro", "direct"} <= runs.keys():
        report.compare(
            f"{name}, {what}, macro", min(runs["macro"]) / 1e6, "ms", "direct", min(runs["direct"]) / 1e6, bar=1.05)


if __name__ == "__main__":
    main()
