package import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// The length of a response's body, as its head declares it (RFC 9112 §6.3).
package enum BodyLength: Equatable {
  /// A number of bytes.
  case bytes(Int64)
  /// The body is chunked, and marks its own end.
  case chunked
  /// The body ends with the connection; over HTTP/2, with the stream.
  case untilClose
  /// The length is indeterminate. libcurl would use the last of several lengths and the digits of `5x`, and ignore a
  /// length that is too large; some versions ignore an unknown transfer coding.
  case invalid(_ reason: String)

  /// Determines the length of a response's body.
  ///
  /// - Parameters:
  ///   - head: The response's head.
  ///   - method: The method of the request.
  package init(of head: HTTPResponse, toRequest method: HTTPRequest.Method) {
    let length = head.headerFields.value(of: .contentLength).map { Self.parse($0) }
    let coding = head.headerFields.value(of: .transferEncoding)
    if case .some(nil) = length {
      self = .invalid("the response's Content-Length is malformed or contradicts another")
    } else if let coding, !Self.isChunked(coding) {
      self = .invalid("the response's Transfer-Encoding is not chunked")
    } else if method == .head || [204, 304].contains(head.status.code) {
      self = .bytes(0)
    } else if coding != nil {
      self = .chunked
    } else if case .some(.some(let count)) = length {
      self = .bytes(count)
    } else {
      self = .untilClose
    }
  }

  /// Whether the length is indeterminate.
  package var isInvalid: Bool {
    if case .invalid = self { true } else { false }
  }

  /// Whether the coding is `chunked`, the only one that a client without a `TE` field accepts (RFC 9112 §7.4).
  private static func isChunked(_ value: String) -> Bool {
    // The lower case of other characters than ASCII may be ASCII.
    value.utf8.lazy.map(\.asciiLowercased).elementsEqual("chunked".utf8)
  }

  /// The number of bytes, or `nil` if unknown.
  package var byteCount: Int64? {
    if case .bytes(let count) = self { count } else { nil }
  }

  private static func parse(_ value: String) -> Int64? {
    if let length = Int64(decimal: value) { return length }
    // Several fields are equivalent to one with comma-separated values (RFC 9110 §5.3).
    let members = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let lengths = Set(members.map { String(Substring($0.trimmingBlanks)) })
    return lengths.count == 1 ? lengths.first.flatMap { Int64(decimal: $0) } : nil
  }
}

extension Int64 {
  /// Parses decimal digits without a sign.
  package init?(decimal text: String) {
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(text)
  }
}
