#!/usr/bin/env python3
"""Writes the files that follow from others: the C table of the portable documents, and found.jsonl.

`make corpus` runs this. It is a script because it must run before anything is built: SluiceFuzz contains the table.
With --check, which `make lint` uses, it writes nothing, and fails if a file is out of step.
"""

import argparse
import hashlib
import json
import math
import pathlib
import re
import sys
import zlib

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
                   else f'#embed "../../../Corpus/portable/{name}" if_empty(0)')
        lines += [f"static const unsigned char file{index}[] = {{", content, "};"]
    lines += ["", "static const struct corpus_file files[] = {"]
    for index, name in enumerate(names):
        count = f"sizeof file{index}" if (PORTABLE / name).stat().st_size else "0"
        lines.append(f'  {{"{name}", file{index}, {count}}},')
    lines += ["};", "", "const struct corpus_file *const corpus_files = files;",
              "const size_t corpus_file_count = sizeof files / sizeof files[0];", ""]
    return "\n".join(lines)


def found():
    """Returns the lines of found.jsonl: the documents of the targets that have no names, without repetitions."""
    named = {}
    for path in PORTABLE.glob("*/*"):
        named.setdefault(path.parent.name, set()).add(path.read_bytes())
    lines = {}
    for target in corpus.targets(CORPUS):
        file = corpus.TargetFile(CORPUS, target)
        if "format" not in file.head:
            continue
        for each in file.found:
            name = kind(target, each) if target == "inflate" else file.head["format"]
            document = each.document
            if document in named.get(name, ()):
                continue
            fields = {"format": name, "hash": hashlib.sha1(document).hexdigest()} | verdict(name, document)
            if name == "multipart":
                fields["contentType"] = content_type(target, each)
                fields["hash"] = hashlib.sha1(fields["contentType"].encode() + document).hexdigest()
            lines[name, fields["hash"]] = corpus.written(fields | corpus.inline(document))
    return "".join(f"{lines[key]}\n" for key in sorted(lines))


def kind(target, each):
    """Returns the format of a compressed document, which an option of the target chooses."""
    option, start = (each.options[:1] or b"\0")[0] % 4, each.document[:2]
    if option == 1 or start == b"\x1f\x8b":
        return "gzip"
    if option != 3 and len(start) == 2 and start[0] & 15 == 8 and start[0] < 0x80 and int.from_bytes(start, "big") % 31 == 0:
        return "zlib"
    return "raw-deflate"


def content_type(target, each):
    """Returns the content type of a multipart body, whose parts are options of the targets."""
    options = each.options.ljust(5, b"\0")
    boundary = ["B", "AAAAAAAA", "--", '"a b"', "\"'()+_,-./:=?\"", "x" * 70][options[1] % 6]
    subtype = ["form-data", "mixed", "byteranges"][options[4] % 3] if target == "multipart-parser" else "form-data"
    return f"multipart/{subtype}; boundary={boundary}"


def verdict(name, document):
    """Returns the verdict of Python's parser as a field, and the result if it is short. Others are `either`."""
    try:
        if name == "json":
            return {"verdict": json_verdict(document)}
        if name in WINDOWS:
            decoder = zlib.decompressobj(WINDOWS[name])
            output = decoder.decompress(document) + decoder.flush()
            if not decoder.eof:
                return {"verdict": "reject"}
            # A header's checksum is not always checked, and limits of the ratio differ.
            if decoder.unused_data or name == "gzip" and document[3] & 2 or len(output) > 100 * len(document):
                return {"verdict": "either"}
            return {"verdict": "accept",
                    "result": {"byteCount": len(output), "sha256": hashlib.sha256(output).hexdigest()}}
    except (ValueError, zlib.error):
        return {"verdict": "reject"}
    return {"verdict": "either"}


# What zlib calls the sizes of windows, which also choose the format.
WINDOWS = {"gzip": 31, "zlib": 15, "raw-deflate": -15}


def json_verdict(document):
    # Other encodings than UTF-8 were allowed once.
    if 0 in document[:4] or document.startswith(MARKS) or document.startswith(b"\xef\xbb\xbf"):
        return "either"
    if max(document.count(b"["), document.count(b"{")) > 32 or re.search(rb"[0-9]{400}", document):
        return "either"
    unclear = []

    def pairs(members):
        unclear.extend(["key"] if len(dict(members)) < len(members) else [])
        return dict(members)

    def number(text):
        # Digits other than 0 that give 0 have underflowed.
        value, digits = float(text), re.split("[eE]", text)[0]
        unclear.extend(["number"] if math.isinf(value) or value == 0 and re.search("[1-9]", digits) else [])
        return value

    def constant(name):
        raise ValueError(name)

    value = json.loads(document.decode(), object_pairs_hook=pairs, parse_float=number, parse_int=number,
                       parse_constant=constant)
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "either"
    return "either" if unclear else "accept"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    stale = []
    for path, content in ((PORTABLE / "found.jsonl", found), (ROOT / "Sources/FuzzKit/CCorpus/corpus.c", table)):
        text = content()
        # A file that has not changed keeps its time, so that it is not compiled again.
        if path.exists() and path.read_text() == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if not arguments.check:
            path.write_text(text)
            print(f"wrote {stale[-1]}")
    if arguments.check and stale:
        sys.exit(f"out of step with the corpus: {', '.join(stale)}. Run make corpus")


main()
