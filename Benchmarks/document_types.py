"""Infers types from JSON documents, and writes them in Swift, Python and Rust.

All languages get the same types: a member that some objects lack, or that is null, is optional, and is left out when
it is written. Objects whose keys are data are dictionaries. What has no single type is any JSON value.
"""

import re

NAME = re.compile(r"[A-Za-z_$@:][A-Za-z0-9_$@:.-]*")
# An object with more members than this has keys that are data.
MOST_MEMBERS = 100


class Shape:
    """What the values at one place in a document have in common."""

    def __init__(self):
        self.kinds, self.isOptional = set(), False
        self.least, self.most = 0, 0
        # The shape of elements; the shapes and counts of members; and the number of objects.
        self.element, self.members, self.counts, self.objects = None, {}, {}, 0

    def add(self, value):
        if value is None:
            self.isOptional = True
        elif isinstance(value, bool):
            self.kinds.add("bool")
        elif isinstance(value, int):
            self.kinds.add("int")
            self.least, self.most = min(self.least, value), max(self.most, value)
        elif isinstance(value, float):
            self.kinds.add("float")
        elif isinstance(value, str):
            self.kinds.add("string")
        elif isinstance(value, list):
            self.kinds.add("array")
            self.element = self.element or Shape()
            for element in value:
                self.element.add(element)
        else:
            self.kinds.add("object")
            self.objects += 1
            self.place(value)
            for key, member in value.items():
                self.members[key].add(member)
                self.counts[key] = self.counts.get(key, 0) + 1

    def place(self, value):
        """Adds the new keys of an object, each after the one that precedes it there."""
        if value.keys() <= self.members.keys():
            return
        keys = list(self.members)
        for before, key in zip([None, *value], value):
            if key not in self.members:
                keys.insert(keys.index(before) + 1 if before is not None else 0, key)
                self.members[key] = Shape()
        self.members = {key: self.members[key] for key in keys}

    def merge(self, other):
        self.kinds |= other.kinds
        self.isOptional |= other.isOptional
        self.least, self.most = min(self.least, other.least), max(self.most, other.most)
        if other.element:
            self.element = self.element or Shape()
            self.element.merge(other.element)
        self.objects += other.objects
        for key, member in other.members.items():
            self.members.setdefault(key, Shape()).merge(member)
            self.counts[key] = self.counts.get(key, 0) + other.counts[key]


class Types:
    """The types of a document: `root`, and the members of each structure, as (key, type) in the order of the document.

    A type is a name, ("array", type), ("dictionary", type), ("optional", type), or ("structure", index).
    """

    def __init__(self, values):
        shape = Shape()
        for value in values:
            shape.add(value)
        self.structures, self.indices = [], {}
        self.root = self.type(shape)

    def type(self, shape):
        found = self.required(shape)
        return ("optional", found) if shape.isOptional and found != "any" else found

    def required(self, shape):
        kinds = shape.kinds
        if kinds == {"int"}:
            if shape.most >= 1 << 63:
                return "uint64" if shape.least >= 0 and shape.most < 1 << 64 else "double"
            return "int64" if shape.least >= -1 << 63 else "double"
        if kinds and kinds <= {"int", "float"}:
            return "double"
        if kinds == {"array"}:
            return ("array", self.type(shape.element))
        if kinds == {"object"}:
            return self.object(shape)
        return kinds.copy().pop() if len(kinds) == 1 else "any"

    def object(self, shape):
        usual = sum(shape.counts.values()) / shape.objects
        if len(shape.members) > MOST_MEMBERS or any(not NAME.fullmatch(key) for key in shape.members) \
                or len(shape.members) > max(2.5 * usual, 8):
            merged = Shape()
            for member in shape.members.values():
                merged.merge(member)
            value = self.type(merged)
            if "any" not in repr(value) or len(shape.members) > MOST_MEMBERS:
                return ("dictionary", value)
        members = tuple(
            (key, self.member(self.type(member), shape.counts[key] < shape.objects))
            for key, member in shape.members.items())
        if members not in self.indices:
            self.indices[members] = len(self.structures)
            self.structures.append(members)
        return ("structure", self.indices[members])

    @staticmethod
    def member(found, isMissing):
        # Any JSON value may be null, but not missing.
        return ("optional", found) if isMissing and found[0] != "optional" else found


def spelled(found, names, array, dictionary, optional, structure):
    if isinstance(found, str):
        return names[found]
    inner = found[1]
    if found[0] == "structure":
        return structure % inner
    form = {"array": array, "dictionary": dictionary, "optional": optional}[found[0]]
    return form % spelled(inner, names, array, dictionary, optional, structure)


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# Swift


SWIFT = {"bool": "Bool", "int64": "Int64", "uint64": "UInt64", "double": "Double", "string": "String",
         "any": "JSON.Value"}


def swift_type(found):
    return spelled(found, SWIFT, "[%s]", "[String: %s]", "%s?", "T%d")


def swift_structure(index, members, conformances):
    """Returns the lines of a structure whose conformances are `synthesized`, written by `hand`, or by a `macro`."""
    properties = [f"    var p{number}: {swift_type(found)}" for number, (_, found) in enumerate(members)]
    if conformances == "macro":
        keys = [f"    @JSONKey({literal(key)})" for key, _ in members]
        return [f"  @JSONCodable struct T{index} {{", *(line for pair in zip(keys, properties) for line in pair), "  }"]
    cases = [f"      case p{number} = {literal(key)}" for number, (key, _) in enumerate(members)]
    keys = [f"    enum CodingKeys: {'String, ' if members else ''}CodingKey {{", *cases, "    }"]
    lines = [f"  struct T{index}: Codable {{", *properties, *keys, "  }"]
    if conformances == "synthesized":
        return lines
    method = {True: "IfPresent", False: ""}
    reads = [
        f"p{number}: cursor.read{method[found[0] == 'optional']}({literal(key)})"
        for number, (key, found) in enumerate(members)]
    writes = [
        f"    try writer.write{method[found[0] == 'optional']}({literal(key)}, p{number})"
        for number, (key, found) in enumerate(members)]
    initializer = f"    {'try ' if members else ''}self.init({', '.join(reads)})"
    lines += [
        "}", f"extension DIRECT.T{index}: JSONReadable, JSONWritable {{",
        "  init(from cursor: inout JSON.Cursor) throws {", "    try cursor.beginObject()", initializer, "  }",
        "  func write(to writer: inout JSON.Writer) throws {", "    try writer.beginObject()", *writes,
        "    writer.endObject()", "  }", "}", "extension DIRECT {"]
    return lines


def swift(documents, direct="hand"):
    """Returns the types of documents, and the same types, which read and write themselves, by `hand` or by a `macro`."""
    lines = ["import SluiceJSON", ""]
    for number, types in enumerate(documents.values()):
        for name, conformances in ((f"Plain{number}", "synthesized"), (f"Direct{number}", direct)):
            lines.append(f"enum {name} {{")
            for index, members in enumerate(types.structures):
                lines += [line.replace("DIRECT", name) for line in swift_structure(index, members, conformances)]
            lines += [f"  typealias Root = {swift_type(types.root)}", "}"]
    lines += ["", "let makers: [String: @Sendable ([[UInt8]]) throws -> Document] = ["]
    lines += [
        f"  {literal(name)}: {{ try Document($0, Plain{number}.Root.self, Direct{number}.Root.self) }},"
        for number, name in enumerate(documents)]
    return "\n".join([*lines, "]", ""])


# Python


PYTHON = {"bool": "bool", "int64": "int", "uint64": "int", "double": "float", "string": "str", "any": "typing.Any"}


def python_type(found, prefix):
    return spelled(found, PYTHON, "list[%s]", "dict[str, %s]", "%s | None", prefix + "%d")


def python(documents):
    lines = ["import typing", "import msgspec", ""]
    for number, types in enumerate(documents.values()):
        prefix = f"T{number}_"
        for index, members in enumerate(types.structures):
            lines.append(f"class {prefix}{index}(msgspec.Struct, kw_only=True, omit_defaults=True):")
            for position, (key, found) in enumerate(members):
                default = "default=None, " if found[0] == "optional" else ""
                lines.append(
                    f"    p{position}: {python_type(found, prefix)} = msgspec.field({default}name={key!r})")
            lines += [] if members else ["    pass"]
    lines.append("TYPES = {")
    lines += [f"    {name!r}: {python_type(types.root, f'T{number}_')}," for number, (name, types) in enumerate(documents.items())]
    return "\n".join([*lines, "}", ""])


# Rust


RUST = {"bool": "bool", "int64": "i64", "uint64": "u64", "double": "f64", "string": "String", "any": "serde_json::Value"}


def rust_type(found, prefix):
    return spelled(found, RUST, "Vec<%s>", "HashMap<String, %s>", "Option<%s>", prefix + "%d")


def rust(documents):
    lines = ["use serde::{Deserialize, Serialize};", "use std::collections::HashMap;", "use crate::{document, Document};"]
    for number, types in enumerate(documents.values()):
        prefix = f"T{number}_"
        for index, members in enumerate(types.structures):
            lines += ["#[derive(Serialize, Deserialize)]", f"pub struct {prefix}{index} {{"]
            for position, (key, found) in enumerate(members):
                skip = ", default, skip_serializing_if = \"Option::is_none\"" if found[0] == "optional" else ""
                lines.append(f"    #[serde(rename = {literal(key)}{skip})] p{position}: {rust_type(found, prefix)},")
            lines.append("}")
    lines.append("pub fn find(name: &str, lines: Vec<Vec<u8>>) -> Document {")
    lines.append("    match name {")
    lines += [
        f"        {literal(name)} => document::<{rust_type(types.root, f'T{number}_')}>(lines),"
        for number, (name, types) in enumerate(documents.items())]
    return "\n".join([*lines, '        _ => panic!("no such document"),', "    }", "}", ""])
