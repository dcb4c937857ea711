internal import Sluice

/// One `-F` argument, in curl's syntax: `name=value`, `name=@path` (a file), `name=<path` (a file's content as a field),
/// each with `;type=T` and `;filename=F` behind it. Values may stand in double quotes, with `\` before `"` and `\`.
/// `-` as a path is standard input.
struct FormSpec: Sendable {
  static let standardInput = "/dev/stdin"

  let part: MultipartForm.Part

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
    let word = Self.takeWord(&rest)
    let attributes = try Self.attributes(rest, of: name)
    part = try Self.part(name, kind, word, attributes)
  }

  /// A field whose value is taken as it is.
  init(literal text: String) throws(Failure) {
    let (name, value) = try Self.nameAndValue(text)
    part = Field(name, String(value)).part
  }

  /// Text by its scalars: as characters, delimiters would be one with what combines with them.
  private typealias Text = Substring.UnicodeScalarView

  private enum Kind { case file, content, value }

  private static func nameAndValue(_ text: String) throws(Failure) -> (name: String, value: Text) {
    let text = text.unicodeScalars
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw Failure(.usage, "form", "'\(text)' is not name=value")
    }
    return (String(text[..<equals]), text[text.index(after: equals)...])
  }

  /// Takes up to a semicolon, or what stands in quotes.
  private static func takeWord(_ rest: inout Text) -> String {
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
    // A quote that nothing closes is a character like any other.
    defer { rest = rest.drop { $0 != ";" } }
    return String(rest.prefix { $0 != ";" })
  }

  private struct Attributes {
    var type: MediaType?
    var fileName: String?
  }

  // What is said of a wrong part names it, and leaves out its value, which may be a secret.

  private static func attributes(_ text: Text, of name: String) throws(Failure) -> Attributes {
    var attributes = Attributes()
    var rest = text
    while !rest.isEmpty {
      guard rest.first == ";" else {
        throw Failure(
          .usage, "form", "in '\(name)' something other than a semicolon follows the closing quote")
      }
      rest = rest.dropFirst().drop { $0 == " " }
      if take(fileName, from: &rest) {
        attributes.fileName = takeWord(&rest)
      } else if take(type, from: &rest) {
        attributes.type = try takeType(&rest, of: name)
      } else {
        throw Failure(
          .usage, "form",
          "what follows a semicolon in '\(name)' is neither type= nor filename= (a value with semicolons goes in "
            + "double quotes, or in --form-string)")
      }
    }
    return attributes
  }

  private static let fileName = "filename=".unicodeScalars
  private static let type = "type=".unicodeScalars

  private static func take(_ prefix: String.UnicodeScalarView, from rest: inout Text) -> Bool {
    guard rest.starts(with: prefix) else { return false }
    rest.removeFirst(prefix.count)
    return true
  }

  /// Takes a media type with its own parameters, up to an attribute of this syntax.
  private static func takeType(_ rest: inout Text, of name: String) throws(Failure) -> MediaType {
    var text = takeWord(&rest)
    while rest.first == ";" {
      let next = rest.dropFirst().drop { $0 == " " }
      if next.starts(with: fileName) || next.starts(with: type) { break }
      rest.removeFirst()
      text += ";" + takeWord(&rest)
    }
    guard let type = MediaType(text) else {
      throw Failure(.usage, "form", "'\(text)' in '\(name)' is no media type")
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
