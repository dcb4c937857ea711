import HTTPTypes
import SluiceFuzz
import SluiceSession
internal import SluiceTransfers

extension FuzzTarget {
  /// The record beside a partial download, parsed from bytes or made from the head of a response.
  ///
  /// If byte 0 is even, the bytes of a record follow. Otherwise, `ETag`, `Last-Modified`, `Content-Length`,
  /// `Accept-Ranges` and a URL follow, each on a line.
  static let resumeRecord = FuzzTarget("resume-record", optionByteCount: 1) { input in
    guard input.bool() else {
      guard let record = ResumeRecord(parsing: input.rest()) else { return }
      return try check(record)
    }
    let lines = input.rest().split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var head = HTTPResponse(status: .ok)
    head.headerFields[.date] = "Sun, 06 Nov 1994 08:49:37 GMT"
    for (name, value) in zip([HTTPField.Name.eTag, .lastModified, .contentLength, .acceptRanges], lines) {
      if !value.utf8.isEmpty { head.headerFields[name] = value }
    }
    guard let record = ResumeRecord(of: head, at: lines.count > 4 ? lines[4] : "") else { return }
    try check(record)
  }

  /// Checks that a record is the same when it is written and parsed again.
  private static func check(_ record: ResumeRecord) throws {
    let bytes = try record.bytes()
    guard let again = ResumeRecord(parsing: bytes) else {
      throw BrokenProperty("not parsed again: \(String(decoding: bytes, as: UTF8.self))")
    }
    try requireEqual(try again.bytes(), bytes, "parsed again")
    try requireEqual(again.byteCount, record.byteCount, "the byte count")
    try require(record.byteCount ?? 0 >= 0, "a byte count of \(record.byteCount ?? 0)")
    let validator = Array(record.ifRange.utf8)
    try requireEqual(Array(again.ifRange.utf8), validator, "validator")
    // The validator becomes a field of a request and must be strong (RFC 9110 §13.1.5).
    try require(!validator.contains { $0 < 0x20 || $0 == 0x7F }, "a control in a validator: \(validator)")
    try require(!validator.isEmpty && !validator.starts(with: "W/".utf8), "empty or weak: \(validator)")
  }
}
