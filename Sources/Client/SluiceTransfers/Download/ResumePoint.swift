internal import HTTPTypes
internal import SluiceCoding

/// The point where an earlier download has stopped, with the range request that continues it (RFC 9110 §14).
///
/// ```
///  part of 100 bytes, record {"validator":"\"abc\"","byteCount":250}
///
///  request    Range: bytes=100-                  If-Range: "abc"
///  response   206, Content-Range: bytes 100-249/250        .rest(upTo: 250)
///             416, Content-Range: bytes */100              .useless: the record says 250
///             200                                          .whole
///             206, Content-Range: bytes 0-249/250          .useless
///             404                                          .refused
/// ```
struct ResumePoint: Sendable {
  let record: ResumeRecord
  /// The number of bytes of the part, more than 0.
  let byteCount: Int64

  /// The meaning of a response to ``ask(in:)``.
  enum Meaning: Hashable, Sendable {
    /// The body is the missing rest of a file of this size.
    case rest(upTo: Int64)
    /// The part is already complete.
    case nothingMissing
    /// The body is the whole file, possibly another version.
    case whole
    /// The response cannot be used, because the version or the range does not match: the whole file must be requested.
    case useless
    /// The response has no file. The part may still be useful later.
    case refused
  }

  /// Adds fields that request the missing bytes, or the whole file if its version has changed.
  func ask(in fields: inout HTTPFields) {
    fields[.range] = "bytes=\(byteCount)-"
    fields[.ifRange] = record.ifRange
  }

  /// Interprets the head of a response to ``ask(in:)``.
  func meaning(of head: HTTPResponse) -> Meaning {
    switch head.status.code {
    case 206: rest(in: head).map { .rest(upTo: $0) } ?? .useless
    case 416: isComplete(by: head) ? .nothingMissing : .useless
    case 200..<300: .whole
    default: .refused
    }
  }

  /// Returns the size of the whole file if the body is exactly the missing bytes; otherwise, `nil`.
  private func rest(in head: HTTPResponse) -> Int64? {
    guard let range = head.headerFields[.contentRange].flatMap({ ContentRange($0) }),
      let size = range.completeLength ?? record.byteCount, size == record.byteCount ?? size,
      range.range.lowerBound == byteCount, range.range.upperBound == size,
      record.validator.isConfirmed(by: head), head.isSingleRange(of: range.range)
    else { return nil }
    return size
  }

  /// Whether a 416 confirms that the part is the whole file.
  private func isComplete(by head: HTTPResponse) -> Bool {
    let size = head.headerFields[.contentRange].flatMap { ContentRange.Unsatisfied($0)?.completeLength }
    return size == byteCount && byteCount == record.byteCount ?? byteCount && record.validator.allows(head)
  }
}
