"""Two parsers of structured fields (RFC 9651): http-sf, and the one inside contentdigest."""

import base64
import datetime
import decimal

from . import distribution

VERSIONS = {"http-sf": distribution("http-sf"), "contentdigest": distribution("contentdigest")}

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def split(data):
    """Splits a document into its top-level type and the field's value."""
    kind, _, value = data.partition(b"\n")
    return kind.decode("ascii"), value


def bare(value):
    import http_sf
    from contentdigest import _sf_items

    if isinstance(value, (bytes, bytearray)):
        return {"__type": "binary", "value": base64.b32encode(value).decode("ascii")}
    if isinstance(value, (http_sf.Token, _sf_items.Token)):
        return {"__type": "token", "value": str(value)}
    if isinstance(value, (http_sf.DisplayString, _sf_items.DisplayString)):
        return {"__type": "displaystring", "value": str(value)}
    if isinstance(value, datetime.datetime):
        return {"__type": "date", "value": (value - EPOCH) // datetime.timedelta(seconds=1)}
    if isinstance(value, _sf_items.Date):
        return {"__type": "date", "value": int(value)}
    if isinstance(value, decimal.Decimal):
        return float(value)
    return value


def parameters(values):
    return [[key, bare(value)] for key, value in values.items()]


def member(value):
    content, values = value
    if isinstance(content, list):
        return [[[bare(item), parameters(own)] for item, own in content], parameters(values)]
    return [bare(content), parameters(values)]


def result(kind, value):
    if kind == "item":
        return member(value)
    if kind == "list":
        return [member(each) for each in value]
    return [[key, member(each)] for key, each in value.items()]


def parse_with_http_sf(data):
    import http_sf

    kind, value = split(data)
    return result(kind, http_sf.parse(value, tltype=kind))


def parse_with_contentdigest(data):
    from contentdigest import _sf

    kind, value = split(data)
    parse = {"item": _sf.parse_item, "list": _sf.parse_list, "dictionary": _sf.parse_dictionary}[kind]
    return result(kind, parse(value))


# The errors of both parsers are subclasses of ValueError.
PARSERS = {"http-sf": parse_with_http_sf, "contentdigest": parse_with_contentdigest}

DIFFERENCES = {}
