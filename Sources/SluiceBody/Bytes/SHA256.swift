/// SHA-256 (FIPS 180-4) of bytes that are passed in pieces.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(bytes.span)
/// let digest = hash.digest    // 32 bytes
/// ```
///
/// A piece is processed in blocks of 64 bytes. The bytes after its last whole block wait for the next piece:
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

  /// Returns the digest of a string's UTF-8 bytes, in hexadecimal.
  package static func hexDigest(of text: String) -> String {
    var hash = SHA256()
    hash.update(Array(text.utf8).span)
    return hexadecimal(hash.digest)
  }

  /// Returns a digest in lower-case hexadecimal.
  package static func hexadecimal(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Parses a digest of 64 hexadecimal digits in any case; `nil` for anything else.
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

  /// The fractional parts of the square roots of the first 8 primes (§5.3.3), changed by each block.
  private struct State {
    var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A)
    var (e, f, g, h): (UInt32, UInt32, UInt32, UInt32) = (0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)

    /// Processes whole blocks (§6.2.2).
    mutating func mix(_ blocks: borrowing Span<UInt8>) {
      var next = self
      var words = InlineArray<16, UInt32>(repeating: 0)
      var offset = 0
      while offset < blocks.count {
        var round = next
        for index in 0..<16 {
          words[index] = blocks.bigEndianWord(at: offset &+ index &* 4)
          round.mix(words[index] &+ constants[index])
        }
        for first in [16, 32, 48] {
          for index in 0..<16 {
            let (early, late) = (words[(index &+ 1) & 15], words[(index &+ 14) & 15])
            let small0 = early.rotated(by: 7) ^ early.rotated(by: 18) ^ early >> 3
            let small1 = late.rotated(by: 17) ^ late.rotated(by: 19) ^ late >> 10
            words[index] &+= small0 &+ words[(index &+ 9) & 15] &+ small1
            round.mix(words[index] &+ constants[first &+ index])
          }
        }
        next.add(round)
        offset &+= 64
      }
      self = next
    }

    /// Does one round.
    ///
    /// - Parameter term: The sum of the round's word and constant.
    @inline(__always)
    private mutating func mix(_ term: UInt32) {
      let big1 = e.rotated(by: 6) ^ e.rotated(by: 11) ^ e.rotated(by: 25)
      let first = h &+ big1 &+ (g ^ e & (f ^ g)) &+ term
      let big0 = a.rotated(by: 2) ^ a.rotated(by: 13) ^ a.rotated(by: 22)
      let second = big0 &+ (a & b | c & (a | b))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }

    @inline(__always)
    private mutating func add(_ other: State) {
      (a, b, c, d) = (a &+ other.a, b &+ other.b, c &+ other.c, d &+ other.d)
      (e, f, g, h) = (e &+ other.e, f &+ other.f, g &+ other.g, h &+ other.h)
    }
  }
}

/// The fractional parts of the cube roots of the first 64 primes (§4.2.2).
private let constants: InlineArray<64, UInt32> = [
  0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
  0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
  0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
  0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
  0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
  0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
  0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
  0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
]

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(by count: UInt32) -> UInt32 { self >> count | self << (32 &- count) }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
