/// The bytes that libcurl adds to a request's body of unknown size over HTTP/1.1: each read becomes a chunk (RFC 9112
/// §7.1).
///
/// ```
///  a read of 300 bytes    12c CRLF, the bytes, CRLF    7 bytes more
///  the end                0 CRLF CRLF                  5 bytes
/// ```
struct ChunkFraming {
  /// The number of bytes that were added for the reads so far, and for the end.
  private(set) var byteCount: Int64 = 5

  /// Adds the framing of a read.
  mutating func didRead(_ count: Int) {
    guard count > 0 else { return }
    let digitCount = (Int.bitWidth - count.leadingZeroBitCount + 3) / 4
    byteCount += Int64(digitCount) + 4
  }
}
