/// Byte strings in one: each with its number of bytes before it.
struct Message {
  var parts: [[UInt8]]

  init(_ parts: [[UInt8]]) { self.parts = parts }

  /// Reads what ``bytes`` returned. What is missing at the end is left out.
  init(_ bytes: [UInt8]) {
    parts = []
    var rest = bytes[...]
    while let part = Self.first(of: rest) {
      parts.append(part)
      rest = rest.dropFirst(Self.countByteCount + part.count)
    }
  }

  /// Returns the first byte string, or `nil` if some of it is missing.
  static func first(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count >= countByteCount else { return nil }
    let number = bytes.prefix(countByteCount).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rest = bytes.dropFirst(countByteCount)
    guard let count = Int(exactly: number), rest.count >= count else { return nil }
    return Array(rest.prefix(count))
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += (0..<Self.countByteCount).map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) } + part
    }
    return bytes
  }

  private static let countByteCount = 8

  subscript(index: Int) -> [UInt8] { parts.indices.contains(index) ? parts[index] : [] }

  func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }
}
