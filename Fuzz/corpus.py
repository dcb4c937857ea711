"""Reads and writes the inputs of the fuzz targets, `Corpus/targets/TARGET.jsonl`. Corpus/README.md describes the lines."""

import base64
import hashlib
import json
import pathlib


class Input:
    """An input of a target: option bytes and a document. Found inputs have no name."""

    def __init__(self, options, document, name=None, is_regression=False, file=None):
        self.options, self.document, self.file = options, document, file
        self.name, self.is_regression = name, is_regression

    @property
    def bytes(self):
        return self.options + self.document

    @property
    def hash(self):
        return hashlib.sha1(self.bytes).hexdigest()

    @property
    def order(self):
        # Named inputs, then regressions, then what was found.
        return (2, self.hash) if self.name is None else (int(self.is_regression), self.name)

    def line(self, has_options):
        fields = {} if self.name is None else {"name": self.name}
        if self.is_regression:
            fields["regression"] = True
        if has_options:
            fields["options"] = self.options.hex()
        return written(fields | ({"file": self.file} if self.file else inline(self.document)))


class TargetFile:
    """The file with the inputs of a target."""

    def __init__(self, corpus, target):
        self.path = corpus / "targets" / f"{target}.jsonl"
        self.portable = corpus / "portable"
        head, *lines = [json.loads(line) for line in self.path.read_bytes().split(b"\n") if line]
        self.head = head
        self.option_count = len(head["options"])
        self.inputs = [self.parsed(line) for line in lines]

    def parsed(self, line):
        if "file" in line:
            document = (self.portable / line["file"]).read_bytes()
        elif "text" in line:
            document = line["text"].encode()
        else:
            document = base64.b64decode(line["base64"], validate=True)
        return Input(bytes.fromhex(line.get("options", "")), document, line.get("name"),
                     line.get("regression", False), line.get("file"))

    def split(self, data, **fields):
        """Returns an input from its option bytes and its document in one piece."""
        return Input(data[:self.option_count], data[self.option_count:], **fields)

    @property
    def named(self):
        return [each for each in self.inputs if each.name is not None]

    @property
    def found(self):
        return [each for each in self.inputs if each.name is None]

    def write(self):
        lines = [written(self.head)]
        lines += [each.line(self.option_count > 0) for each in sorted(self.inputs, key=lambda each: each.order)]
        self.path.write_text("".join(f"{line}\n" for line in lines))


def inline(document):
    """Returns a document as a field of a line: as text if it is readable, otherwise in Base64."""
    try:
        text = document.decode()
    except UnicodeDecodeError:
        text = None
    if text is not None and all(letter >= " " and letter != "\x7f" or letter in "\t\r\n\x1e" for letter in text):
        return {"text": text}
    return {"base64": base64.b64encode(document).decode()}


def written(value):
    """Returns a value as JSON on a line, in which everything that does not print is escaped."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(key)}:{written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, str):
        letters = (letter if letter.isprintable() and letter not in '"\\' else json.dumps(letter)[1:-1] for letter in value)
        return f'"{"".join(letters)}"'
    return json.dumps(value)


def targets(corpus):
    return sorted(path.stem for path in (corpus / "targets").glob("*.jsonl"))


def dictionary(corpus, target):
    """Returns the words for a target: those of its format, and its own."""
    head = json.loads((corpus / "targets" / f"{target}.jsonl").read_bytes().split(b"\n", 1)[0])
    places = [corpus / "targets" / f"{target}.dict"]
    if "format" in head:
        places.insert(0, corpus / "portable" / f"{head['format']}.dict")
    return b"".join(path.read_bytes() for path in places if path.exists())
