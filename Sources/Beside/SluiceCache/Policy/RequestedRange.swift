internal import SluiceSerialization
internal import SluiceTransport

/// The value of a `Range` field with a single range of bytes (RFC 9110 §14.1.2).
enum RequestedRange: Sendable, Equatable {
  /// From an offset to the last byte or a limit: `bytes=5-` or `bytes=5-9`.
  case from(Int64, through: Int64?)
  /// The last bytes: `bytes=-5`.
  case last(Int64)

  /// Parses the value. The result is `nil` for several ranges, another unit, and anything malformed.
  init?(_ text: String) {
    let bytes = Array(text.utf8.filter { !" \t".utf8.contains($0) })
    let unit = Array("bytes=".utf8)
    guard bytes.count > unit.count,
      String(decoding: bytes.prefix(unit.count), as: UTF8.self).lowercased() == "bytes="
    else { return nil }
    let parts = bytes.dropFirst(unit.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2 else { return nil }
    switch (Int64(decimal: parts[0]), Int64(decimal: parts[1])) {
    case (let first?, nil) where parts[1].isEmpty: self = .from(first, through: nil)
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (nil, let count?) where parts[0].isEmpty && count > 0: self = .last(count)
    default: return nil
    }
  }

  /// Returns the positions of the bytes in a body, or `nil` if it has none of them.
  func positions(in byteCount: Int64) -> Range<Int64>? {
    switch self {
    case .from(let first, let last):
      guard first < byteCount else { return nil }
      return first..<(min(last ?? .max, byteCount - 1) + 1)
    case .last(let count):
      guard byteCount > 0 else { return nil }
      return (byteCount - min(count, byteCount))..<byteCount
    }
  }
}
