"""The versions of what is measured."""

import json
import pathlib
import re
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE.parent / ".build/bench-peers/bin/python"


def output(*command):
    """Returns what a command prints, or nothing if it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=HERE).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def first_number(text):
    found = re.search(r"\d+(\.\d+)+", text)
    return found[0] if found else None


def sluice():
    return output("git", "describe", "--always", "--dirty", "--tags").strip()


def swift():
    return first_number(output("swift", "--version"))


def swift_package(identity):
    """Returns the version of a dependency of the benchmarks."""
    try:
        state = json.loads((HERE / ".build/workspace-state.json").read_text())
    except OSError:
        return None
    for dependency in state["object"]["dependencies"]:
        if dependency["packageRef"]["identity"] == identity:
            return dependency["state"].get("checkoutState", {}).get("version")
    return None


def python_package(name):
    code = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
    return output(str(PYTHON), "-c", code, name).strip() or None


# Packages from PyPI are not listed: their names are those of the peers.
VERSIONS = {
    "curl": lambda: first_number(output("curl", "--version")),
    "curl | cat": lambda: first_number(output("curl", "--version")),
    "cat": lambda: first_number(output("cat", "--version")),
    "gzip": lambda: first_number(output("gzip", "--version")),
    "zlib": lambda: zlib.ZLIB_RUNTIME_VERSION,
    "AsyncHTTPClient": lambda: swift_package("async-http-client"),
    "serde_json": lambda: first_number(
        output("dpkg-query", "--show", "--showformat=${Version}", "librust-serde-json-dev")),
    # They come with Swift.
    "Foundation": swift,
    "URLComponents": swift,
    "URLSession": swift,
}


def of(peers):
    """Returns the versions of peers, without those that are Sluice itself with another input."""
    found = {peer: VERSIONS.get(peer, lambda: python_package(peer))() for peer in sorted(peers)}
    return {peer: version for peer, version in found.items() if version}
