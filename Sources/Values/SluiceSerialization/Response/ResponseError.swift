public import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
@_exported public import SluiceErrors
internal import SluiceJSON
internal import SluiceSupport

/// An error for a response that fails validation or cannot be decoded. It holds the response and the start of its body.
public struct ResponseError: SluiceError {
  /// The maximum number of bytes of a body that an error holds: 64 KiB.
  public static let maximumBodyByteCount = 64 * 1024

  /// The kind of the error.
  public let code: ErrorCode
  /// The head of the response.
  public let head: HTTPResponse
  /// The method of the request, or `nil` if unknown.
  public let method: HTTPRequest.Method?
  /// The URL of the request without user info, query and fragment, which may contain secrets, or `nil` if unknown.
  public let url: String?
  /// The number of the part, from 1, at which an upload in parts failed, or `nil` if the error is not about a part.
  public private(set) var partNumber: Int?
  /// The body, or its first 64 KiB.
  public let body: [UInt8]
  /// The error that decoding the body threw, or `nil` if there is none.
  public let underlying: (any Error)?
  /// The coding path of the value that could not be decoded, or an empty path if there is none.
  public let codingPath: [any CodingKey]
  /// The byte offset in the body of the value or text that could not be decoded, counting from 0.
  ///
  /// Known for JSON and text only; otherwise `nil`.
  public let byteOffset: Int?
  private let place: JSONPosition?
  /// The size of the body that the error was made without, for monitors, or `nil` if it has its body.
  private let hiddenByteCount: Int?

  package init(
    _ code: ErrorCode, response: HTTPResponse, request: HTTPRequest?, body: CollectedBody,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    head = response
    method = request?.method
    url = request?.redactedURL
    self.body = body.prefix(Self.maximumBodyByteCount)
    let placed = underlying as? PlacedError
    let underlying = placed?.underlying ?? underlying
    self.underlying = underlying
    place = placed?.place
    codingPath = Self.context(of: underlying)?.codingPath ?? []
    byteOffset = place?.byteOffset ?? (underlying as? TextError)?.byteOffset
    hiddenByteCount = nil
  }

  /// Creates the error that monitors get: without the body, and with none of its text in the coding path.
  ///
  /// - Parameters:
  ///   - error: The error that the caller gets.
  ///   - response: The head of the response, without secrets.
  ///   - underlying: The underlying error, without text of the body.
  package init(hidingBodyOf error: ResponseError, response: HTTPResponse, underlying: (any Error)?) {
    code = error.code
    head = response
    method = error.method
    url = error.url
    partNumber = error.partNumber
    body = []
    self.underlying = underlying
    codingPath = error.codingPath.map { $0.isTextOfBody ? AnyCodingKey(stringValue: "(hidden)") : $0 }
    byteOffset = error.byteOffset
    place = error.place
    hiddenByteCount = error.hiddenByteCount ?? error.body.count
  }

  /// Returns the error with the number of a part, unless it has one already.
  package func inPart(_ number: Int) -> ResponseError {
    var error = self
    error.partNumber = error.partNumber ?? number
    return error
  }

  private static func context(of error: (any Error)?) -> DecodingError.Context? {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    default: nil
    }
  }
}

extension SluiceError {
  /// The status of the response, or `nil` if the error is not a ``ResponseError``.
  public var status: HTTPResponse.Status? { (self as? ResponseError)?.head.status }
}

extension ResponseError {
  /// The statuses that ``isRetryable`` is true for.
  package static let retryableStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  /// The status of the response.
  public var status: HTTPResponse.Status { head.status }

  /// Whether another attempt may succeed: the response was refused for its status, which is often temporary.
  public var isRetryable: Bool {
    code == .unacceptableStatus && Self.retryableStatuses.contains(status.code)
  }

  /// The description without the code.
  public var message: String {
    let request = [method?.rawValue, url].compactMap(\.self).joined(separator: " ")
    let origin = [partNumber.map { "part \($0)" }, request].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: ": ")
    let whole = origin.isEmpty ? reason : "\(reason) (\(origin.escapingControls))"
    if let hiddenByteCount, hiddenByteCount > 0 { return "\(whole): (body hidden)" }
    return excerpt.isEmpty ? whole : "\(whole): \(excerpt.escapingControls)"
  }

  /// The reason of the error and, if known, the position in the body, without the request and the body text.
  public var reason: String {
    let text =
      switch code {
      case .unacceptableMediaType: head.mediaType ?? "no media type"
      case .decodingFailed: failure
      case .contentCoded:
        "the client has not decoded the body (Content-Encoding: \(head.headerFields[.contentEncoding] ?? ""))"
      default:
        [String(head.status.code), head.status.reasonPhrase].filter { !$0.isEmpty }.joined(
          separator: " ")
      }
    return text.escapingControls
  }

  private var failure: String {
    guard let context = Self.context(of: underlying) else {
      let text = underlying.map { "\($0)" } ?? ""
      return hiddenByteCount == nil ? text : text + position
    }
    // The description of a syntax error includes its position.
    if let error = context.underlyingError { return "\(error)" }
    let what =
      context.debugDescription.hasSuffix(".")
      ? context.debugDescription.dropLast() : context.debugDescription[...]
    return what + position
  }

  private var position: String {
    let path = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    let offset = place.map { "\($0)" } ?? byteOffset.map { "byte \($0)" }
    return (path.isEmpty ? "" : " in \(path)") + (offset.map { " at \($0)" } ?? "")
  }

  /// The start of a textual body on one line, or an empty text if the body is not text.
  private var excerpt: String {
    var start = decoded(body.prefix(200))[...]
    // The first 200 bytes may end within a character.
    if body.count > 200 {
      start = start.prefix(start.count - start.reversed().prefix { $0 == "\u{FFFD}" }.count)
    }
    let isText = start.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control && scalar != "\u{FFFD}"
        || "\t\r\n".unicodeScalars.contains(scalar)
    }
    return isText ? start.split(whereSeparator: \.isWhitespace).joined(separator: " ") : ""
  }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let label = head.headerFields[.contentType].flatMap { (try? MediaType(parsing: $0))?.charset }
    let text = try? TextEncodings.standard.decode(bytes.span, label: label)
    return text ?? String(decoding: bytes, as: UTF8.self)
  }
}

extension CodingKey {
  /// Whether the key may be text of a body, such as a key of a dictionary: any key other than the case of an
  /// enumeration or the index of an element.
  fileprivate var isTextOfBody: Bool {
    if let intValue, stringValue == "Index \(intValue)" { return false }
    let mirror = Mirror(reflecting: self)
    return mirror.displayStyle != .enum || !mirror.children.isEmpty
  }
}

extension HTTPRequest {
  /// The URL without user info, query and fragment.
  var redactedURL: String? {
    guard let scheme, let authority else { return nil }
    let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let host = authority[(at.map(authority.utf8.index(after:)) ?? authority.startIndex)...]
    return "\(scheme)://\(host)\((path ?? "").withoutQuery)"
  }
}

extension ErrorCode {
  /// The status is not acceptable.
  ///
  /// ``ResponseError/underlying`` is the failure decoded from the body, if the decoder has a type for it. See
  /// `decoding(failure:)` of ``ValidatingDecoder``.
  public static let unacceptableStatus = ErrorCode("unacceptable-status")
  /// The media type is not acceptable, or it is missing.
  public static let unacceptableMediaType = ErrorCode("unacceptable-media-type")
  /// The body is empty, but the decoder requires one.
  public static let emptyBody = ErrorCode("empty-body")
  /// The body is not empty, but the decoder requires an empty one.
  public static let unexpectedBody = ErrorCode("unexpected-body")
  /// The body could not be decoded, because it still has a coding of `Content-Encoding`, such as gzip, which the
  /// client must decode.
  public static let contentCoded = ErrorCode("content-coded")
  /// The body could not be decoded. ``ResponseError/underlying`` is the reason.
  public static let decodingFailed = ErrorCode("decoding-failed")
}
