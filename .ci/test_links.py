"""Links from a promise of the documentation to a test that would fail:

    - Nothing is retried. [✓](/Tests/Tool/SluiceToolTests/RetryTests.swift "nothing is retried by default")

GitHub resolves the path below the root of the repository, and shows the title, which is the name of the test.
"""

import pathlib
import re

LINK = re.compile(r"""\[✓\]\(/(?P<file>Tests/[^\s)]+)\s+(?P<quote>["'])(?P<test>.*?)(?P=quote)\)""", re.DOTALL)


def test_of(link):
    """Returns the file and the name of the test, which may be divided between lines."""
    return pathlib.Path(link["file"]), " ".join(link["test"].split())


def line_of(file, test):
    """Returns the number of the line that declares a test, or None if the file has no such test."""
    if not file.is_file():
        return None
    declaration = re.compile(r"func `%s`\s*[(<]|@Test\(\s*\"%s\"" % (re.escape(test), re.escape(test)))
    text = file.read_text()
    match = declaration.search(text)
    # A helper may have such a name, too.
    if not match or "@Test" not in text[:match.end()]:
        return None
    return text.count("\n", 0, match.start()) + 1
