import HTTPTypes
import SluiceSession

extension FuzzTarget {
  /// What lies beside a part of a file: read from its bytes, or made of a response's head.
  ///
  /// Byte 0 is even for bytes of a record. Else `ETag`, `Last-Modified`, `Content-Length`, `Accept-Ranges` and a URL
  /// follow, each on a line.
  static let resumeRecord = FuzzTarget("resume-record") { input in
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

  /// What is written is read, and is the same.
  private static func check(_ record: ResumeRecord) throws {
    let bytes = try record.bytes()
    guard let again = ResumeRecord(parsing: bytes) else {
      throw BrokenProperty("not read again: \(String(decoding: bytes, as: UTF8.self))")
    }
    try requireEqual(try again.bytes(), bytes, "read again")
    try requireEqual(again.byteCount, record.byteCount, "size")
    try require(record.byteCount ?? 0 >= 0, "\(record.byteCount ?? 0) bytes")
    let validator = Array(record.ifRange.utf8)
    try requireEqual(Array(again.ifRange.utf8), validator, "validator")
    // It goes into a field of a request, and must be strong (RFC 9110 §13.1.5).
    try require(!validator.contains { $0 < 0x20 || $0 == 0x7F }, "a control in a validator: \(validator)")
    try require(!validator.isEmpty && !validator.starts(with: "W/".utf8), "a weak validator: \(validator)")
  }
}
