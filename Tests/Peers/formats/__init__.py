"""Parsers of formats that this package has no parser of: two independent ones for each, which check the verdicts.

Each module has `PARSERS`, functions that take bytes and return the result as Corpus/portable/README.md describes it, or
None if they cannot state it, and raise a ValueError if the parser refuses the document; `VERSIONS`, which fail if the
parser is missing; and `DIFFERENCES`, the documents whose verdict or result is another one, with the reason.
"""

import importlib.metadata
import platform
import subprocess


def CPYTHON():
    return f"CPython {platform.python_version()}"


def distribution(name, label=None):
    """Returns a function that returns the version of a distribution, with its name if it is not the parser's."""
    return lambda: f"{label} {importlib.metadata.version(name)}" if label else importlib.metadata.version(name)


def printed(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def modules():
    """The modules by format."""
    from . import csv, http_request, protobuf, structured_field, toml, websocket, xml, yaml

    return {"csv": csv, "http-request": http_request, "protobuf": protobuf, "structured-field": structured_field,
            "toml": toml, "websocket": websocket, "xml": xml, "yaml": yaml}
