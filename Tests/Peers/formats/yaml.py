"""Two independent YAML parsers that check the documents of the format `yaml`: ruamel.yaml and libfyaml.

Each parser yields events. The same code below makes values of them, by the core schema of YAML 1.2.2 §10.3.2."""

import math
import re
import subprocess
import tempfile
import warnings

from . import distribution, printed

VERSIONS = {"ruamel.yaml": distribution("ruamel.yaml"), "libfyaml": lambda: printed("fy-tool", "--version")}

TAGS = "tag:yaml.org,2002:"
INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")


class NoForm(Exception):
    """A value that JSON cannot state."""


def _integer(text):
    if text.startswith("0o"):
        return int(text[2:], 8)
    return int(text, 16) if text.startswith("0x") else int(text)


def _scalar(text, tag, plain):
    """Returns the value of a scalar by the core schema."""
    if tag is None:
        if not plain:
            return text
        if text in ("", "~", "null", "Null", "NULL"):
            return None
        if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
            return text.lower() == "true"
        if INTEGER.fullmatch(text):
            return _integer(text)
        if FLOAT.fullmatch(text):
            return _finite(float(text))
        if INFINITY.fullmatch(text) or text in (".nan", ".NaN", ".NAN"):
            raise NoForm
        return text
    if tag in ("!", TAGS + "str"):
        return text
    if tag == TAGS + "int" and INTEGER.fullmatch(text):
        return _integer(text)
    if tag == TAGS + "float" and (FLOAT.fullmatch(text) or INTEGER.fullmatch(text)):
        return _finite(float(text))
    if tag in (TAGS + "null", TAGS + "bool"):
        value = _scalar(text, None, True)
        if (value is None) == (tag == TAGS + "null") and (value is None or isinstance(value, bool)):
            return value
    if tag in (TAGS + "int", TAGS + "float", TAGS + "null", TAGS + "bool"):
        raise ValueError("the content is not of the type that the tag names")
    raise NoForm


def _finite(number):
    if math.isfinite(number):
        return number
    raise NoForm


def _values(events):
    """Returns the values of the documents, or None if JSON cannot state them."""
    position = 0
    anchors = {}

    def node():
        nonlocal position
        kind, anchor, tag, plain, text = events[position]
        position += 1
        if kind == "alias":
            if text not in anchors:
                raise ValueError("an undefined alias")
            if anchors[text] is NoForm:
                raise NoForm  # inside of the node itself
            return anchors[text]
        if anchor:
            anchors[anchor] = NoForm
        if kind == "scalar":
            value = _scalar(text, tag, plain)
        elif kind == "sequence":
            if tag not in (None, "!", TAGS + "seq"):
                raise NoForm
            value = []
            while events[position][0] != "end":
                value.append(node())
            position += 1
        else:
            if tag not in (None, "!", TAGS + "map"):
                raise NoForm
            value = {}
            while events[position][0] != "end":
                key = node()
                if not isinstance(key, str) or key in value:
                    raise NoForm
                value[key] = node()
            position += 1
        if anchor:
            anchors[anchor] = value
        return value

    documents = []
    try:
        while position < len(events):
            if events[position][0] == "document":
                position += 1
                anchors.clear()
            documents.append(node())
    except NoForm:
        return None
    return documents


def ruamel(data):
    """Parses with ruamel.yaml in pure Python, and composes the nodes, which finds undefined aliases."""
    from ruamel.yaml import YAML, events as kinds
    from ruamel.yaml.error import YAMLError

    events = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about an anchor that is set again
            for _ in YAML(typ="safe", pure=True).compose_all(data):
                pass
        for event in YAML(typ="safe", pure=True).parse(data):
            tag = getattr(event, "tag", None)
            tag = str(tag) if tag is not None else None
            anchor = getattr(event, "anchor", None)
            if isinstance(event, kinds.DocumentStartEvent):
                events.append(("document", None, None, None, None))
            elif isinstance(event, kinds.AliasEvent):
                events.append(("alias", None, None, None, anchor))
            elif isinstance(event, kinds.ScalarEvent):
                events.append(("scalar", anchor, tag, event.style in (None, ""), event.value))
            elif isinstance(event, kinds.SequenceStartEvent):
                events.append(("sequence", anchor, tag, None, None))
            elif isinstance(event, kinds.MappingStartEvent):
                events.append(("mapping", anchor, tag, None, None))
            elif isinstance(event, (kinds.SequenceEndEvent, kinds.MappingEndEvent)):
                events.append(("end", None, None, None, None))
    except (YAMLError, ValueError, OverflowError) as error:
        raise ValueError(str(error)) from error
    return _values(events)


ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
           "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029", "\\": "\\"}


def _unescape(text):
    return re.sub(r"\\(x[0-9a-fA-F]{2}|.)",
                  lambda match: chr(int(match[1][1:], 16)) if len(match[1]) == 3 else ESCAPES[match[1]], text)


def libfyaml(data):
    """Parses with libfyaml: fy-tool writes the events, and resolves aliases, which finds undefined ones."""
    events = []
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()

        def run(*arguments):
            done = subprocess.run(["fy-tool", *arguments, file.name], capture_output=True, stdin=subprocess.DEVNULL)
            if done.returncode != 0:
                raise ValueError(done.stderr.decode("utf-8", "replace") or "refused")
            return done.stdout

        output = run("--testsuite").decode("utf-8", "surrogateescape")
        if "\n=ALI " in output:
            run("--dump", "--resolve", "--allow-duplicate-keys")
    for line in output.split("\n"):
        kind, _, rest = line.partition(" ")
        if kind == "+DOC":
            events.append(("document", None, None, None, None))
        elif kind == "=ALI":
            events.append(("alias", None, None, None, rest[1:]))
        elif kind in ("-SEQ", "-MAP"):
            events.append(("end", None, None, None, None))
        elif kind in ("+SEQ", "+MAP", "=VAL"):
            match = re.fullmatch(r"(?:\[\] ?|\{\} ?)?(?:&(\S+) ?)?(?:<([^>]*)> ?)?(?:([:'\"|>])(.*))?", rest, re.DOTALL)
            anchor, tag, style, text = match.groups()
            if kind == "=VAL":
                events.append(("scalar", anchor, tag, style == ":", _unescape(text)))
            else:
                events.append(("sequence" if kind == "+SEQ" else "mapping", anchor, tag, None, None))
    return _values(events)


PARSERS = {"ruamel.yaml": ruamel, "libfyaml": libfyaml}

NOT_UTF_16 = "libfyaml does not read UTF-16, which §5.2 requires."

DIFFERENCES = {
    ("libfyaml", "key-1200-characters"): "libfyaml has no limit of 1,024 characters for implicit keys, as §8.2.2 requires.",
    ("libfyaml", "nul"): "libfyaml takes a NUL for the end, which §5.1 does not allow in a stream.",
    ("libfyaml", "utf-16-big-endian"): NOT_UTF_16,
    ("libfyaml", "utf-16-little-endian"): NOT_UTF_16,
    ("libfyaml", "utf-8-overlong"): "libfyaml takes bytes that are not UTF-8 (§5.2) for the end.",
    ("ruamel.yaml", "comment-no-blank-before"): "ruamel.yaml does not require the blank before a comment of §6.6.",
    ("ruamel.yaml", "next-line-and-line-separator"): "ruamel.yaml takes U+0085 for a line break, as YAML 1.1 did; §5.4 does not.",
    ("ruamel.yaml", "tab-as-separation"): "ruamel.yaml refuses a tab after a hyphen, which §6.2 allows.",
}
