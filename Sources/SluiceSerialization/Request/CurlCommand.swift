internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceMultipart

extension Request {
  /// The request as a line for a POSIX shell that sends the same with `curl`.
  ///
  /// Text goes into the line, other bytes as base64, files by their paths, and a form as `-F`. A body of any other kind
  /// is read from standard input, and a comment says so.
  ///
  /// - Parameter showingSecrets: false by default: credentials, cookies and fields marked as sensitive
  ///   (`indexingStrategy = .disallow`) are written as `(hidden)`, and so are the URL's user-info and the values of what is
  ///   named as a secret in its query or a form, such as `access_token`. Bodies of other types are written as they are.
  public func curlCommand(showingSecrets: Bool = false) -> String {
    CurlCommand(self, showingSecrets: showingSecrets).text
  }
}

/// What makes up the command line.
private struct CurlCommand {
  private var arguments: [String] = []
  /// What writes the body into a pipe.
  private var input: String?
  private var comment: String?
  private let showsSecrets: Bool

  init(_ request: Request, showingSecrets: Bool) {
    showsSecrets = showingSecrets
    addMethod(of: request)
    addURL(of: request)
    var fields = request.head.headerFields
    if fields[.contentType] == nil, let body = request.body, !isForm(body) {
      // Without one, curl would call it a form.
      if let contentType = body.contentType {
        fields[.contentType] = contentType
      } else {
        add("-H", "Content-Type:")
      }
    }
    for field in fields where !(field.name == .contentType && isOwnType(field, of: request.body)) {
      add(field)
    }
    if let body = request.body { add(body, isQuery: isQuery(fields)) }
  }

  var text: String {
    let command = (["curl"] + arguments).map(ShellWord.quoted).joined(separator: " ")
    return (input.map { "\($0) | " } ?? "") + command + (comment.map { " # \($0)" } ?? "")
  }

  private mutating func add(_ arguments: String...) { self.arguments += arguments }

  private mutating func addMethod(of request: Request) {
    let method = request.head.method
    if method == .head {
      add("--head")
    } else if method != (request.body == nil ? .get : .post) {
      add("-X", method.rawValue)
    }
  }

  private mutating func addURL(of request: Request) {
    let url = (showsSecrets ? request : request.maskingUserInfo).url ?? request.head.path ?? "/"
    // curl takes brackets and braces for patterns, and puts dot segments in order.
    if url.utf8.contains(where: { Array("[]{}".utf8).contains($0) }) { add("--globoff") }
    var reference = URIReference(url)
    let segments = reference.path.utf8.split(separator: UInt8(ascii: "/"))
    if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) {
      add("--path-as-is")
    }
    reference.query = reference.query.map(masked)
    add(reference.description)
  }

  private mutating func add(_ field: HTTPField) {
    let value = field.isSecret && !showsSecrets ? "(hidden)" : field.value
    add("-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
  }

  // MARK: The body

  private mutating func add(_ body: any BodySource, isQuery: Bool) {
    switch body {
    case let body as BytesSource: add(body.bytes, isQuery: isQuery)
    case let body as FileSource: add(body)
    case let form as MultipartForm where isForm(form): for part in form.parts { add(part) }
    default:
      comment = "the body comes on standard input"
      add("--data-binary", "@-")
    }
  }

  /// The most bytes in an argument; Linux takes 128 KiB.
  private static let argumentLimit = 100_000

  private mutating func add(_ bytes: [UInt8], isQuery: Bool) {
    if let text = Self.text(bytes) {
      let text = isQuery ? masked(text) : text
      if text.utf8.count <= Self.argumentLimit { return add("--data-raw", text) }
      input = "printf %s \(ShellWord.quoted(text))"
    } else {
      input = "printf %s \(Data(bytes).base64EncodedString()) | base64 -d"
    }
    add("--data-binary", "@-")
  }

  private mutating func add(_ file: FileSource) {
    if let range = file.range {
      input =
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
      + (part.fileName.map { ";filename=\(Self.quoted($0))" } ?? "")
    switch part.body {
    case let file as FileSource:
      add("-F", "\(name)=\(part.fileName == nil ? "<" : "@")\(Self.quoted(Self.path(of: file)))\(attributes)")
    case let bytes as BytesSource where attributes.isEmpty:
      add("--form-string", "\(name)=\(text(bytes, named: name))")
    case let bytes as BytesSource:
      add("-F", "\(name)=\(Self.quoted(text(bytes, named: name)))\(attributes)")
    default: break
    }
  }

  private func text(_ bytes: BytesSource, named name: String) -> String {
    isHidden(name.utf8[...]) ? "(hidden)" : Self.text(bytes.bytes) ?? ""
  }

  /// Whether curl's `-F` can say all of a body.
  private func isForm(_ body: any BodySource) -> Bool {
    guard let form = body as? MultipartForm, form.subtype == .formData, !form.parts.isEmpty else {
      return false
    }
    return form.parts.allSatisfy { part in
      guard let name = part.name, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), part.headers.isEmpty
      else {
        return false
      }
      switch part.body {
      case let file as FileSource: return file.range == nil
      case let bytes as BytesSource:
        return bytes.bytes.count <= Self.argumentLimit && Self.text(bytes.bytes) != nil
      default: return false
      }
    }
  }

  /// Whether curl sends the field itself, with a boundary of its own.
  private func isOwnType(_ field: HTTPField, of body: (any BodySource)?) -> Bool {
    body.map { isForm($0) && $0.contentType == field.value } ?? false
  }

  private func isQuery(_ fields: HTTPFields) -> Bool {
    fields[.contentType].flatMap { MediaType($0) }?.essence == MediaType.formURLEncoded.essence
  }

  /// A lone dash would be standard input.
  private static func path(of file: FileSource) -> String {
    file.path.utf8.first == UInt8(ascii: "-") ? "./\(file.path)" : file.path
  }

  /// As curl reads quoted values in `-F`.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil } + "\""
  }

  /// Bytes that can stand in a line: UTF-8, without what a terminal would act upon.
  private static func text(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control || ["\t", "\n", "\r"].contains(scalar)
    }
    return isPlain ? text : nil
  }

  // MARK: Secrets

  /// What the name of a secret's parameter holds, without all that is no letter.
  private static let secretNames = [
    "token", "secret", "password", "passwd", "apikey", "signature", "credential",
  ]

  private func isHidden(_ name: Substring.UTF8View) -> Bool {
    let letters = String(decoding: name.filter(ASCIISet.alphanumerics.contains), as: UTF8.self).lowercased()
    return !showsSecrets && Self.secretNames.contains(where: letters.contains)
  }

  private func masked(_ query: String) -> String {
    let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return pairs.map { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return String(Substring(pair)) }
      return isHidden(pair[..<equals]) ? "\(Substring(pair[...equals]))(hidden)" : String(Substring(pair))
    }.joined(separator: "&")
  }
}

/// A word of a POSIX shell's command line (POSIX.1, Shell Command Language, §2.2).
private enum ShellWord {
  /// The word as it is where nothing in it means anything to a shell, else in single quotes.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
    return "'" + text.replacing { $0 == "'" ? "'\\''" : nil } + "'"
  }

  private static let plain = ASCIISet.alphanumerics.union(ASCIISet("@%+=:,./_-"))
}

extension Request {
  fileprivate var maskingUserInfo: Request {
    var request = self
    if let authority = head.authority, let end = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
      request.head.authority = "(hidden)\(authority[end...])"
    }
    return request
  }
}

extension String {
  /// Scalar by scalar: as a character, a quote and a combining mark behind it are no quote.
  fileprivate func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) { result += text.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}
