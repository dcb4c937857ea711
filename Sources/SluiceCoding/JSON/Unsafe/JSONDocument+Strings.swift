internal import Glibc

extension JSONDocument {
  /// The text of a string.
  @inline(__always)
  func text(of entry: JSONEntry) -> String {
    let bytes = unsafe bytes(of: entry)
    return entry.kind == .string ? unsafe String(decoding: bytes, as: UTF8.self) : unescapedText(of: entry)
  }

  @inline(never)
  private func unescapedText(of entry: JSONEntry) -> String {
    let source = unsafe bytes(of: entry)
    // No escape is shorter than what it stands for.
    return unsafe String(unsafeUninitializedCapacity: source.count) { target in
      guard let source = source.baseAddress, let start = target.baseAddress else { return 0 }
      return unsafe Self.unescape(source, count: length(of: entry), into: start)
    }
  }

  /// The text of a number, as it stands.
  func numberText(of entry: JSONEntry) -> String {
    unsafe String(decoding: bytes(of: entry), as: UTF8.self)
  }

  /// Whether the string at `index` is `key`, byte by byte.
  @inline(__always)
  func isString(at index: Int, equalTo key: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = self[index]
    guard entry.kind == .string else { return unsafe isEscapedString(entry, equalTo: key) }
    let bytes = unsafe bytes(of: entry)
    guard bytes.count == key.count else { return false }
    guard let bytes = bytes.baseAddress, let key = key.baseAddress else { return true }
    return unsafe memcmp(bytes, key, entry.length) == 0
  }

  @inline(never)
  private func isEscapedString(_ entry: JSONEntry, equalTo key: UnsafeBufferPointer<UInt8>) -> Bool {
    // An escape is at most six times as long as what it stands for.
    guard length(of: entry) >= key.count, length(of: entry) <= key.count * 6 else { return false }
    var text = unescapedText(of: entry)
    return text.withUTF8 { text in
      unsafe text.count == key.count && zip(text, key).allSatisfy { $0 == $1 }
    }
  }

  /// Calls `body` with the characters of a string.
  func withText<Result>(of entry: JSONEntry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard entry.kind != .string else { return unsafe body(bytes(of: entry)) }
    var text = unescapedText(of: entry)
    return text.withUTF8(body)
  }

  /// Resolves the escapes of `count` bytes at `source`, which a scanner has checked. `target` has as much room at
  /// least. Returns how many bytes it has become.
  private static func unescape(
    _ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (position, written) = (0, 0)
    while position < count {
      // Up to the next escape as it is.
      let rest = count - position
      let escape = unsafe memchr(source + position, CInt(UInt8(ascii: "\\")), rest)
      let length =
        unsafe escape.map { unsafe $0 - UnsafeMutableRawPointer(mutating: source + position) } ?? rest
      unsafe memcpy(target + written, source + position, length)
      position += length
      written += length
      guard position < count else { break }
      let character = unsafe source[position + 1]
      guard character == UInt8(ascii: "u") else {
        unsafe target[written] = Self.character(of: character)
        written += 1
        position += 2
        continue
      }
      var value = unsafe unit(at: source + position)
      position += 6
      if value & 0xFC00 == 0xD800 {
        value = unsafe 0x10000 + (value & 0x3FF) << 10 + (unit(at: source + position) & 0x3FF)
        position += 6
      }
      guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { continue }
      for byte in encoded {
        unsafe target[written] = byte
        written += 1
      }
    }
    return written
  }

  private static func character(of escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// The code unit of the `\uXXXX` at `pointer`.
  private static func unit(at pointer: UnsafePointer<UInt8>) -> UInt32 {
    var unit: UInt32 = 0
    for index in 2..<6 { unsafe unit = unit << 4 | (JSONScanner.hexadecimalValue(pointer[index]) ?? 0) }
    return unit
  }
}
