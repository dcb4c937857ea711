"""Measures msgspec (typed) and orjson (untyped) with the documents of JSONBenchmark, which runs this script.

    documents.py ROUNDS NAME FILE

Prints a line for each library: its name, and the microseconds of decoding and encoding, the best of ROUNDS.
"""

import sys
import time
import typing

import msgspec
import orjson


class SearchMetadata(msgspec.Struct):
    completed_in: float
    max_id: int
    max_id_str: str
    next_results: str
    query: str
    refresh_url: str
    count: int
    since_id: int
    since_id_str: str


class StatusMetadata(msgspec.Struct, kw_only=True):
    result_type: str
    iso_language_code: str


class LinkedURL(msgspec.Struct, kw_only=True):
    url: str
    expanded_url: str | None = None
    display_url: str | None = None
    indices: list[int]


class URLList(msgspec.Struct, kw_only=True):
    urls: list[LinkedURL]


class UserEntities(msgspec.Struct, kw_only=True):
    description: URLList
    url: URLList | None = None


class User(msgspec.Struct, kw_only=True):
    id: int
    id_str: str
    name: str
    screen_name: str
    location: str
    description: str
    url: str | None = None
    entities: UserEntities
    protected: bool
    followers_count: int
    friends_count: int
    listed_count: int
    created_at: str
    favourites_count: int
    utc_offset: int | None = None
    time_zone: str | None = None
    geo_enabled: bool
    verified: bool
    statuses_count: int
    lang: str
    contributors_enabled: bool
    is_translator: bool
    is_translation_enabled: bool
    profile_background_color: str
    profile_background_image_url: str
    profile_background_image_url_https: str
    profile_background_tile: bool
    profile_image_url: str
    profile_image_url_https: str
    profile_banner_url: str | None = None
    profile_link_color: str
    profile_sidebar_border_color: str
    profile_sidebar_fill_color: str
    profile_text_color: str
    profile_use_background_image: bool
    default_profile: bool
    default_profile_image: bool
    following: bool
    follow_request_sent: bool
    notifications: bool


class Hashtag(msgspec.Struct, kw_only=True):
    text: str
    indices: list[int]


class Mention(msgspec.Struct, kw_only=True):
    screen_name: str
    name: str
    id: int
    id_str: str
    indices: list[int]


class Size(msgspec.Struct, kw_only=True):
    w: int
    h: int
    resize: str


class Media(msgspec.Struct, kw_only=True):
    id: int
    id_str: str
    indices: list[int]
    media_url: str
    url: str
    display_url: str
    expanded_url: str
    type: str
    sizes: dict[str, Size]


class Entities(msgspec.Struct, kw_only=True):
    hashtags: list[Hashtag]
    urls: list[LinkedURL]
    user_mentions: list[Mention]
    media: list[Media] | None = None


class Status(msgspec.Struct, kw_only=True):
    metadata: StatusMetadata
    created_at: str
    id: int
    id_str: str
    text: str
    source: str
    truncated: bool
    in_reply_to_status_id: int | None = None
    in_reply_to_status_id_str: str | None = None
    in_reply_to_user_id: int | None = None
    in_reply_to_user_id_str: str | None = None
    in_reply_to_screen_name: str | None = None
    user: User
    retweet_count: int
    favorite_count: int
    entities: Entities
    favorited: bool
    retweeted: bool
    lang: str
    possibly_sensitive: bool | None = None
    retweeted_status: "Status | None" = None


class Twitter(msgspec.Struct, kw_only=True):
    statuses: list[Status]
    search_metadata: SearchMetadata


class Event(msgspec.Struct, kw_only=True):
    description: str | None = None
    id: int
    logo: str | None = None
    name: str
    subTopicIds: list[int]
    subjectCode: str | None = None
    subtitle: str | None = None
    topicIds: list[int]


class Price(msgspec.Struct, kw_only=True):
    amount: int
    audienceSubCategoryId: int
    seatCategoryId: int


class Area(msgspec.Struct, kw_only=True):
    areaId: int
    blockIds: list[int]


class SeatCategory(msgspec.Struct, kw_only=True):
    areas: list[Area]
    seatCategoryId: int


class Performance(msgspec.Struct, kw_only=True):
    eventId: int
    id: int
    logo: str | None = None
    name: str | None = None
    prices: list[Price]
    seatCategories: list[SeatCategory]
    seatMapImage: str | None = None
    start: int
    venueCode: str


class Catalog(msgspec.Struct, kw_only=True):
    areaNames: dict[str, str]
    audienceSubCategoryNames: dict[str, str]
    blockNames: dict[str, str]
    events: dict[str, Event]
    performances: list[Performance]
    seatCategoryNames: dict[str, str]
    subTopicNames: dict[str, str]
    subjectNames: dict[str, str]
    topicNames: dict[str, str]
    topicSubTopics: dict[str, list[int]]
    venueNames: dict[str, str]


class Geometry(msgspec.Struct, kw_only=True):
    type: str
    coordinates: list[list[list[float]]]


class Feature(msgspec.Struct, kw_only=True):
    type: str
    properties: dict[str, str]
    geometry: Geometry


class Geography(msgspec.Struct, kw_only=True):
    type: str
    features: list[Feature]


# The documents that JSONBenchmark makes. The names of their members are those of Documents.swift.


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
    "twitter": Twitter, "citm_catalog": Catalog, "canada": Geography, "wide objects": list[Account],
    "coordinates": list[Polygon], "catalogue": dict[str, Product], "long strings": list[Article],
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
