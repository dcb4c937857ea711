internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceMultipart
internal import SluiceSupport

extension SessionRequest {
  /// Returns a command line for a POSIX shell that sends the same request with `curl`.
  ///
  /// A text body is part of the line, other bytes are written as base64, files by their paths, and forms as `-F`. Any
  /// other body is read from standard input, as a comment at the end of the line points out.
  ///
  /// Unless secrets are shown, `(hidden)` replaces:
  ///
  /// - credentials, cookies, fields marked as sensitive (`indexingStrategy = .disallow`), and the user info of the URL;
  /// - fields, parameters of the query or of a form, and members of a JSON body at any depth, whose names suggest a
  ///   secret, such as `access_token`, `X-Api-Key` or `password`;
  /// - all of any other body in memory, because nothing in it says what is secret.
  ///
  /// Everything else is written: a secret under another name, for example in the path of the URL or in a text field of
  /// a form called `note`, is not recognized.
  ///
  /// - Parameter showingSecrets: Whether to write secrets, and all bodies. Defaults to `false`.
  public func curlCommand(showingSecrets: Bool = false) -> String {
    CurlCommand(self, showingSecrets: showingSecrets).line
  }
}

/// The parts of a command line.
private struct CurlCommand {
  private var arguments: [String] = []
  /// A command that writes the body into a pipe, or `nil` if the arguments contain the body.
  private var inputCommand: String?
  private var comment: String?
  private let showsSecrets: Bool

  init(_ request: SessionRequest, showingSecrets: Bool) {
    showsSecrets = showingSecrets
    addMethod(of: request)
    addURL(of: request)
    var fields = request.head.headerFields
    if fields[.contentType] == nil, let body = request.body, !isExpressibleAsForm(body) {
      // Without a type, curl would send the type of a URL-encoded form.
      if let contentType = body.contentType {
        fields[.contentType] = contentType
      } else {
        add("-H", "Content-Type:")
      }
    } else if let contentType = try? request.contentType(in: fields) {
      fields[.contentType] = contentType
    }
    for field in fields where !(field.name == .contentType && isContentTypeOfForm(field, of: request.body)) {
      add(field)
    }
    if let body = request.body { add(body, fields[.contentType].flatMap { try? MediaType(parsing: $0) }) }
  }

  /// The command line.
  var line: String {
    let command = (["curl"] + arguments).map(ShellWord.quoted).joined(separator: " ")
    return (inputCommand.map { "\($0) | " } ?? "") + command + (comment.map { " # \($0)" } ?? "")
  }

  private mutating func add(_ arguments: String...) { self.arguments += arguments }

  private mutating func addMethod(of request: SessionRequest) {
    let method = request.head.method
    if method == .head {
      add("--head")
    } else if method != (request.body == nil ? .get : .post) {
      add("-X", method.rawValue)
    }
  }

  private mutating func addURL(of request: SessionRequest) {
    let url = (showsSecrets ? request : request.maskingUserInfo).url ?? request.head.path ?? "/"
    // By default, curl expands brackets and braces as patterns, and resolves dot segments.
    if url.utf8.contains(where: { Array("[]{}".utf8).contains($0) }) { add("--globoff") }
    var reference = URIReference(url)
    let segments = reference.path.utf8.split(separator: UInt8(ascii: "/"))
    if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) {
      add("--path-as-is")
    }
    if !showsSecrets { reference.query = reference.query.map(HiddenSecrets.query) }
    add(reference.description)
  }

  private mutating func add(_ field: HTTPField) {
    let value = field.isSecret && !showsSecrets ? HiddenSecrets.replacement : field.value
    add("-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
  }

  // MARK: The body

  private mutating func add(_ body: any BodySource, _ mediaType: MediaType?) {
    switch body._concrete {
    case let body as BytesSource: add(body.bytes, mediaType)
    case let body as FileSource: add(body)
    case let form as MultipartForm where isExpressibleAsForm(form): for part in form.parts { add(part) }
    default:
      comment = "the body is read from standard input"
      add("--data-binary", "@-")
    }
  }

  /// The maximum number of bytes in an argument. The limit of Linux is 128 KiB.
  private static let maximumArgumentByteCount = 100_000

  private mutating func add(_ bytes: [UInt8], _ mediaType: MediaType?) {
    let text = Self.text(bytes)
    if let text = showsSecrets ? text : HiddenSecrets.body(text ?? HiddenSecrets.replacement, mediaType) {
      if text.utf8.count <= Self.maximumArgumentByteCount { return add("--data-raw", text) }
      inputCommand = "printf %s \(ShellWord.quoted(text))"
    } else {
      inputCommand = "printf %s \(Data(bytes).base64EncodedString()) | base64 -d"
    }
    add("--data-binary", "@-")
  }

  private mutating func add(_ file: FileSource) {
    if let range = file.range {
      inputCommand =
        "tail -c +\(range.lowerBound + 1) \(ShellWord.quoted(Self.path(of: file))) | head -c \(range.count)"
      add("--data-binary", "@-")
    } else {
      add("--data-binary", "@\(Self.path(of: file))")
    }
  }

  private mutating func add(_ part: MultipartForm.Part) {
    let name = part.name ?? ""
    let attributes =
      (part.contentType.map { ";type=\($0)" } ?? "")
      + (part.fileName.map { ";filename=\(Self.quotedFormValue($0))" } ?? "")
    switch part.body._concrete {
    case let file as FileSource:
      let prefix = part.fileName == nil ? "<" : "@"
      add("-F", "\(name)=\(prefix)\(Self.quotedFormValue(Self.path(of: file)))\(attributes)")
    case let bytes as BytesSource where attributes.isEmpty:
      add("--form-string", "\(name)=\(fieldValue(bytes, of: part))")
    case let bytes as BytesSource:
      add("-F", "\(name)=\(Self.quotedFormValue(fieldValue(bytes, of: part)))\(attributes)")
    default: break
    }
  }

  private func fieldValue(_ bytes: BytesSource, of part: MultipartForm.Part) -> String {
    let text = Self.text(bytes.bytes) ?? ""
    return showsSecrets ? text : HiddenSecrets.field(text, named: part.name ?? "", part.contentType)
  }

  /// Whether a body is a form that curl's `-F` can express completely.
  private func isExpressibleAsForm(_ body: any BodySource) -> Bool {
    guard let form = body._concrete as? MultipartForm, form.subtype == .formData, !form.parts.isEmpty else {
      return false
    }
    return form.parts.allSatisfy { part in
      // In a name, a form counts a single CR or LF as a line break, and curl does not.
      guard let name = part.name, !name.isEmpty, !name.utf8.contains(where: "=\r\n".utf8.contains),
        part.headers.isEmpty, part.contentType?.parameters.allSatisfy(Self.isExpressibleInForm) ?? true
      else {
        return false
      }
      switch part.body._concrete {
      // To a file with a name, curl always adds a type.
      case let file as FileSource:
        return file.range == nil && (part.fileName == nil || part.contentType != nil)
      case let bytes as BytesSource:
        return bytes.bytes.count <= Self.maximumArgumentByteCount && Self.text(bytes.bytes) != nil
      default: return false
      }
    }
  }

  /// Whether curl's `-F` takes a parameter of a part's type for that, and not for an attribute of the part.
  private static func isExpressibleInForm(_ parameter: HeaderParameter) -> Bool {
    !["encoder", "filename", "headers", "type"].contains(parameter.name)
      && !parameter.value.utf8.contains(UInt8(ascii: ";"))
  }

  /// Whether a field is the content type of a form, which curl sends itself with its own boundary.
  private func isContentTypeOfForm(_ field: HTTPField, of body: (any BodySource)?) -> Bool {
    body.map { isExpressibleAsForm($0) && $0.contentType == field.value } ?? false
  }

  /// Returns the path of a file, such that it does not begin with `-`: curl reads `-` as standard input.
  private static func path(of file: FileSource) -> String {
    file.path.utf8.first == UInt8(ascii: "-") ? "./\(file.path)" : file.path
  }

  /// Quotes a value in the syntax of curl's `-F`.
  private static func quotedFormValue(_ text: String) -> String {
    "\"" + text.replacing { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil } + "\""
  }

  /// Returns bytes as text, or `nil` if they are not UTF-8 or contain control characters that affect a terminal.
  private static func text(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control || ["\t", "\n", "\r"].contains(scalar)
    }
    return isPlain ? text : nil
  }
}

/// A word of a POSIX shell command line (POSIX.1, Shell Command Language, §2.2).
private enum ShellWord {
  /// Returns the word in single quotes, or unchanged if it has no character that is special to a shell.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
    return "'" + text.replacing { $0 == "'" ? "'\\''" : nil } + "'"
  }

  private static let plain = ASCIISet.alphanumerics.union(ASCIISet("@%+=:,./_-"))
}

extension SessionRequest {
  fileprivate var maskingUserInfo: SessionRequest {
    var request = self
    if let authority = head.authority, let end = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
      request.head.authority = "\(HiddenSecrets.replacement)\(authority[end...])"
    }
    return request
  }
}

extension String {
  /// Replaces Unicode scalars for which the closure returns a string.
  ///
  /// This does not work on characters, because a quote followed by a combining mark is a different character.
  fileprivate func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) { result += text.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}
