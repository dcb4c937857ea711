internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceTransport

/// A stored response that turns out to be damaged after some of its bytes have been delivered.
///
/// ```
///  0 ───────┬──── delivered ────┬──── missing ────┬─────── completeLength
///           └──── the bytes of the response ──────┘
/// ```
struct BrokenResponse: Sendable {
  let head: StoredHead
  private let entry: StoredEntry
  /// The positions of the delivered bytes in the complete body.
  let delivered: Range<Int64>
  /// The positions of the missing bytes in the complete body.
  let missing: Range<Int64>
  /// The size of the complete body.
  let completeLength: Int64

  /// - Parameters:
  ///   - stored: The stored response.
  ///   - range: The positions of the response's bytes in the stored ones, and after them if only their start is stored.
  ///   - count: The number of bytes that have been delivered.
  init(_ stored: StoredResponse, _ range: Range<Int64>, delivered count: Int64) {
    (head, entry) = (stored.head, stored.entry)
    let start = head.offset + range.lowerBound
    delivered = start..<start + count
    missing = start + count..<head.offset + range.upperBound
    let byteCount = entry.body.byteCount
    completeLength = stored.isWhole ? byteCount : head.completeLength ?? head.offset + byteCount
  }

  /// Whether the response has the whole body.
  var isWhole: Bool { delivered.lowerBound == 0 && missing.upperBound == completeLength }

  /// Whether the beginning of a new body can be completed later.
  var hasStrongTag: Bool { head.strongTag != nil }

  // MARK: The request

  /// Returns the fields of the request for the missing bytes: with a range if the tag is strong.
  func asking(in fields: HTTPFields) -> HTTPFields {
    var fields = fields
    for name in [HTTPField.Name.range, .ifRange, .ifNoneMatch, .ifModifiedSince] { fields[name] = nil }
    if hasStrongTag {
      fields[.range] = "bytes=\(missing.lowerBound)-\(missing.upperBound - 1)"
      fields[.ifRange] = head.fields.value(of: .eTag)
    }
    return fields
  }

  /// Returns the position of the first byte of a response that has the missing bytes, or `nil` if it is about another
  /// body.
  func start(of received: ReceivedHead) -> Int64? {
    let (status, fields) = (received.response.status, received.response.headerFields)
    guard hasSameTag(as: fields), head.hasCodings(of: fields, mayBeLeftOut: status == .partialContent) else {
      return nil
    }
    if status == .partialContent {
      let range = fields.value(of: .contentRange).flatMap { ContentRange($0) }
      let isRest = range?.range == missing && range?.completeLength == completeLength
      return isRest && hasStrongTag ? missing.lowerBound : nil
    }
    // A stored range is one of a body with the status 200.
    guard status == (head.status == .partialContent ? .ok : head.status), head.isConfirmed(by: fields),
      received.bodyByteCount.map({ $0 == completeLength }) ?? true
    else { return nil }
    return 0
  }

  /// Whether a response has the same strong tag. A caller may combine the response with other ones of the same tag.
  private func hasSameTag(as fields: HTTPFields) -> Bool {
    guard let own = head.strongTag else { return true }
    return fields.value(of: .eTag).flatMap { EntityTag($0) }?.isStronglyEqual(to: own) == true
  }

  // MARK: The stored bytes

  /// The delivered bytes, which are checked again as they are read.
  var deliveredBytes: any BodySource {
    get throws {
      try BodySlice(
        of: entry.body.source, from: delivered.lowerBound - head.offset, upTo: Int64(delivered.count))
    }
  }

  /// The delivered bytes as an incomplete entry, which the missing ones complete.
  var incomplete: StoredResponse {
    get throws {
      let body = DeliveredBody(source: try deliveredBytes, byteCount: Int64(delivered.count))
      let entry = StoredEntry(
        key: entry.key, variant: entry.variant, metadata: entry.metadata, body: body, id: entry.id)
      return StoredResponse(entry, head: head)
    }
  }

  private struct DeliveredBody: StoredBody {
    let source: any BodySource
    let byteCount: Int64
    var isComplete: Bool { false }
  }

  // MARK: Errors

  /// Returns the error of a response that stays cut off.
  func error(_ reason: String) -> SessionError {
    SessionError(.connectionLost, message: message(reason))
  }

  /// Returns an error of the request with the reason for which it was sent.
  func error(_ error: SessionError) -> SessionError {
    SessionError(
      error.code, message: message(error.message), underlying: error, proxyStatus: error.proxyStatus)
  }

  private func message(_ reason: String) -> String {
    "the stored body is damaged after \(delivered.count) bytes of the response, and cannot be continued: \(reason)"
  }
}
