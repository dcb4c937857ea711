"""Finds the code in a Swift file: what is neither in a comment nor in a string."""

import pathlib
import re

_COMMENT_OR_STRING = re.compile(r'//|/\*|#*"""(?=[ \t]*\n)|#*"|[()]')
_COMMENT_EDGE = re.compile(r"/\*|\*/")


def swift_files(paths):
    """Returns the given files, and the Swift files in the given folders, in order."""
    paths = [pathlib.Path(path) for path in paths]
    return [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.swift")))]


def source_path(name, root=pathlib.Path()):
    """Returns the path of a module, or of what is in it, from its name: `SluiceJSON/Parsing`. It need not exist."""
    return next(pathlib.Path(root).glob(f"Sources/*/{name}"), pathlib.Path(root, "Sources", name))


def code_of(text):
    """Returns the text with blanks instead of comments and strings. Lines and columns stay; interpolations are code."""
    gaps = []
    _skip_code(text, 0, gaps, within_interpolation=False)
    pieces, position = [], 0
    for start, end in gaps:
        pieces += [text[position:start], re.sub(r"[^\n]", " ", text[start:end])]
        position = end
    return "".join(pieces) + text[position:]


def _skip_code(text, position, gaps, within_interpolation):
    """Returns the end of the code: that of the text, or the parenthesis that closes an interpolation."""
    depth = 0
    while match := _COMMENT_OR_STRING.search(text, position):
        token, position = match.group(), match.end()
        if token == "(":
            depth += 1
        elif token == ")":
            if within_interpolation and depth == 0:
                return match.start()
            depth -= 1
        elif token == "//":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
            gaps.append((match.start(), position))
        elif token == "/*":
            position = _skip_comment(text, position)
            gaps.append((match.start(), position))
        else:
            position = _skip_string(text, match.start(), token, gaps)
    return len(text)


def _skip_comment(text, position):
    depth = 1
    while depth and (edge := _COMMENT_EDGE.search(text, position)):
        depth += 1 if edge.group() == "/*" else -1
        position = edge.end()
    return len(text) if depth else position


def _skip_string(text, start, opening, gaps):
    marks = "#" * opening.count("#")
    closing = opening.lstrip("#") + marks
    closing_or_escape = re.compile(rf"{closing}|\\{marks}(.)", re.DOTALL)
    position = start + len(opening)
    while match := closing_or_escape.search(text, position):
        position = match.end()
        if match.group() == closing:
            break
        if match.group(1) == "(":
            gaps.append((start, position))
            start = position = _skip_code(text, position, gaps, within_interpolation=True)
    else:
        position = len(text)
    gaps.append((start, position))
    return position


def places_of(snippet, text):
    """Returns the start and the end of each occurrence of a snippet in a text. Blanks and line breaks do not matter."""
    pattern = r"\s*".join(re.escape(character) for character in snippet if not character.isspace())
    return [match.span() for match in re.finditer(pattern, text)]


_MODIFIERS = (r"\s*(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate|final|indirect|static|class|"
              r"nonisolated|mutating|consuming|borrowing|override|required|convenience|lazy|weak|unowned|prefix|postfix)"
              r"(?:\(\w+\))?\s+)*")
_TYPE = re.compile(_MODIFIERS + r"(?:struct|class|enum|actor|protocol|extension)\s+(?!func\b|var\b|let\b)([\w.]+)")
_MEMBER = re.compile(
    _MODIFIERS + r"(?:func\s+(`[^`\n]*`|\w+|[^\w\s(]+)(?=\s*[(<])|(init|deinit|subscript)\b|(?:let|var)\s+(\w+))")


def declarations_of(text):
    """Returns the name, the start and the end of each member of a type, such as `Inflater.step`, and of each function
    and variable outside of types. Relies on the indentation by `swift format`."""
    found, open_types, open_member, position = [], [], None, 0
    for line in code_of(text).splitlines(keepends=True):
        start, position = position, position + len(line)
        indentation = len(line) - len(line.lstrip())
        # Lines such as `) throws {` and `where T: Sendable {` belong to what begins further above.
        if not line.strip() or re.match(r"\s*(?:[)\]}{#]|->|where\b|else\b)", line):
            continue
        if open_member and indentation <= open_member[2]:
            found.append((open_member[0], open_member[1], start))
            open_member = None
        while open_types and indentation <= open_types[-1][1]:
            open_types.pop()
        if open_member:
            continue
        if match := _TYPE.match(line):
            open_types.append((match[1], indentation))
        elif match := _MEMBER.match(line):
            name = (match[1] or match[2] or match[3]).strip("`")
            open_member = (f"{open_types[-1][0]}.{name}" if open_types else name, start, indentation)
    if open_member:
        found.append((open_member[0], open_member[1], position))
    return found
