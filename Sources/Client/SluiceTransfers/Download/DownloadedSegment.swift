internal import SluiceBody
public import SluiceTransport

/// A segment of a ``DownloadPlan`` that has been written, and is on the disk.
public struct DownloadedSegment: Hashable, Sendable {
  /// The number of the segment, from 1.
  public let number: Int
  /// The offset of the first byte.
  package let offset: Int64
  /// The number of bytes.
  public let byteCount: Int64
  /// The SHA-256 of the bytes that were written, in hexadecimal.
  package let sha256: String
  /// The random mark of the hidden file that has the bytes, or `nil` if it is unknown. A file that takes its place, for
  /// example because it was removed, has another one.
  package internal(set) var fileMark: String?
}

extension DownloadedSegment: PlanResult {
  static let noun = "segment"
  static let contradiction = "was written twice, with different bytes; download it again"

  /// The segment as a line of JSON, with its line feed.
  ///
  /// ```
  /// {"number":1,"offset":0,"size":5,"sha256":"2cf24d…","file":"9f86d0…"}
  /// ```
  public var jsonLine: [UInt8] {
    get throws { try encoded }
  }

  /// Parses the lines of ``jsonLine``.
  ///
  /// The first lines of the tool's files, which say what they are results of, are skipped. A last line without a line
  /// feed is ignored if it is cut off, because the process that wrote it may have been stopped.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func segments(parsing jsonLines: [UInt8]) throws(SessionError) -> [DownloadedSegment] {
    try results(parsing: jsonLines, done: "written")
  }

  var line: RangeLine {
    RangeLine(number: number, offset: offset, size: byteCount, sha256: sha256, file: fileMark)
  }

  init?(_ line: RangeLine) {
    guard let digest = line.sha256.flatMap(SHA256.digest) else { return nil }
    self.init(
      number: line.number, offset: line.offset, byteCount: line.size, sha256: SHA256.hexadecimal(digest),
      fileMark: line.file)
  }
}

extension DownloadedSegment {
  /// The error of a segment that is not in the hidden file, as far as it is known.
  var isElsewhere: SessionError {
    SessionError(
      .invalidRecord,
      message:
        "segment \(number) was written to a file that is gone, or whose mark is; download it again without its "
        + "result, or compare all bytes with their digests")
  }
}
