"""Performs what each line of the standard input says with msgspec, as Main.swift does."""

import sys
import time

import msgspec

from types_of_documents import TYPES


def main():
    documents = {}
    for line in sys.stdin:
        name, path, operation, times = line.rstrip("\n").split("\t")
        if name not in documents:
            with open(path, "rb") as file:
                content = file.read()
            lines = [content] if path.endswith(".json") else content.splitlines()
            decoder, encoder = msgspec.json.Decoder(TYPES[name]), msgspec.json.Encoder()
            documents[name] = lines, [decoder.decode(line) for line in lines], decoder.decode, encoder.encode
        lines, values, decode, encode = documents[name]
        perform, inputs = (decode, lines) if operation.startswith("decode") else (encode, values)
        start = time.perf_counter_ns()
        for _ in range(int(times)):
            for value in inputs:
                perform(value)
        print(time.perf_counter_ns() - start, flush=True)


if __name__ == "__main__":
    main()
