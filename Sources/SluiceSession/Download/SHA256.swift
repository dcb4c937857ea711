/// SHA-256 (FIPS 180-4) of short strings such as URLs, so that a file can identify its URL without revealing it.
///
/// The whole message is held in memory.
enum SHA256 {
  /// Returns the digest of a string's UTF-8 bytes, in hexadecimal.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func hexDigest(of text: String) -> String {
    var state = initialState
    let message = padded(text)
    for start in stride(from: 0, to: message.count, by: 64) { mix(message[start..<start + 64], into: &state) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }.joined()
  }

  /// Returns the text followed by a 1 bit, zeros up to whole blocks, and the length of the text in bits (§5.1.1).
  private static func padded(_ text: String) -> [UInt8] {
    var message = Array(text.utf8)
    let bitCount = UInt64(message.count) &* 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    return message
  }

  /// Processes a block of 64 bytes (§6.2.2).
  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words: [UInt32] = []
    for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let small0 = early.rotated(by: 7) ^ early.rotated(by: 18) ^ early >> 3
      let small1 = late.rotated(by: 17) ^ late.rotated(by: 19) ^ late >> 10
      words.append(words[index - 16] &+ small0 &+ words[index - 7] &+ small1)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let big1 = e.rotated(by: 6) ^ e.rotated(by: 11) ^ e.rotated(by: 25)
      let first = h &+ big1 &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let big0 = a.rotated(by: 2) ^ a.rotated(by: 13) ^ a.rotated(by: 22)
      let second = big0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The fractional parts of the square roots of the first 8 primes (§5.3.3).
  private static let initialState: [UInt32] = [
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
  ]

  /// The fractional parts of the cube roots of the first 64 primes (§4.2.2).
  private static let constants: [UInt32] = [
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
  ]
}

extension UInt32 {
  fileprivate func rotated(by count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
