public import HTTPTypes

/// A response that is not what was asked for. It holds the response.
public struct ResponseError: Error, Sendable {
  /// The kind of a ``ResponseError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The status is not among the acceptable ones.
    public static let unacceptableStatus = Code("unacceptable-status")
    /// The media type is not among the acceptable ones, or there is none.
    public static let unacceptableMediaType = Code("unacceptable-media-type")
    /// The body could not be decoded; ``ResponseError/underlying`` says why.
    public static let decodingFailed = Code("decoding-failed")
  }

  /// The most bytes of a body that an error keeps: 64 KiB.
  public static let bodyLimit = 64 * 1024

  public let code: Code
  public let response: HTTPResponse
  /// The body, or its first 64 KiB.
  public let body: [UInt8]
  public let underlying: (any Error)?

  package init(_ code: Code, response: HTTPResponse, body: [UInt8], underlying: (any Error)? = nil) {
    self.code = code
    self.response = response
    self.body = Array(body.prefix(Self.bodyLimit))
    self.underlying = underlying
  }
}

extension ResponseError: CustomStringConvertible {
  /// One line, such as `unacceptable-status: 404 Not Found: no such user`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String {
    let what =
      switch code {
      case .unacceptableMediaType: response.headerFields[.contentType] ?? "no media type"
      case .decodingFailed: underlying.map { "\($0)" } ?? ""
      default:
        [String(response.status.code), response.status.reasonPhrase].filter { !$0.isEmpty }.joined(
          separator: " ")
      }
    return excerpt.isEmpty ? what : "\(what): \(excerpt)"
  }

  /// The start of a body that is text, on one line.
  private var excerpt: String {
    var start = String(decoding: body.prefix(200), as: UTF8.self)[...]
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
}
