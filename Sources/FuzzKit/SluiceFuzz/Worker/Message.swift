/// Byte strings in one: each with its number of bytes before it.
struct Message {
  var parts: [[UInt8]]

  init(_ parts: [[UInt8]]) { self.parts = parts }

  /// Reads what ``bytes`` returned. What is missing at the end is left out.
  init(_ bytes: [UInt8]) {
    parts = []
    var rest = bytes[...]
    while let count = Self.count(of: rest) {
      rest = rest.dropFirst(Self.countByteCount)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for part in parts { bytes += Self.header(of: part) + part }
    return bytes
  }

  static let countByteCount = 8

  static func header(of bytes: [UInt8]) -> [UInt8] {
    (0..<countByteCount).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
  }

  /// Returns the number that 8 bytes state, or `nil` if there are fewer.
  static func count(of bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count >= countByteCount else { return nil }
    let number = bytes.prefix(countByteCount).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }

  subscript(index: Int) -> [UInt8] { parts.indices.contains(index) ? parts[index] : [] }

  func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }
}
