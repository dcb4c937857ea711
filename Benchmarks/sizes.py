#!/usr/bin/env python3
"""Builds a small program with each product that needs no libcurl, with Swift's libraries inside, and prints its size
without symbols, and the libraries that it loads.

The sizes depend on the version of Swift, and hardly on the machine.
"""

import argparse
import pathlib
import subprocess

from measure import MIB
from report import Report

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build" / "sizes"
# Each uses what the product is for, since the linker drops the rest.
PROGRAMS = {
    "Swift": 'print("Hello")',
    "SluiceJSON": """import SluiceJSON
struct City: Codable { var name: String }
let city = try JSON.Decoder().decode(City.self, from: #"{"name":"Oslo"}"#)
print(try JSON.Encoder().string(for: city))""",
    "SluiceCoding": """import SluiceCoding
print(try Query.Encoder().string(for: ["text": "to & fro"]))""",
    "SluiceMultipart": """import SluiceMultipart
let form = MultipartForm {
  FormField("title", "Holiday")
  FormFile("video", at: "/data/holiday.mov")
}
print(form.contentType)""",
    "SluiceSerialization": """import SluiceSerialization
let response = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
print(try await ResponseDecoder.json([String].self).decode(response, body: Array(#"["Oslo"]"#.utf8)))""",
    "SluiceFuzz": """import SluiceFuzz
print(ParserCheck(.json) { _ in throw CancellationError() }.ignoringVerdicts())""",
}


def package():
    """Writes a package with a program for each product."""
    targets = []
    for product, text in PROGRAMS.items():
        folder = FOLDER / "Sources" / f"Hello{product}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "main.swift").write_text(text + "\n")
        is_ours = product.startswith("Sluice")
        products = f'.product(name: "{product}", package: "{ROOT.name}")' if is_ours else ""
        targets.append(f'.executableTarget(name: "Hello{product}", dependencies: [{products}])')
    (FOLDER / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "sizes", dependencies: [.package(path: "{ROOT}")], targets: [{", ".join(targets)}],
  swiftLanguageModes: [.v6])
""")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    Report.add_argument(arguments)
    options = arguments.parse_args()
    with Report("sizes", options.json) as report:
        report.section("a program with Swift's libraries inside, without symbols")
        package()
        build = ["swift", "build", "--package-path", FOLDER, "-c", "release", "--static-swift-stdlib"]
        for product in PROGRAMS:
            subprocess.run([*build, "--product", f"Hello{product}"], check=True, stdout=subprocess.DEVNULL)
            program = FOLDER / ".build" / "release" / f"Hello{product}"
            stripped = program.with_suffix(".stripped")
            subprocess.run(["strip", "-o", stripped, program], check=True)
            subprocess.run([stripped], check=True, stdout=subprocess.DEVNULL)
            loaded = subprocess.run(["readelf", "-d", stripped], check=True, capture_output=True, text=True).stdout
            names = [line.split("[")[1].split("]")[0] for line in loaded.splitlines() if "(NEEDED)" in line]
            if any("curl" in name or "swift" in name for name in names):
                raise SystemExit(f"{product} loads {', '.join(names)}")
            report.figure(product, stripped.stat().st_size / MIB, "MiB", note=", ".join(names))
    report.exit()


if __name__ == "__main__":
    main()
