#!/usr/bin/env python3
"""Writes the files that follow from others: the C table of the portable documents, and found.jsonl.

`make corpus` runs this. It is a script because it must run before anything is built: SluiceFuzz contains the table.
A test fails if the table is out of step.
"""

import base64
import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "Corpus"
PORTABLE = CORPUS / "portable"
sys.path.insert(0, str(ROOT / "Fuzz"))
import corpus  # noqa: E402
# The marks of encodings that Clang recognizes at the start of a file.
MARKS = (b"\xfe\xff", b"\xff\xfe", b"\0\0\xfe\xff", b"+/v", b"\xf7\x64\x4c", b"\xdd\x73\x66\x73", b"\x0e\xfe\xff",
         b"\xfb\xee\x28", b"\x84\x31\x95\x33")


def table():
    """Returns the C source that embeds all portable documents, the dictionaries, the manifest and what was found."""
    names = sorted(str(path.relative_to(PORTABLE)) for path in PORTABLE.rglob("*")
                   if path.is_file() and path.suffix != ".md")
    lines = ["// Written by `make corpus`. Do not edit.", "",
             '#pragma clang diagnostic ignored "-Wc23-extensions"', "", '#include "CCorpus.h"', ""]
    for index, name in enumerate(names):
        data = (PORTABLE / name).read_bytes()
        # Clang refuses these marks, also of files that are not source code. An array must not be empty.
        content = (", ".join(map(str, data)) if data.startswith(MARKS)
                   else f'#embed "../../Corpus/portable/{name}" if_empty(0)')
        lines += [f"static const unsigned char file{index}[] = {{", content, "};"]
    lines += ["", "static const struct corpus_file files[] = {"]
    for index, name in enumerate(names):
        count = f"sizeof file{index}" if (PORTABLE / name).stat().st_size else "0"
        lines.append(f'  {{"{name}", file{index}, {count}}},')
    lines += ["};", "", "const struct corpus_file *const corpus_files = files;",
              "const size_t corpus_file_count = sizeof files / sizeof files[0];", ""]
    return "\n".join(lines)


def write(path, text):
    # A file that has not changed keeps its time, so that it is not compiled again.
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        print(f"wrote {path.relative_to(ROOT)}")


write(ROOT / "Sources/CCorpus/corpus.c", table())
