"""Two independent parsers of TOML: Python's tomllib, and toml++ (C++)."""

import datetime
import math
import tomllib

from . import CPYTHON, distribution

VERSIONS = {"tomllib": CPYTHON, "toml++": distribution("pytomlpp", "pytomlpp")}


def _time(value):
    """RFC 3339 with `Z` for UTC and without zeros at the end of a fraction."""
    text = value.replace(tzinfo=None).isoformat()
    if "." in text:
        text = text.rstrip("0")
    if value.tzinfo is not None:
        minutes = value.utcoffset() // datetime.timedelta(minutes=1)
        sign = "-" if minutes < 0 else "+"
        text += f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}" if minutes else "Z"
    return text


class _NoForm(Exception):
    """A value that has no form in JSON."""


def _value(value):
    if isinstance(value, dict):
        return {key: _value(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_value(element) for element in value]
    if isinstance(value, datetime.datetime):
        return {"local-date-time" if value.tzinfo is None else "date-time": _time(value)}
    if isinstance(value, datetime.date):
        return {"local-date": value.isoformat()}
    if isinstance(value, datetime.time):
        return {"local-time": _time(value)}
    if isinstance(value, float) and not math.isfinite(value):
        raise _NoForm
    return value


def _parse(parse, errors, data):
    text = data.decode("utf-8")  # UnicodeDecodeError is a ValueError.
    try:
        return _value(parse(text))
    except _NoForm:
        return None
    except errors as error:
        raise ValueError(str(error)) from error


def python_tomllib(data):
    return _parse(tomllib.loads, (tomllib.TOMLDecodeError, RecursionError), data)


def toml_plus_plus(data):
    import pytomlpp

    return _parse(pytomlpp.loads, (pytomlpp.DecodeError,), data)


PARSERS = {"tomllib": python_tomllib, "toml++": toml_plus_plus}

DIFFERENCES = {}
