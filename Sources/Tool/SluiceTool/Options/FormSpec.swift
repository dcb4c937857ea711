internal import Sluice

/// An argument of `-F` in curl's syntax.
///
/// The forms are `name=value`, `name=@path` (a file) and `name=<path` (a field with the content of a file), each
/// optionally followed by `;type=T`, `;filename=F`, `;encoder=E` and any number of `;headers="Name: value"` or
/// `;headers=@path` (a file with one header a line). Values may be in double quotes, with `\` before `"` and `\`. The
/// path `-` is standard input.
struct FormSpec: Sendable {
  static let standardInput = "/dev/stdin"

  let part: MultipartForm.Part
  /// The path of the file with the content, or `nil` for a value.
  private var path: String?
  /// The paths of files of headers.
  private var headerPaths: [String] = []

  /// The paths of the files that are read for the part: its content, and its headers.
  var inputs: [String] { headerPaths + (path.map { [$0] } ?? []) }

  /// Parses the argument of `-F`.
  init(_ text: String) throws {
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
    headerPaths = attributes.inputs
    path = kind == .value ? nil : word == "-" ? Self.standardInput : word
  }

  /// Parses the argument of `--form-string`: a field whose value is used literally.
  init(literal text: String) throws(Failure) {
    let (name, value) = try Self.nameAndValue(text)
    part = FormField(name, String(value)).part
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
    var encoding: TransferEncoding?
    var headers: MultipartForm.Part.Headers = [:]
    /// The paths of files of headers.
    var inputs: [String] = []

    /// The headers to send after `Content-Type`. As in curl, an attribute takes precedence over a header of the type,
    /// and a header over the name of the encoder.
    var sentHeaders: MultipartForm.Part.Headers {
      var sent: MultipartForm.Part.Headers = [:]
      let name = "Content-Transfer-Encoding"
      if let encoding, headers[name] == nil { sent.append((name: name, value: encoding.rawValue)) }
      sent += headers
      if type != nil { sent["Content-Type"] = nil }
      return sent
    }
  }

  // Messages contain the name of a part, but not its value, which may be a secret.

  private static func attributes(_ text: Text, of name: String) throws -> Attributes {
    var attributes = Attributes()
    var rest = text
    while !rest.isEmpty {
      guard rest.first == ";" else {
        throw Failure(
          .usage, "form", "the closing quote in '\(name)' is followed by something other than a semicolon")
      }
      rest = rest.dropFirst().drop { $0 == " " }
      if skip(fileName, in: &rest) {
        attributes.fileName = parseWord(&rest)
      } else if skip(type, in: &rest) {
        attributes.type = try parseType(&rest, of: name)
      } else if skip(encoder, in: &rest) {
        let word = parseWord(&rest)
        let label = String(word.lowercased().prefix { $0 != " " })
        guard let encoding = TransferEncoding(rawValue: label) else {
          let known = TransferEncoding.allCases.map(\.rawValue).joined(separator: ", ")
          throw Failure(.usage, "form", "'\(word)' in '\(name)' is not an encoder: \(known)")
        }
        attributes.encoding = encoding
      } else if skip(headers, in: &rest) {
        if rest.first == "@" || rest.first == "<" {
          rest.removeFirst()
          let path = parseWord(&rest)
          attributes.inputs.append(path == "-" ? standardInput : path)
          attributes.headers += try headerLines(inFileAt: path).map { try header($0, of: name) }
        } else {
          attributes.headers.append(try header(parseWord(&rest), of: name))
        }
      } else {
        throw Failure(
          .usage, "form",
          "an attribute in '\(name)' is neither type=, filename=, headers= nor encoder= (put a value that contains "
            + "semicolons in double quotes, or use --form-string)")
      }
    }
    return attributes
  }

  private static let fileName = "filename=".unicodeScalars
  private static let type = "type=".unicodeScalars
  private static let encoder = "encoder=".unicodeScalars
  private static let headers = "headers=".unicodeScalars
  private static let all = [fileName, type, encoder, headers]

  /// Parses a header, as it is sent.
  private static func header(
    _ line: String, of name: String
  ) throws(Failure) -> (name: String, value: String) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      throw Failure(.usage, "form", "a header in '\(name)' is not 'Name: value'")
    }
    var value = line[line.index(after: colon)...]
    if value.first == " " { value.removeFirst() }
    return (String(line[..<colon]), String(value))
  }

  /// Returns the headers in a file: one a line, without empty lines and comments (`#`). A line that begins with a blank
  /// continues the one before.
  private static func headerLines(inFileAt path: String) throws -> [String] {
    let text = String(decoding: try InputFile(path == "-" ? nil : path).readAll(), as: UTF8.self)
    var headers: [String.UnicodeScalarView] = []
    for line in text.unicodeScalars.split(separator: "\n") {
      let isContinuation = blanks.contains(line[line.startIndex])
      if !isContinuation || headers.isEmpty { headers.append(String.UnicodeScalarView()) }
      if line.first != "#" { headers[headers.count - 1] += line.filter { $0 != "\r" } }
    }
    return headers.compactMap { header in
      header.lastIndex { !blanks.contains($0) }.map { String(header[...$0]) }
    }
  }

  private static let blanks = " \t\r".unicodeScalars

  /// Skips a prefix, and returns whether the text had it.
  private static func skip(_ prefix: String.UnicodeScalarView, in rest: inout Text) -> Bool {
    guard rest.starts(with: prefix) else { return false }
    rest.removeFirst(prefix.count)
    return true
  }

  /// Parses a media type with its parameters, up to the next attribute.
  private static func parseType(_ rest: inout Text, of name: String) throws(Failure) -> MediaType {
    var text = parseWord(&rest)
    while rest.first == ";" {
      let next = rest.dropFirst().drop { $0 == " " }
      if all.contains(where: next.starts) { break }
      rest.removeFirst()
      text += ";" + parseWord(&rest)
    }
    guard let type = try? MediaType(parsing: text) else {
      throw Failure(.usage, "form", "'\(text)' in '\(name)' is not a media type")
    }
    return type
  }

  private static func part(
    _ name: String, _ kind: Kind, _ value: String, _ attributes: Attributes
  ) throws(Failure) -> MultipartForm.Part {
    if kind != .value, value.isEmpty { throw Failure(.usage, "form", "'\(name)' names no file") }
    let path = value == "-" ? standardInput : value
    let (type, headers) = (attributes.type, attributes.sentHeaders)
    var part =
      switch (kind, attributes.fileName) {
      case (.file, let fileName):
        FormFile(
          name, at: path, fileName: fileName ?? (value == "-" ? "-" : nil), contentType: type,
          headers: headers
        ).part
      case (.content, let fileName?):
        FormFile(name, .file(at: path), fileName: fileName, contentType: type, headers: headers).part
      case (.content, nil): FormField(name, .file(at: path), contentType: type, headers: headers).part
      case (.value, let fileName?):
        FormFile(name, .text(value), fileName: fileName, contentType: type, headers: headers).part
      case (.value, nil): FormField(name, value, contentType: type, headers: headers).part
      }
    if let encoding = attributes.encoding {
      // The size of a value that is encoded at once is known.
      part.body = kind == .value ? .bytes(try encoding.bytes(of: value)) : encoding.source(part.body)
    }
    return part
  }
}
