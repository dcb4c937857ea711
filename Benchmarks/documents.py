"""Measures msgspec (typed) and orjson (untyped) with the documents of JSONBenchmark, which runs this script.

    documents.py ROUNDS NAME FILE

Prints a line for each library: its name, and the microseconds of decoding and encoding, the best of ROUNDS.
"""

import sys
import time
import typing

import msgspec
import orjson


# The names of the members are those of Documents.swift.


class Address(msgspec.Struct):
    street: str
    city: str
    zip: str
    country: str


class Account(msgspec.Struct, kw_only=True, omit_defaults=True):
    id: int
    uuid: str
    isActive: bool
    name: str
    email: str
    phone: str | None = None
    company: str
    title: str | None = None
    age: int
    balance: float
    score: float
    tags: list[str]
    address: Address
    about: str
    registeredAt: str
    updatedAt: str
    latitude: float
    longitude: float
    friends: list[int]
    language: str
    timezone: str
    followers: int
    following: int
    website: str | None = None
    isVerified: bool
    theme: str


class Polygon(msgspec.Struct):
    type: str
    coordinates: list[list[list[float]]]


class Money(msgspec.Struct):
    amount: float
    currency: str


class Reference(msgspec.Struct):
    id: int
    kind: typing.Literal["similar", "newer", "cheaper"]


class Product(msgspec.Struct):
    sku: str
    price: Money
    stock: dict[str, int]
    attributes: dict[str, str]
    related: list[Reference]


class Article(msgspec.Struct):
    title: str
    html: str
    translated: str
    log: str


class Node(msgspec.Struct):
    name: str
    weight: int
    children: "list[Node]"


TYPES = {
    "wide objects": list[Account], "coordinates": list[Polygon], "catalogue": dict[str, Product], "long strings": list[Article],
    "deep nesting": list[Node]}


def best(rounds, body):
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        body()
        times.append(time.perf_counter_ns() - start)
    return min(times) / 1000


def main():
    rounds, name, path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    with open(path, "rb") as file:
        document = file.read()
    decoder, encoder = msgspec.json.Decoder(TYPES[name]), msgspec.json.Encoder()
    value = decoder.decode(document)
    print("msgspec", best(rounds, lambda: decoder.decode(document)), best(rounds, lambda: encoder.encode(value)))
    tree = orjson.loads(document)
    print("orjson", best(rounds, lambda: orjson.loads(document)), best(rounds, lambda: orjson.dumps(tree)))


if __name__ == "__main__":
    main()
