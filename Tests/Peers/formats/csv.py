"""Two independent parsers of CSV: Python's csv and Ruby's CSV."""

import base64
import csv
import io
import json
import subprocess

from . import CPYTHON, printed

RUBY = r"""
require "csv"
require "json"
$stdout.sync = true
while line = $stdin.gets
  begin
    text = line.unpack1("m").force_encoding("UTF-8")
    records = CSV.parse(text, row_sep: "\r\n").map { |record| record.map(&:to_s) }
    puts JSON.generate({ records: records })
  rescue CSV::MalformedCSVError, ArgumentError, EncodingError => error
    puts JSON.generate({ error: error.message.b.inspect })
  end
end
"""

_ruby = None


VERSIONS = {"csv": CPYTHON, "ruby-csv": lambda: printed("ruby", "-rcsv", "-e", "puts CSV::VERSION")}


def python_csv(data):
    """Parses UTF-8 with the standard library's reader in its strict mode."""
    text = data.decode("utf-8")  # UnicodeDecodeError is a ValueError.
    try:
        return list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise ValueError(str(error)) from error


def ruby_csv(data):
    """Parses with Ruby's CSV, whose lines end with CRLF; one process serves all documents."""
    global _ruby
    if _ruby is None:
        _ruby = subprocess.Popen(
            ["ruby", "-e", RUBY], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
    _ruby.stdin.write(base64.b64encode(data) + b"\n")
    _ruby.stdin.flush()
    reply = json.loads(_ruby.stdout.readline())
    if "error" in reply:
        raise ValueError(reply["error"])
    return reply["records"]


PARSERS = {"csv": python_csv, "ruby-csv": ruby_csv}

DIFFERENCES = {
    ("csv", "blank-before-quote"): "It takes quotes in a field without quotes as text; RFC 4180 §2, rule 5, forbids them.",
    ("csv", "quote-in-unquoted-field"): "It takes quotes in a field without quotes as text; RFC 4180 §2, rule 5, forbids them.",
    ("csv", "quotes-after-text"): "It takes quotes in a field without quotes as text; RFC 4180 §2, rule 5, forbids them.",
}
