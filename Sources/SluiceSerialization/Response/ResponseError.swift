public import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

/// A response that is not what was asked for. It holds the response.
public struct ResponseError: Error, Sendable {
  /// The kind of a ``ResponseError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The status is not among the acceptable ones. ``ResponseError/underlying`` is the failure that the body holds, where the
    /// decoder has a type for it.
    public static let unacceptableStatus = Code("unacceptable-status")
    /// The media type is not among the acceptable ones, or there is none.
    public static let unacceptableMediaType = Code("unacceptable-media-type")
    /// There is no body, and one is needed.
    public static let emptyBody = Code("empty-body")
    /// There is a body where none was to be.
    public static let unexpectedBody = Code("unexpected-body")
    /// The body could not be decoded; ``ResponseError/underlying`` says why.
    public static let decodingFailed = Code("decoding-failed")
  }

  /// The most bytes of a body that an error keeps: 64 KiB.
  public static let bodyLimit = 64 * 1024

  public let code: Code
  public let response: HTTPResponse
  /// The method of the request that the response answers, where it is known.
  public let method: HTTPRequest.Method?
  /// The URL of that request, without user-info, query and fragment, in which there may be secrets.
  public let url: String?
  /// The body, or its first 64 KiB.
  public let body: [UInt8]
  public let underlying: (any Error)?
  private let place: JSONPosition?

  package init(
    _ code: Code, response: HTTPResponse, request: HTTPRequest?, body: CollectedBody,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.response = response
    method = request?.method
    url = request?.redactedURL
    self.body = body.prefix(Self.bodyLimit)
    let placed = underlying as? PlacedError
    self.underlying = placed?.underlying ?? underlying
    place = placed?.place
  }

  /// The keys that lead to what could not be decoded; empty where there are none.
  public var codingPath: [any CodingKey] { context?.codingPath ?? [] }

  /// Where in the body begins what could not be decoded, from 0. Of JSON and text; nil where it is not known.
  public var byteOffset: Int? { place?.byteOffset ?? (underlying as? TextError)?.byteOffset }

  private var context: DecodingError.Context? {
    switch underlying as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    default: nil
    }
  }
}

extension ResponseError: CustomStringConvertible {
  /// One line, such as `unacceptable-status: 404 Not Found (GET https://example.com/users/1): no such user`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String {
    let origin = [method?.rawValue, url].compactMap { $0 }.joined(separator: " ")
    let whole = origin.isEmpty ? reason : "\(reason) (\(origin))"
    return excerpt.isEmpty ? whole : "\(whole): \(excerpt)"
  }

  /// What is wrong, and where in the body.
  public var reason: String {
    switch code {
    case .unacceptableMediaType: response.headerFields[.contentType] ?? "no media type"
    case .decodingFailed: failure
    default:
      [String(response.status.code), response.status.reasonPhrase].filter { !$0.isEmpty }.joined(
        separator: " ")
    }
  }

  private var failure: String {
    guard let context else { return underlying.map { "\($0)" } ?? "" }
    // A syntax error tells its place itself.
    if let error = context.underlyingError { return "\(error)" }
    let path = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    let what =
      context.debugDescription.hasSuffix(".")
      ? context.debugDescription.dropLast() : context.debugDescription[...]
    return what + (path.isEmpty ? "" : " in \(path)") + (place.map { " at \($0)" } ?? "")
  }

  /// The start of a body that is text, on one line.
  private var excerpt: String {
    var start = decoded(body.prefix(200))[...]
    // The cut may go through a character.
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
    let label = response.headerFields[.contentType].flatMap { MediaType($0)?.charset }
    let text = try? TextEncodings.standard.decode(bytes.span, label: label)
    return text ?? String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// Without user-info, query and fragment.
  fileprivate var redactedURL: String? {
    guard let scheme, let authority else { return nil }
    let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let host = authority[(at.map(authority.utf8.index(after:)) ?? authority.startIndex)...]
    return "\(scheme)://\(host)\((path ?? "").withoutQuery)"
  }
}
