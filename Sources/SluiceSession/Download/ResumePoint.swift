internal import HTTPTypes
internal import SluiceCoding

/// Where an earlier download stopped, and how to go on from there (RFC 9110 §14).
struct ResumePoint: Sendable {
  let record: ResumeRecord
  /// How many bytes there are; more than none.
  let byteCount: Int64

  /// What a response says to ``ask(in:)``.
  enum Answer: Hashable, Sendable {
    /// The body is what is missing, up to this size.
    case rest(upTo: Int64)
    /// Nothing is missing.
    case nothingMissing
    /// The body is all of the file, which may be another than it was.
    case whole
    /// There is another version, or the server has ranges wrong: all of the file has to be asked for.
    case useless
    /// No file; the part may be of use later.
    case refused
  }

  /// Asks for the bytes that are missing, or all of another version.
  func ask(in fields: inout HTTPFields) {
    fields[.range] = "bytes=\(byteCount)-"
    fields[.ifRange] = record.ifRange
  }

  func answer(in head: HTTPResponse) -> Answer {
    switch head.status.code {
    case 206: rest(in: head).map { .rest(upTo: $0) } ?? .useless
    case 416: isComplete(by: head) ? .nothingMissing : .useless
    case 200..<300: .whole
    default: .refused
    }
  }

  /// The whole's size, where exactly the missing bytes come.
  private func rest(in head: HTTPResponse) -> Int64? {
    guard let range = head.headerFields[.contentRange].flatMap({ ContentRange($0) }),
      let size = range.completeLength ?? record.byteCount, size == record.byteCount ?? size,
      range.range.lowerBound == byteCount, range.range.upperBound == size,
      case let missing = size - byteCount,
      BodyLength(of: head, inAnswerTo: .get).byteCount ?? missing == missing,
      record.validator.allows(head), head.isUncoded,
      head.headerFields[.contentType].flatMap({ MediaType($0) })?.isByteRanges != true
    else { return nil }
    return size
  }

  private func isComplete(by head: HTTPResponse) -> Bool {
    let size = head.headerFields[.contentRange].flatMap { ContentRange.unsatisfiedLength($0) }
    return size == byteCount && byteCount == record.byteCount ?? byteCount && record.validator.allows(head)
  }
}

extension MediaType {
  /// Whether a body is several parts, each with a range of its own (RFC 9110 §14.6).
  fileprivate var isByteRanges: Bool { type == "multipart" && subtype == "byteranges" }
}
