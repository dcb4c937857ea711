internal import Sluice

/// An argument of `-F` in curl's syntax.
///
/// The forms are `name=value`, `name=@path` (a file) and `name=<path` (a field with the content of a file), each
/// optionally followed by `;type=T` and `;filename=F`. Values may be in double quotes, with `\` before `"` and `\`. The
/// path `-` is standard input.
struct FormSpec: Sendable {
  static let standardInput = "/dev/stdin"

  let part: MultipartForm.Part

  /// Parses the argument of `-F`.
  init(_ text: String) throws(Failure) {
    let (name, value) = try Self.nameAndValue(text)
    var rest = value
    let kind: Kind =
      switch rest.first {
      case "@": .file
      case "<": .content
      default: .value
      }
    if kind != .value { rest.removeFirst() }
    let word = Self.parseWord(&rest)
    let attributes = try Self.attributes(rest, of: name)
    part = try Self.part(name, kind, word, attributes)
  }

  /// Parses the argument of `--form-string`: a field whose value is used literally.
  init(literal text: String) throws(Failure) {
    let (name, value) = try Self.nameAndValue(text)
    part = Field(name, String(value)).part
  }

  /// Text as Unicode scalars. As a character, a delimiter followed by a combining mark would not be found.
  private typealias Text = Substring.UnicodeScalarView

  private enum Kind { case file, content, value }

  private static func nameAndValue(_ text: String) throws(Failure) -> (name: String, value: Text) {
    let text = text.unicodeScalars
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw Failure(.usage, "form", "'\(text)' is not name=value")
    }
    return (String(text[..<equals]), text[text.index(after: equals)...])
  }

  /// Parses a quoted value, or the text up to a semicolon.
  private static func parseWord(_ rest: inout Text) -> String {
    guard rest.first == "\"" else {
      defer { rest = rest.drop { $0 != ";" } }
      return String(rest.prefix { $0 != ";" })
    }
    var word = ""
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      var scalar = rest[index]
      index = rest.index(after: index)
      if scalar == "\"" {
        rest = rest[index...]
        return word
      }
      if scalar == "\\", index < rest.endIndex, rest[index] == "\"" || rest[index] == "\\" {
        scalar = rest[index]
        index = rest.index(after: index)
      }
      word.unicodeScalars.append(scalar)
    }
    // An opening quote without a closing one is an ordinary character.
    defer { rest = rest.drop { $0 != ";" } }
    return String(rest.prefix { $0 != ";" })
  }

  private struct Attributes {
    var type: MediaType?
    var fileName: String?
  }

  // Messages contain the name of a part, but not its value, which may be a secret.

  private static func attributes(_ text: Text, of name: String) throws(Failure) -> Attributes {
    var attributes = Attributes()
    var rest = text
    while !rest.isEmpty {
      guard rest.first == ";" else {
        throw Failure(
          .usage, "form", "in '\(name)' something other than a semicolon follows the closing quote")
      }
      rest = rest.dropFirst().drop { $0 == " " }
      if skip(fileName, in: &rest) {
        attributes.fileName = parseWord(&rest)
      } else if skip(type, in: &rest) {
        attributes.type = try parseType(&rest, of: name)
      } else {
        throw Failure(
          .usage, "form",
          "an attribute in '\(name)' is neither type= nor filename= (put a value that contains semicolons in double "
            + "quotes, or use --form-string)")
      }
    }
    return attributes
  }

  private static let fileName = "filename=".unicodeScalars
  private static let type = "type=".unicodeScalars

  /// Skips a prefix, and returns whether the text had it.
  private static func skip(_ prefix: String.UnicodeScalarView, in rest: inout Text) -> Bool {
    guard rest.starts(with: prefix) else { return false }
    rest.removeFirst(prefix.count)
    return true
  }

  /// Parses a media type with its parameters, up to the next `filename=` or `type=` attribute.
  private static func parseType(_ rest: inout Text, of name: String) throws(Failure) -> MediaType {
    var text = parseWord(&rest)
    while rest.first == ";" {
      let next = rest.dropFirst().drop { $0 == " " }
      if next.starts(with: fileName) || next.starts(with: type) { break }
      rest.removeFirst()
      text += ";" + parseWord(&rest)
    }
    guard let type = MediaType(text) else {
      throw Failure(.usage, "form", "'\(text)' in '\(name)' is not a media type")
    }
    return type
  }

  private static func part(
    _ name: String, _ kind: Kind, _ value: String, _ attributes: Attributes
  ) throws(Failure) -> MultipartForm.Part {
    if kind != .value, value.isEmpty { throw Failure(.usage, "form", "'\(name)' names no file") }
    let path = value == "-" ? standardInput : value
    switch (kind, attributes.fileName) {
    case (.file, let fileName):
      return File(
        name, at: path, fileName: fileName ?? (value == "-" ? "-" : nil), contentType: attributes.type
      ).part
    case (.content, let fileName?):
      return File(name, .file(at: path), fileName: fileName, contentType: attributes.type).part
    case (.content, nil): return Field(name, .file(at: path), contentType: attributes.type).part
    case (.value, let fileName?):
      return File(name, .text(value), fileName: fileName, contentType: attributes.type).part
    case (.value, nil): return Field(name, value, contentType: attributes.type).part
    }
  }
}
