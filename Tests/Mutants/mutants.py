#!/usr/bin/env python3
"""Mutation testing: changes a module's sources in one place at a time, and lists the changes that no test notices.

All changes are compiled into one copy of the sources, and the environment variable SLUICE_MUTANT selects one at run
time, so that one build serves hundreds of them. A changed operator is an operator of its own, with the precedence of
the original: nothing needs to know where its operands begin and end. A change that does not compile in this form is
dropped; --json says why.

Not changed are: conditions that bind names (`if let`) or that begin with `try`, `await` or `unsafe`, the condition of
`while true`, the only expression of a function, and the first assignment of a variable that is declared without a value.
Not compiled are, for example, comparisons of types, and numbers in patterns and in raw values of enumerations.

Each change is a mutant. It is killed if a test of the module fails, if a file of the corpus fails a check of the
module's fuzz targets, or if either crashes or takes several times as long. CONTRIBUTING.md says how to run this.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Imports from there leave nothing behind.
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / ".ci"))
from swift_code import code_of, declarations_of, source_path, swift_files  # noqa: E402

EXPLANATIONS = pathlib.Path(__file__).resolve().parent / "mutants.json"

# The folders of SluiceFuzzTargets whose targets check a module, and those whose code these use.
TARGETS = {
    "SluiceMultipart": (["Multipart"], []),
    "SluiceGzip": (["Gzip"], []),
    "SluiceCoding": (["Headers", "PropertyList", "Query", "Text"], ["JSON"]),
    "SluiceJSON": (["JSON"], []),
    "SluiceSerialization": (["Streams"], []),
}
# Targets that import these are left out, because building the modules would take longer than everything else.
LARGE_MODULES = {"SluiceFoundation", "SluiceOutbox", "SluiceSession", "SluiceTransfers", "SluiceTransport"}


# MARK: Finding what to change


@dataclasses.dataclass
class Mutant:
    """A change of a file. Each edit is a place in the text and what replaces it there."""

    file: pathlib.Path
    start: int
    end: int
    change: str
    # Functions of the mutant's number.
    edits: list
    # A declaration that the edits need, or `None`.
    declaration: object = None
    number: int = 0
    # The declaration that it is in, such as `Inflater.step`.
    place: str = None
    reason: str = None
    text: dataclasses.InitVar[str] = ""

    def __post_init__(self, text):
        self.line = text.count("\n", 0, self.start) + 1
        self.source = text.splitlines()[self.line - 1].strip()

    def description(self):
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.change:<24} {self.source}"


# For each operator: its replacement, its precedence, and functions that implement both.
_COMPARISON = "<T: PROTOCOL>(_ a: T, _ b: T) -> Bool { mutant(NUMBER) ? a OTHER b : a OPERATOR b }"
_NIL = "<T>(_ a: T?, _ b: _OptionalNilComparisonType) -> Bool { mutant(NUMBER) ? a OTHER b : a OPERATOR b }"
_LOGIC = ("(_ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool "
          "{ try mutant(NUMBER) ? a OTHER b() : a OPERATOR b() }")
_ARITHMETIC = "<T: PROTOCOL>(_ a: T, _ b: T) -> T { mutant(NUMBER) ? a OTHER b : a OPERATOR b }"
_SHIFT = "<T: BinaryInteger, U: BinaryInteger>(_ a: T, _ b: U) -> T { mutant(NUMBER) ? a OTHER b : a OPERATOR b }"
_CONCATENATION = ("<A: RangeReplaceableCollection, B: Sequence>(_ a: A, _ b: B) -> A where A.Element == B.Element "
                  "{ mutant(NUMBER) ? a : a + b }")
_ASSIGNMENT = "<T: AdditiveArithmetic>(_ a: inout T, _ b: T) { if mutant(NUMBER) { a OTHER b } else { a OPERATOR b } }"
_APPENDING = ("<A: RangeReplaceableCollection, B: Sequence>(_ a: inout A, _ b: B) where A.Element == B.Element "
              "{ if !mutant(NUMBER) { a += b } }")
_RANGE = ("<T: Strideable>(_ a: T, _ b: T) -> PROTOCOL<T> where T.Stride: SignedInteger "
          "{ a OPERATOR (mutant(NUMBER) ? b.advanced(by: DISTANCE) : b) }")
_SCALARS = ("(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> PROTOCOL<Unicode.Scalar> "
            "{ a OPERATOR (mutant(NUMBER) ? Unicode.Scalar(UInt32(Int(b.value) + DISTANCE)) ?? b : b) }")

OPERATORS = {}


def _operators(pairs, precedence, *functions, protocol=""):
    for operator, other in pairs:
        OPERATORS[operator] = (other, precedence, [
            function.replace("OPERATOR", operator).replace("OTHER", other).replace("PROTOCOL", protocol)
            .replace("DISTANCE", "1" if operator == "..<" else "-1") for function in functions])


_operators([("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")], "ComparisonPrecedence", _COMPARISON,
           protocol="Comparable")
_operators([("==", "!="), ("!=", "==")], "ComparisonPrecedence", _COMPARISON, _NIL, protocol="Equatable")
_operators([("&&", "||")], "LogicalConjunctionPrecedence", _LOGIC)
_operators([("||", "&&")], "LogicalDisjunctionPrecedence", _LOGIC)
_operators([("+", "-")], "AdditionPrecedence", _ARITHMETIC, _CONCATENATION, protocol="AdditiveArithmetic")
_operators([("-", "+")], "AdditionPrecedence", _ARITHMETIC, protocol="AdditiveArithmetic")
_operators([("|", "&")], "AdditionPrecedence", _ARITHMETIC, protocol="BinaryInteger")
_operators([("*", "+"), ("/", "*"), ("%", "/"), ("&", "|")], "MultiplicationPrecedence", _ARITHMETIC,
           protocol="BinaryInteger")
_operators([("<<", ">>"), (">>", "<<")], "BitwiseShiftPrecedence", _SHIFT)
_operators([("+=", "-=")], "AssignmentPrecedence", _ASSIGNMENT, _APPENDING)
_operators([("-=", "+=")], "AssignmentPrecedence", _ASSIGNMENT)
_operators([("..<", "...")], "RangeFormationPrecedence", _RANGE, _SCALARS, protocol="Range")
_operators([("...", "..<")], "RangeFormationPrecedence", _RANGE, _SCALARS, protocol="ClosedRange")

_OPERATOR = re.compile(
    r"(?<=[^\s(\[{,;:])(\s*)(?<![-/=+!*%<>&|^~?.])("
    + "|".join(re.escape(operator) for operator in sorted(OPERATORS, key=len, reverse=True))
    + r")(?![-/=+!*%<>&|^~?.])(\s*)(?=[^\s)\],;:}])")
_NUMBER = re.compile(r"(?<![\w.$])(0x[0-9A-Fa-f_]+|[0-9][0-9_]*)(?![\w]|\.\d)")
_BOOLEAN = re.compile(r"(?<![\w.])(true|false)\b(?!:)")
_EXTREME = re.compile(r"(?<![\w.])(min|max)(?=\()")
_KEYWORD = re.compile(r"(?<![\w.`(])(if|guard|while|where)\b(?!:)")
_STATEMENT = re.compile(r"(?:case\b[^\n]*?:[ ]+|default:[ ]+)?((?:try\??\s+)?(?:await\s+)?"
                        r"(?:_|[A-Za-z][\w.?]*(?:\[[^\]\n]*\][\w.?]*)*)(?:\(| (?:[-+*/&|^<>]*=) ))")
_NO_STATEMENT = re.compile(
    r"(?:if|guard|while|for|switch|return|throw|let|var|func|init|case|default|else|import|struct|enum|class|extension|"
    r"public|private|fileprivate|internal|package|static|mutating|defer|do|catch|repeat|break|continue|where|typealias|"
    r"self\.init|super\.init|precondition|unsafe|throws|rethrows|async|subscript)\b")
_DECLARATION = re.compile(r"\b(?:init|func|subscript|var|deinit|let)\b|^\s*(?:public |package )?extension\b")
_SKIPPED_LINE = re.compile(r"\s*(?:@available|#if|#elseif|@_|.*\bextension\b|.*\bprotocol\b|.*\btypealias\b)")
# Capacities are only performance.
_CAPACITY = re.compile(r"(?:keepingCapacity: \w+|\.reserveCapacity\([^\n]*)$")
_OPENING, _CLOSING = "([{", ")]}"


def mutants_of(file):
    """Returns all changes of a file."""
    text = file.read_text()
    code = _code_with_quotes(text)
    lines = code.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    skipped = [place for place, line in zip(starts, lines) if _SKIPPED_LINE.match(line)]
    skipped = {code.count("\n", 0, place) for place in skipped} | _lines_of_traits(lines)

    def add(start, end, change, edits, declaration=None):
        if code.count("\n", 0, start) not in skipped:
            found.append(Mutant(file, start, end, change, edits, declaration, text=text))

    found = []
    for match in _OPERATOR.finditer(code):
        before, operator, after = match.groups()
        # Prefix and postfix operators have a space on one side only. Without spaces, only ranges are infix operators:
        # the others are parts of types, such as `Int?=`.
        if bool(before) != bool(after) or not before and operator not in ("..<", "..."):
            continue
        left = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
        # The name of a function.
        if left.endswith("func"):
            continue
        # Types are composed with `&`, and compared with `==`.
        if operator in ("&", "==") and re.search(r"(?:[<:] ?|\bwhere )[A-Z][\w.]*$", left):
            continue
        other, precedence, functions = OPERATORS[operator]
        add(match.start(2), match.end(2), f"{operator} → {other}",
            [(match.start(2), match.end(2), _symbol)], (precedence, functions))

    def choice(match, other):
        """Returns an edit that chooses between two values."""
        # The default of a public function's parameter has to call a public function.
        name = "mutatedDefault" if re.search(r"\w: [\w.<>?]+ = -?$", code[:match.start()][-80:]) else "mutated"
        return match.start(1), match.end(1), lambda number: f"{name}({number}, {match[1]}, {other})"

    for match in _NUMBER.finditer(code):
        value = int(match[1].replace("_", ""), 0) if match[1].lstrip("0") or match[1] == "0" else 0
        is_mask = match[1].startswith("0x") and value > 1 and value & (value + 1) == 0
        other = value - 1 if is_mask else value + 1
        add(*match.span(1), f"{match[1]} → {other}", [choice(match, other)])
    for match in _BOOLEAN.finditer(code):
        # A `while true` that may end would need a `return` after it.
        if re.search(r"\bwhile $", code[:match.start()]):
            continue
        other = "false" if match[1] == "true" else "true"
        add(*match.span(1), f"{match[1]} → {other}", [choice(match, other)])
    for match in _EXTREME.finditer(code):
        other = "max" if match[1] == "min" else "min"
        add(*match.span(1), f"{match[1]} → {other}",
            [(match.start(1), match.end(1) + 1, lambda n, a=match[1]: f"{a}Mutated({n}, ")])
    for keyword, start, end in _conditions(code):
        add(start, end, f"{keyword} … → false", [
            (start, start, lambda n: f"(!mutant({n}) && ("), (end, end, lambda n: "))")])
        # A loop that does not end only costs time.
        if keyword != "while":
            add(start, end, f"{keyword} … → true", [
                (start, start, lambda n: f"(mutant({n}) || ("), (end, end, lambda n: "))")])
    for start, end in _statements(code, lines, starts):
        add(start, end, "removed", [
            (start, start, lambda n: f"if !mutant({n}) {{ "), (end, end, lambda n: " }")])
    declarations = declarations_of(text)
    for mutant in found:
        mutant.place = next((name for name, start, end in declarations if start <= mutant.start < end), None)
        if _CAPACITY.search(code, code.rfind("\n", 0, mutant.end) + 1, mutant.end):
            mutant.reason = "Only performance."
    return found


def _lines_of_traits(lines):
    """Returns the numbers of lines that are only compiled with a trait of the package, which mutants do not have."""
    traits = re.findall(r'\.trait\(\s*name: "(\w+)"', pathlib.Path("Package.swift").read_text())
    found, branches = set(), []
    for number, line in enumerate(lines):
        words = line.split()
        if words[:1] == ["#if"]:
            branches.append((words[1:] in [[trait] for trait in traits], True))
        elif words == ["#else"] and branches:
            branches[-1] = (branches[-1][0], False)
        elif words == ["#endif"] and branches:
            branches.pop()
        elif (True, True) in branches:
            found.add(number)
    return found


def _code_with_quotes(text):
    """Returns the text with blanks instead of comments, and quotation marks instead of the characters of strings."""
    code = code_of(text)
    result, is_comment, was_blanked = list(code), False, False
    for position, (before, after) in enumerate(zip(text, code)):
        is_blanked = before != after
        if before == "\n":
            is_comment = False
        elif is_blanked and not was_blanked and text.startswith("//", position) and code[position:position + 2] == "  ":
            is_comment = is_comment or not _is_within_string(text, position)
        if is_blanked and not is_comment:
            result[position] = '"'
        was_blanked = is_blanked
    return "".join(result)


def _is_within_string(text, position):
    """Whether the blanked text around a place begins with a quotation mark, and not with a comment."""
    code = text[text.rfind("\n", 0, position) + 1:position]
    return len(re.findall(r'(?<!\\)"', code)) % 2 == 1


def _symbol(number):
    """Returns an operator that consists of box-drawing characters."""
    return "┼" + "".join(chr(0x2501 + int(digit, 16)) for digit in f"{number:x}")


def _conditions(code):
    """Yields the keyword, the start and the end of each condition that is an expression."""
    for match in _KEYWORD.finditer(code):
        position, depth = match.end(), 0
        start = position
        while position < len(code):
            character = code[position]
            if depth == 0:
                ends = (character in "{)]}" or match[1] == "where" and character == ":"
                        or code.startswith("else", position) and code[position - 1].isspace())
                if ends or character == ",":
                    clause = code[start:position]
                    left = start + len(clause) - len(clause.lstrip())
                    right = start + len(clause.rstrip())
                    body = code[left:right]
                    is_type = match[1] == "where" and re.search(
                        r"\w: |[A-Z]\w* == |\.Element|\.Failure", body + code[position])
                    if body and not is_type and not re.match(
                            r"(?:let|var|case|#available|unsafe|try|await)\b|true$", body):
                        yield match[1], left, right
                    start = position + 1
                if ends:
                    break
            if character in _OPENING:
                depth += 1
            elif character in _CLOSING:
                depth -= 1
            position += 1


def _statements(code, lines, starts):
    """Yields the start and the end of each call and each assignment that is a statement of its own."""
    for index, line in enumerate(lines):
        indentation = len(line) - len(line.lstrip())
        match = _STATEMENT.match(line, indentation)
        # What ends with a comma or a colon is a pattern, or an element of a list.
        if not match or _NO_STATEMENT.match(line, match.start(1)) or line.rstrip().endswith((",", ":")):
            continue
        # The line before ends a statement, or opens a block.
        before = next((other.rstrip() for other in reversed(lines[:index]) if other.strip()), "")
        if before and (before[-1] in ",(=[.?&|+-" or re.search(r"(?:\breturn|\belse|\bin|[-+*/&|=<>?:])$", before)) \
                and not re.search(r"(?:case\b.*|default|\bin|\{.*\bin):?$", before):
            continue
        start = starts[index] + match.start(1)
        first = _enclosing_index(lines, index)
        if re.match(r"\s*(?:public |private |mutating )*init\b", lines[first]):
            continue
        # The first assignment of a variable that is declared without a value is needed.
        name = re.match(r"(\w+) = ", line[match.start(1) - match.start():][indentation:])
        if name and re.search(rf"\b(?:let|var) {name[1]}(?:: [^=\n?]*)?\n", "".join(lines[first:index])):
            continue
        end, depth = start, 0
        while end < len(code):
            character = code[end]
            if character in _OPENING:
                depth += 1
            elif character in _CLOSING:
                depth -= 1
                if depth < 0:
                    break
            elif character == "\n" and depth == 0:
                rest = code[end:].lstrip()
                if code[start:end].rstrip()[-1] not in "=+-*/&|?:," and not re.match(r"[.?:+*/&|,]|- |\}\s*else", rest):
                    break
            end += 1
        end = start + len(code[start:end].rstrip())
        if not _is_result(code, lines, index, start, end):
            yield start, end


def _is_result(code, lines, index, start, end):
    """Whether a statement is the only one of a function, a property or a closure that has a result."""
    before, after = code[:start].rstrip(), code[end:].lstrip()
    if not after.startswith("}") or not re.search(r"(?:\{|\bin|\bunsafe|\btry|\bcase [^\n]*:|\bdefault:)$", before):
        return False
    # A call that is a branch of an `if` or a `switch` is its value only if that is the result as a whole.
    line = _enclosing_index(lines, index)
    declaration = ""
    for other in lines[line:index]:
        declaration += other
        if other.rstrip().endswith("{"):
            break
    first = code.find("{", sum(map(len, lines[:line])))
    is_first = not re.search(r"[;\n]", code[first + 1:start].strip())
    return is_first and bool(re.search(r"->(?! *(?:Void|\(\)))|\bvar [^=]*:[^=]*\{", declaration))


def _enclosing_index(lines, index):
    """Returns the number of the line that begins the declaration around a line. The format indents it less."""
    indentation = len(lines[index]) - len(lines[index].lstrip())
    # A closing brace belongs to what it ends.
    indentation += lines[index].lstrip().startswith("}")
    for other in range(index - 1, -1, -1):
        line = lines[other]
        own = len(line) - len(line.lstrip())
        # A line such as `) throws {` ends what begins further above.
        if line.strip() and own < indentation and line[own] not in ")}]":
            indentation = own
            if _DECLARATION.search(line):
                return other
    return 0


def _extent(lines, index):
    """Returns the numbers of the first and the last line of the declaration around a line."""
    first = _enclosing_index(lines, index)
    indentation = len(lines[first]) - len(lines[first].lstrip())
    for last in range(index, len(lines)):
        line = lines[last]
        if line.strip() and last > first and len(line) - len(line.lstrip()) <= indentation \
                and line.lstrip()[0] not in ")]{":
            return first + 1, last + 1
    return first + 1, len(lines)


# MARK: Building all of them at once


class Copy:
    """A copy of the package, in which the module contains all mutants."""

    def __init__(self, module, mutants, folder):
        self.module, self.mutants, self.folder = module, mutants, folder
        # The compiler's messages by the numbers of mutants.
        self.dropped = {}
        self.lines = {}

    def write(self):
        files = {file: file.read_bytes() for file in self._listed()}
        files |= {file: self._mutated(file).encode() for file in {mutant.file for mutant in self.mutants}}
        module = source_path(self.module, ROOT)
        files[module / "Mutants.swift"] = self._declarations().encode()
        files[ROOT / "Sources/CMutant/include/CMutant.h"] = b"extern const long sluice_mutant;\n"
        files[ROOT / "Sources/CMutant/CMutant.c"] = (
            b'#include <stdlib.h>\nlong sluice_mutant = -1;\n__attribute__((constructor)) static void choose(void) {\n'
            b'  const char *number = getenv("SLUICE_MUTANT");\n  if (number) sluice_mutant = atol(number);\n}\n')
        files |= self._targets()
        files[ROOT / "Package.swift"] += self._package(files)
        names = {file.relative_to(ROOT): data for file, data in files.items()}
        # Files that have not changed keep their times, and are not built again.
        for file in list(self.folder.rglob("*")):
            name = file.relative_to(self.folder)
            if ".build" not in name.parts and file.is_file() and name not in names:
                file.unlink()
        for name, data in names.items():
            file = self.folder / name
            if not file.is_file() or file.read_bytes() != data:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)

    def _listed(self):
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "Package.swift",
             "Sources", "Tests", "Fuzz/Targets", "Fuzz/Sources", "Benchmarks/Sources/CacheBenchmark",
             "Corpus/portable"], check=True, capture_output=True, text=True)
        return [ROOT / name for name in filter(None, listed.stdout.split("\0")) if (ROOT / name).is_file()]

    def _mutated(self, file):
        """Returns the text of a file with its mutants, and notes where in which line each of them is."""
        text = file.read_text()
        edits = []
        for mutant in self.mutants:
            if mutant.file == file and mutant.number not in self.dropped:
                width = mutant.end - mutant.start
                for start, end, replacement in mutant.edits:
                    # At the same place, what is wider begins before and ends behind what is narrower.
                    rank = 0 if start < end else -width if start == mutant.start else -1_000_000 + width
                    edits.append((start, 0 if start < end else 1 if start == mutant.start else -1, rank, end,
                                  replacement(mutant.number), mutant))
        edits.sort(key=lambda edit: (edit[0], {-1: 0, 1: 1, 0: 2}[edit[1]], edit[2]))
        pieces, position, line, column = [], 0, 1, 0
        places = self.lines[str(file.relative_to(ROOT))] = {}

        def append(piece):
            nonlocal line, column
            pieces.append(piece)
            breaks = piece.count("\n")
            if breaks:
                line, column = line + breaks, 0
            column += len(piece[piece.rfind("\n") + 1:].encode())

        for start, _, _, end, replacement, mutant in edits:
            append(text[position:start])
            before = column
            append(replacement)
            places.setdefault(line, []).append((before + 1, column + 1, mutant))
            position = end
        append(text[position:])
        return "".join(pieces)

    def _declarations(self):
        result = ["internal import CMutant", "",
                  "@_transparent func mutant(_ number: Int) -> Bool { sluice_mutant == number }",
                  "@_transparent func mutated<T>(_ number: Int, _ a: T, _ b: T) -> T { mutant(number) ? b : a }",
                  "@usableFromInline func mutatedDefault<T>(_ number: Int, _ a: T, _ b: T) -> T "
                  "{ mutant(number) ? b : a }",
                  "@_transparent func minMutated<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T "
                  "{ mutant(number) ? max(a, b) : min(a, b) }",
                  "@_transparent func maxMutated<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T "
                  "{ mutant(number) ? min(a, b) : max(a, b) }"]
        for mutant in self.mutants:
            if mutant.declaration and mutant.number not in self.dropped:
                precedence, functions = mutant.declaration
                symbol = _symbol(mutant.number)
                result.append(f"infix operator {symbol}: {precedence}")
                for function in functions:
                    result.append(f"@_transparent func {symbol} {function.replace('NUMBER', str(mutant.number))}")
        return "\n".join(result) + "\n"

    def _targets(self):
        """Returns the fuzz targets' list with those of the module only."""
        names = []
        folders, _ = TARGETS[self.module]
        for file in swift_files([ROOT / "Fuzz/Targets" / folder for folder in folders]):
            if not LARGE_MODULES & _imports(file.read_text()):
                names += re.findall(r"static let (\w+) = FuzzTarget\(", file.read_text())
        return {ROOT / "Fuzz/Targets/FuzzTarget+All.swift": (
            "public import SluiceFuzz\nextension FuzzTarget {\n"
            f"  public static let all: [FuzzTarget] = [{', '.join(names)}]\n"
            "  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }\n}\n"
        ).encode()}

    def _package(self, files):
        """Returns what is added to Package.swift: the program that replays the corpus, with few fuzz targets."""
        targets, supports = TARGETS[self.module]
        root = ROOT / "Fuzz/Targets"
        kept, imported = [], set()
        for file in files:
            if file.is_relative_to(root):
                name = file.relative_to(root)
                text = files[file].decode()
                if name.parts[0] in [*targets, *supports] or len(name.parts) == 1:
                    if not LARGE_MODULES & _imports(text):
                        kept.append(str(name))
                        imported |= _imports(text)
        modules = sorted(name for name in imported if source_path(name, ROOT).is_dir())
        return f"""
package.targets.append(.target(name: "CMutant"))
for target in package.targets {{
  if target.name == "{self.module}" {{ target.dependencies.append("CMutant") }}
  if target.name == "SluiceFuzzTargets" {{
    target.sources = {json.dumps(kept)}
    target.dependencies.removeAll {{
      if case .byNameItem(let name, _) = $0 {{ return !{json.dumps(modules)}.contains(name) }}
      return {str("HTTPTypes" not in imported).lower()}
    }}
  }}
}}
package.targets.append(
  .executableTarget(
    name: "sluice-replay", dependencies: ["SluiceFuzz", "SluiceFuzzTargets"], path: "Fuzz/Sources/sluice-replay"))
""".encode()

    def build(self, with_corpus):
        """Builds the module, dropping mutants that the compiler refuses, and then its tests and the corpus's checks."""
        for attempt in range(12):
            self.write()
            finished = self._swift_build("--target", self.module)
            if finished.returncode == 0:
                break
            before = len(self.dropped)
            self._drop(finished.stdout, attempt)
            print(f"  {len(self.dropped) - before} do not compile", flush=True)
            if len(self.dropped) == before:
                sys.exit(finished.stdout[-4000:])
        else:
            sys.exit("the module with its mutants does not compile")
        for product in ["sluicePackageTests", *(["sluice-replay"] if with_corpus else [])]:
            finished = self._swift_build("--product", product)
            if finished.returncode != 0:
                sys.exit(finished.stdout[-4000:])

    def _swift_build(self, *options):
        values = dict(os.environ, SLUICE_TESTS=f"{self.module}Tests", SWIFT_DETERMINISTIC_HASHING="1")
        values.pop("SLUICE_WARNINGS_AS_ERRORS", None)
        # Tests of optimized code take a tenth of the time. Warnings about the mutants are of no interest.
        return subprocess.run(
            ["swift", "build", "--package-path", self.folder, "-c", "release", "-Xswiftc", "-enable-testing",
             "-Xswiftc", "-suppress-warnings", *options],
            env=values, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")

    def _drop(self, output, attempt):
        errors = set(re.findall(r"^(/\S+\.swift):(\d+):(\d+): error: (.*)", output, re.M))
        for path, line, column, message in sorted(errors):
            path = pathlib.Path(path)
            name = str(path.relative_to(self.folder)) if path.is_relative_to(self.folder) else ""
            if name not in self.lines:
                continue
            line, column = int(line), int(column)
            places = [place for place in self.lines[name].get(line, []) if place[2].number not in self.dropped]
            if places and attempt < 3:
                nearest = min(places, key=lambda place: max(place[0] - column, column - place[1], 0))
                places = [nearest]
            if not places:
                # The cause is close. For an error of the data flow, such as a value that is not initialized, it is
                # elsewhere in the function.
                lines = (self.folder / name).read_text().splitlines()
                for near, far in [(line - 1, line + 1), _extent(lines, min(line, len(lines)) - 1)]:
                    places = [place for other, found in self.lines[name].items() if near <= other <= far
                              for place in found if place[2].number not in self.dropped]
                    if places:
                        break
                if attempt < 6 and any(place[2].change == "removed" for place in places):
                    places = [place for place in places if place[2].change == "removed"]
                elif attempt < 3:
                    # The compiler may have given up on an expression that has too many mutants.
                    numbers = sorted({place[2].number for place in places})[::2]
                    places = [place for place in places if place[2].number in numbers]
            for _, _, mutant in places:
                self.dropped.setdefault(mutant.number, message)


def _imports(text):
    return set(re.findall(r"^(?:\w+ )?import (\w+)", text, re.M))


# MARK: Running them


class Runner:
    def __init__(self, copy, with_corpus):
        build = copy.folder / ".build/release"
        self.commands = {
            **({"corpus": [build / "sluice-replay", ROOT / "Corpus"]} if with_corpus else {}),
            "tests": [build / "sluicePackageTests.xctest", "--testing-library", "swift-testing",
                      "--filter", rf"^{copy.module}Tests\."],
        }
        self.limits = {}

    def measure(self):
        """Checks that everything passes without a mutant, and derives the time limits."""
        for name in self.commands:
            started = time.monotonic()
            result, message = self._run(name, -1, 600)
            if result != "survived":
                sys.exit(f"{name}: {result} without a mutant\n{message}")
            taken = time.monotonic() - started
            self.limits[name] = 5 + 4 * taken
            print(f"  {name}: {taken:.1f} s without a mutant", flush=True)

    def run(self, number):
        """Returns whether a mutant was killed, and by what."""
        for name in self.commands:
            result, message = self._run(name, number, self.limits[name])
            if result != "survived":
                return result, name, message
        return "survived", "", ""

    def _run(self, name, number, limit):
        values = dict(os.environ, SLUICE_MUTANT=str(number), SWIFT_BACKTRACE="enable=no",
                      SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="8")
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            values["TMPDIR"] = folder
            process = subprocess.Popen(
                [str(word) for word in self.commands[name]], env=values, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=_limit_memory)
            is_late = threading.Event()

            def stop():
                is_late.set()
                _kill(process)

            timer = threading.Timer(limit, stop)
            timer.start()
            try:
                failure, last = "", b""
                for line in process.stdout:
                    # The first failure is enough.
                    if b"recorded an issue" in line or b": broken" in line:
                        failure = line.decode(errors="replace").strip()
                        break
                    last = line
            finally:
                timer.cancel()
                if number >= 0 or failure:
                    _kill(process)
                process.stdout.close()
                status = process.wait()
        if is_late.is_set():
            return "timed out", ""
        if failure:
            return "killed", failure
        # Killing a process that has already ended does not change its status.
        if status not in (0, -signal.SIGKILL):
            return "killed", f"status {status}: {last.decode(errors='replace').strip()}"
        return "survived", ""


def _limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


# MARK: Explanations


_EXPLAINED = re.compile(r"(?P<mutant>.*?)(?: \((?P<numbers>[\d, ]+) of (?P<count>\d+)\))?")


def explained_mutants(module):
    """Returns all mutants of a module, and the reasons of those that need not be killed.

    The file of explanations has lists of mutants by their reasons: `Inflater.advance: 0 → 1` is the only such change of
    these functions, and `Inflater.advance: 0 → 1 (2, 3 of 8)` are two of eight, in the order of the source. Exits if there
    are not as many.
    """
    mutants = [mutant for file in swift_files([source_path(module, ROOT)]) for mutant in mutants_of(file)]
    found, failed = {}, False
    for mutant in mutants:
        found.setdefault(f"{mutant.place}: {mutant.change}", []).append(mutant)
    for reason, names in json.loads(EXPLANATIONS.read_text()).get(module, {}).items():
        for name in names:
            match = _EXPLAINED.fullmatch(name)
            same, count = found.get(match["mutant"], []), int(match["count"] or 1)
            if len(same) == count:
                for number in (match["numbers"] or "1").split(", "):
                    same[int(number) - 1].reason = reason
            else:
                failed = True
                print(f"{EXPLANATIONS.relative_to(ROOT)}: {module} has {len(same)} mutants, instead of {count}: {name}",
                      file=sys.stderr)
    if failed:
        sys.exit(1)
    return mutants


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="check that each explanation names mutants")
    parser.add_argument("module", nargs="?",
                        help="a module or one of its folders: SluiceMultipart, SluiceSerialization/Streaming")
    parser.add_argument("--sample", type=int, help="the number of mutants to try, chosen at random; defaults to all")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the choice")
    parser.add_argument("--list", action="store_true", help="list all mutants, and try none")
    parser.add_argument("--only", default="", help="try only mutants whose description contains this text")
    parser.add_argument("--without-corpus", dest="with_corpus", action="store_false",
                        help="run only the module's tests, for which less has to be built")
    parser.add_argument("--at-least", type=float, metavar="PERCENT",
                        help="fail only if a smaller part is killed, instead of if any other than the explained survive")
    parser.add_argument("--explained", action="store_true", help="also try those that are explained")
    parser.add_argument("--json", help="a file for the results, with the compiler's messages")
    parser.add_argument("--again", help="try only those that survived in these results, a file of --json")
    arguments = parser.parse_args()
    if arguments.check:
        for module in json.loads(EXPLANATIONS.read_text()):
            explained_mutants(module)
        return
    module = (arguments.module or "").split("/")[0]
    if module not in TARGETS:
        sys.exit(f"Say which module: {', '.join(TARGETS)}, or one of its folders, as SluiceSerialization/Streaming")
    folder = source_path(arguments.module, ROOT)
    if not folder.exists():
        sys.exit(f"There is no {folder.relative_to(ROOT)}")

    mutants = [mutant for mutant in explained_mutants(module) if mutant.file.is_relative_to(folder)]
    for number, mutant in enumerate(mutants):
        mutant.number = number
    count = len(mutants)
    chosen = [mutant for mutant in mutants if arguments.only in mutant.description()]
    if arguments.again:
        survivors = {(row["file"], row["change"], row["source"])
                     for row in json.loads(pathlib.Path(arguments.again).read_text()) if row["result"] == "survived"}
        chosen = [mutant for mutant in chosen
                  if (str(mutant.file.relative_to(ROOT)), mutant.change, mutant.source) in survivors]
    if arguments.sample and arguments.sample < len(chosen):
        chosen = random.Random(arguments.seed).sample(chosen, arguments.sample)
        chosen.sort(key=lambda mutant: mutant.number)
    if arguments.list:
        for mutant in chosen:
            print(mutant.description())
        return
    explained = [mutant for mutant in chosen if mutant.reason and not arguments.explained]
    chosen = [mutant for mutant in chosen if mutant not in explained]
    print(f"{count} mutants in {arguments.module}, {len(chosen)} to try; building", flush=True)
    started = time.monotonic()
    copy = Copy(module, chosen, ROOT / ".build/mutants" / module)
    copy.folder.mkdir(parents=True, exist_ok=True)
    copy.build(arguments.with_corpus)
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)

    runner = Runner(copy, arguments.with_corpus)
    runner.measure()
    compiled = [mutant for mutant in chosen if mutant.number not in copy.dropped]
    results = {number: ("not compiled", "", message) for number, message in copy.dropped.items()}
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for mutant, result in zip(compiled, pool.map(lambda mutant: runner.run(mutant.number), compiled)):
            results[mutant.number] = result
            if result[0] == "survived":
                print(f"survived  {mutant.description()}{f'  ({mutant.reason})' if mutant.reason else ''}", flush=True)
    percentage = report(chosen, explained, results, time.monotonic() - started)
    if arguments.json:
        rows = [{"file": str(mutant.file.relative_to(ROOT)), "line": mutant.line, "change": mutant.change,
                 "source": mutant.source, **dict(zip(["result", "by", "message"], results[mutant.number]))}
                for mutant in chosen]
        pathlib.Path(arguments.json).write_text(json.dumps(rows, indent=1, ensure_ascii=False))
    if arguments.at_least is not None:
        sys.exit(1 if percentage < arguments.at_least else 0)
    sys.exit(1 if any(results[mutant.number][0] == "survived" and not mutant.reason for mutant in chosen) else 0)


def report(mutants, explained, results, seconds):
    states = ["killed", "timed out", "survived", "not compiled"]
    print("\n" + "".join(f"{state:>14}" for state in states) + f"{'explained':>14}")
    files = sorted({mutant.file for mutant in [*mutants, *explained]})

    def row(chosen, name):
        counts = [sum(results[mutant.number][0] == state for mutant in mutants if mutant.file in chosen)
                  for state in states]
        print("".join(f"{count:>14}" for count in counts)
              + f"{sum(mutant.file in chosen for mutant in explained):>14}  {name}")
        return counts

    for file in files:
        row([file], file.relative_to(ROOT / "Sources"))
    killed, late, survived, _ = row(files, "all")
    by_corpus = sum(result[0] == "killed" and result[1] == "corpus" for result in results.values())
    tried = killed + late + survived
    percentage = 100 * (killed + late) / max(tried, 1)
    print(f"{percentage:.1f} % of {tried} killed ({by_corpus} by the corpus), in {seconds:.0f} s; with those explained, "
          f"{100 * (killed + late + len(explained)) / max(tried + len(explained), 1):.1f} %")
    return percentage


main()
