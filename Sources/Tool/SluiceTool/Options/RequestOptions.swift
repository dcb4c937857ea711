internal import ArgumentParser
internal import Sluice
internal import SluiceSupport

/// The options for the content of a request.
struct RequestOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A JSON object to add to the query of the URL.", valueName: "json"))
  var query: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A JSON document to send.", valueName: "text|@file"))
  var json: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A property list to send.", valueName: "@file"))
  var plist: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A JSON object to send as a URL-encoded form.", valueName: "json"))
  var urlencoded: String?

  @Option(
    name: [.customShort("d"), .customLong("data"), .customLong("data-binary")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A body to send unchanged, with the type of a URL-encoded form unless -H says otherwise; if repeated, joined \
      with &.
      """, valueName: "text|@file"))
  var data: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A field to add to --data, after all of them, whose value is percent-encoded: name=text, name@file, text or \
      @file; can be repeated.
      """, valueName: "field"))
  var dataUrlencode: [String] = []

  @Flag(
    name: [.customShort("G"), .customLong("get")],
    help: "Add --data and --data-urlencode to the query of the URL. A # in them is escaped.")
  var get = false

  @Option(
    name: [.customShort("X"), .customLong("request")], parsing: .unconditional,
    help: ArgumentHelp("The method, if it does not precede the URL.", valueName: "method"))
  var method: String?

  /// The paths of the files with content.
  var inputs: [String?] {
    ([json, plist].compactMap(\.self) + data).map { TextOrFile(text: $0).path }
      + dataUrlencode.map { EncodedField($0).path }
  }

  private var hasData: Bool { !data.isEmpty || !dataUrlencode.isEmpty }

  /// Checks the arguments for the method and the URL.
  static func check(_ target: [String]) throws {
    // What is not a method may be a URL with a password, or a secret that was to be the value of an option.
    if target.isEmpty || target.count > 2 || target.count == 2 && HTTPRequest.Method(target[0]) == nil {
      throw ValidationError("expected a URL, optionally preceded by a method")
    }
  }

  func validate() throws {
    let bodies = [json, plist, urlencoded].count { $0 != nil }
    if bodies > 1 || bodies == 1 && hasData && !get {
      throw ValidationError("--json, --plist, --urlencoded and --data cannot be combined")
    }
  }

  /// Returns the request.
  ///
  /// - Parameters:
  ///   - target: The URL, optionally preceded by a method.
  ///   - fields: The fields.
  ///   - session: Resolves the URL.
  func request(_ target: [String], fields: HTTPFields, in session: Session) throws -> SessionRequest {
    let hasBody = [json, plist, urlencoded].contains { $0 != nil } || hasData && !get
    let name = target.count == 2 ? target[0] : method
    var method: HTTPRequest.Method = hasBody ? .post : .get
    if let name { method = try HTTPRequest.Method(argument: name) }
    if let problem = method.problem(hasBody: hasBody) { throw problem }
    var url = targetURL(target[target.count - 1])
    if get, hasData { url = try url.appendingQuery(String(decoding: formBytes(), as: UTF8.self)) }
    let query = try query.map { Query.Parameters(try JSON.Value(parsing: $0)) } ?? [:]
    var request = try session.request(method, .init(url), query: query, fields: fields)
    if let urlencoded {
      try RequestEncoder.urlEncoded.encode(JSON.Value(parsing: urlencoded), into: &request)
    }
    if let json {
      let value = try JSON.Value(parsing: TextOrFile(text: json).bytes())
      var encoder = JSON.Encoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      try RequestEncoder.json(encoder).encode(value, into: &request)
    }
    if let plist {
      var encoder = PropertyList.Encoder()
      let value = try PropertyList.Decoder().decode(
        PropertyList.Value.self, from: TextOrFile(text: plist).bytes(),
        format: &encoder.outputFormat)
      try RequestEncoder.propertyList(encoder).encode(value, into: &request)
    }
    if hasData, !get {
      let source = try formSource()
      // Reports a missing or unreadable file before any connection is opened.
      _ = try source.byteCount
      request.body = source
      if request.head.headerFields[.contentType] == nil {
        request.head.headerFields[.contentType] = MediaType.formURLEncoded.description
      }
    }
    return request
  }

  /// The body of `--data`. A single file is streamed.
  private func formSource() throws -> any BodySource {
    if dataUrlencode.isEmpty, let only = data.first, data.count == 1 { return TextOrFile(text: only).source }
    return .bytes(try formBytes())
  }

  private func formBytes() throws -> [UInt8] {
    let pieces =
      try data.map { try TextOrFile(text: $0).bytes() } + dataUrlencode.map { try EncodedField($0).bytes() }
    return Array(pieces.joined(separator: "&".utf8))
  }
}

/// The value of `--data-urlencode`, as curl reads it: a name before `=` and a text, a name before `@` and a file, or
/// either of them without a name.
private struct EncodedField {
  private let name: Substring
  private let value: TextOrFile

  init(_ text: String) {
    let separator = text.utf8.firstIndex { "=@".utf8.contains($0) }
    name = separator.map { text[..<$0] } ?? ""
    let rest = separator.map { String(Substring(text.utf8[$0...].dropFirst())) } ?? text
    let isFile = separator.map { text.utf8[$0] == UInt8(ascii: "@") } ?? false
    value = TextOrFile(text: rest, isFile: isFile)
  }

  var path: String? { value.path }

  /// The name as it is, and the content percent-encoded, with `+` for blanks.
  func bytes() throws -> [UInt8] {
    let content = try value.bytes()
    let bytes = name.isEmpty ? [] : Array("\(name)=".utf8)
    var value: [UInt8] = []
    PercentCoding.encode(content.span, literals: .alphanumerics.union(ASCIISet("-._~ ")), into: &value)
    return bytes + value.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
  }
}

extension String {
  /// Returns a URL with more of a query, before its fragment. A `#` in it is escaped, since it would end the query.
  fileprivate func appendingQuery(_ query: String) -> String {
    let end = utf8.firstIndex(of: UInt8(ascii: "#")) ?? endIndex
    let url = self[..<end]
    let separator = !url.utf8.contains(UInt8(ascii: "?")) ? "?" : url.hasSuffix("?") ? "" : "&"
    return "\(url)\(separator)\(query.replacing("#", with: "%23"))\(self[end...])"
  }
}

extension HTTPRequest.Method {
  /// Creates the method with a name in any case: `post` is POST.
  ///
  /// - Throws: ``Failure`` for an invalid name.
  init(argument name: String) throws(Failure) {
    guard let method = Self(name.uppercased()) else {
      throw Failure(.usage, "method", "'\(name)' is not a valid method")
    }
    self = method
  }
}

/// An argument that is a text or, with `@` before a path, the content of a file. `@-` is standard input.
struct TextOrFile {
  private let text: String
  /// The path of the file, or `nil` if the argument is a text.
  let path: String?

  init(text: String) {
    let isFile = text.utf8.first == UInt8(ascii: "@")
    self.init(text: isFile ? String(Substring(text.utf8.dropFirst())) : text, isFile: isFile)
  }

  /// - Parameters:
  ///   - text: The text, or the path.
  ///   - isFile: Whether it is a path.
  init(text: String, isFile: Bool) {
    self.text = text
    path = !isFile ? nil : text == "-" ? "/dev/stdin" : text
  }

  func bytes() throws -> [UInt8] {
    if let path { try InputFile(path).readAll() } else { Array(text.utf8) }
  }

  var source: any BodySource {
    if let path { .file(at: path) } else { .text(text) }
  }
}
