"""Two independent parsers of the wire format: the protobuf package (upb) and protoc (C++)."""

import ast
import base64
import re
import subprocess

from . import distribution, printed

VERSIONS = {"protobuf": distribution("protobuf"), "protoc": lambda: printed("protoc", "--version").split()[-1]}


def _fields(fields):
    result = []
    for field in fields:
        number, data = field.field_number, field.data
        if field.wire_type == 0:
            result.append([number, "varint", str(data)])
        elif field.wire_type == 1:
            result.append([number, "i64", data.to_bytes(8, "little").hex()])
        elif field.wire_type == 2:
            result.append([number, "len", base64.b64encode(data).decode()])
        elif field.wire_type == 3:
            result.append([number, "group", _fields(data)])
        else:
            result.append([number, "i32", data.to_bytes(4, "little").hex()])
    return result


def python_protobuf(data):
    """Parses into an empty message, all of whose fields are unknown."""
    from google.protobuf import empty_pb2, message, unknown_fields

    parsed = empty_pb2.Empty()
    try:
        parsed.ParseFromString(data)
    except message.DecodeError as error:
        raise ValueError(str(error)) from error
    return _fields(unknown_fields.UnknownFieldSet(parsed))


def protoc(data):
    """Prints with `protoc --decode_raw`; a brace is a group or a length, and so there is no value then."""
    process = subprocess.run(["protoc", "--decode_raw"], input=data, capture_output=True)
    if process.returncode != 0:
        raise ValueError(process.stderr.decode(errors="replace").strip())
    result = []
    for line in process.stdout.decode("ascii").splitlines():
        match = re.fullmatch(r'(\d+): (?:0x([0-9a-f]{16})|0x([0-9a-f]{8})|(\d+)|(".*"))', line)
        if match is None:
            return None
        number = int(match[1])
        if match[2]:
            result.append([number, "i64", bytes.fromhex(match[2])[::-1].hex()])
        elif match[3]:
            result.append([number, "i32", bytes.fromhex(match[3])[::-1].hex()])
        elif match[4]:
            result.append([number, "varint", match[4]])
        else:  # C escapes of the bytes; octal ones have three digits, as in Python.
            text = ast.literal_eval("b" + match[5])
            result.append([number, "len", base64.b64encode(text).decode()])
    return result


PARSERS = {"protobuf": python_protobuf, "protoc": protoc}

DIFFERENCES = {
    ("protobuf", "field-number-0"): "Its fast decoder takes the field number 0 as unknown; field numbers are 1 to 536,870,911.",
    ("protobuf", "field-number-0-length-delimited"): "Its fast decoder takes the field number 0 as unknown; field numbers are 1 to 536,870,911.",
    ("protobuf", "group-number-0"): "Its fast decoder takes the field number 0 as unknown; field numbers are 1 to 536,870,911.",
}
