/// SHA-256 (FIPS 180-4) of bytes that are passed in pieces.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(bytes.span)
/// let digest = hash.digest    // 32 bytes
/// ```
///
/// A piece is processed in blocks of 64 bytes. The bytes after its last whole block are kept for the next piece:
///
/// ```
///  update    100 bytes          60 bytes
///            ├──── 64 ────┤├ 36 + 28 ┤├ 32      wait for more, or for the padding
/// ```
package struct SHA256: Sendable {
  private var state = State()
  /// The bytes after the last whole block, fewer than 64.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  /// Appends bytes to the message.
  package mutating func update(_ bytes: borrowing Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      for index in 0..<start { rest.append(bytes[index]) }
      if rest.count < 64 { return }
      let block = rest
      state.mix(block.span)
      rest = []
    }
    let end = bytes.count - (bytes.count - start) % 64
    state.mix(bytes.extracting(start..<end))
    for index in end..<bytes.count { rest.append(bytes[index]) }
  }

  /// The digest of the bytes so far.
  package var digest: [UInt8] {
    var state = state
    // A 1 bit, zeros up to whole blocks, and the length of the message in bits (§5.1.1).
    var end = rest + [0x80]
    while end.count % 64 != 56 { end.append(0) }
    end += (byteCount &* 8).bigEndianBytes
    state.mix(end.span)
    return [state.a, state.b, state.c, state.d, state.e, state.f, state.g, state.h].flatMap(\.bigEndianBytes)
  }

  /// Returns the digest of bytes.
  package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// Returns the digest of a string's UTF-8 bytes, in hexadecimal.
  package static func hexDigest(of text: String) -> String { hexadecimal(digest(of: Array(text.utf8).span)) }

  /// Returns a digest in lower-case hexadecimal.
  package static func hexadecimal(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Parses a digest of 64 hexadecimal digits in any case, or returns `nil` for anything else.
  package static func digest(parsing text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64 else { return nil }
    var digest: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      digest.append(UInt8(high << 4 | low))
    }
    return digest
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
