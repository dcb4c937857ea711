internal import ArgumentParser
internal import Sluice

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

  @Option(parsing: .unconditional, help: ArgumentHelp("A JSON object to send as a form.", valueName: "json"))
  var form: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A body to send unchanged.", valueName: "text|@file"))
  var data: String?

  /// The paths of the files with content.
  var inputs: [String?] { [json, plist, data].map { text in text.flatMap { TextOrFile(text: $0).path } } }

  /// Checks the arguments for the method and the URL.
  static func check(_ target: [String]) throws {
    // What is not a method may be a URL with a password, or a secret that was to be the value of an option.
    if target.isEmpty || target.count > 2 || target.count == 2 && HTTPRequest.Method(target[0]) == nil {
      throw ValidationError("expected a URL, optionally preceded by a method")
    }
  }

  func validate() throws {
    if [json, plist, form, data].compactMap({ $0 }).count > 1 {
      throw ValidationError("--json, --plist, --form and --data cannot be combined")
    }
  }

  /// Returns the request.
  ///
  /// - Parameters:
  ///   - target: The URL, optionally preceded by a method.
  ///   - fields: The fields.
  ///   - session: Resolves the URL.
  func request(_ target: [String], fields: HTTPFields, in session: Session) throws -> Request {
    let hasBody = [json, plist, form, data].contains { $0 != nil }
    let method = target.count == 2 ? try HTTPRequest.Method(argument: target[0]) : hasBody ? .post : .get
    if let problem = method.problem(hasBody: hasBody) { throw problem }
    var request = try session.request(method, target[target.count - 1], fields: fields)
    if let query {
      try RequestSerializer.query(in: .url).serialize(JSON.Value(parsing: query), into: &request)
    }
    if let form { try RequestSerializer.form.serialize(JSON.Value(parsing: form), into: &request) }
    if let json {
      let value = try JSON.Value(parsing: TextOrFile(text: json).bytes())
      var encoder = JSON.Encoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      try RequestSerializer.json(encoder).serialize(value, into: &request)
    }
    if let plist {
      var encoder = PropertyList.Encoder()
      let value = try PropertyList.Decoder().decode(
        PropertyList.Value.self, from: TextOrFile(text: plist).bytes(),
        format: &encoder.outputFormat)
      try RequestSerializer.propertyList(encoder).serialize(value, into: &request)
    }
    if let data {
      let source = TextOrFile(text: data).source
      // Reports a missing or unreadable file before any connection is opened.
      _ = try source.byteCount
      request.body = source
    }
    return request
  }
}

extension HTTPRequest.Method {
  /// - Throws: ``Failure`` for an invalid name.
  init(argument name: String) throws(Failure) {
    guard let method = Self(name) else { throw Failure(.usage, "method", "'\(name)' is not a valid method") }
    self = method
  }
}

/// An argument that is a text or, with `@` before a path, the content of a file. `@-` is standard input.
struct TextOrFile {
  let text: String

  /// The path of the file, or `nil` if the argument is a text.
  var path: String? {
    guard text.utf8.first == UInt8(ascii: "@") else { return nil }
    let path = String(Substring(text.utf8.dropFirst()))
    return path == "-" ? "/dev/stdin" : path
  }

  func bytes() throws -> [UInt8] {
    if let path { try InputFile(path).readAll() } else { Array(text.utf8) }
  }

  var source: any BodySource {
    if let path { .file(at: path) } else { .text(text) }
  }
}
