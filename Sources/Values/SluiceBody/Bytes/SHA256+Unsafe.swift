internal import CSHA

// An earlier file of the module must import Glibc: after CSHA, the compiler takes `pthread_attr_t` for a type of the
// intrinsics.

extension SHA256 {
  /// The fractional parts of the square roots of the first 8 primes (FIPS 180-4 §5.3.3), changed by each block.
  ///
  /// The code uses pointers and simple operations, which are fast in debug builds, too.
  struct State {
    var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A)
    var (e, f, g, h): (UInt32, UInt32, UInt32, UInt32) = (0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)

    /// Whether the processor has instructions for this.
    static let isAccelerated = sluice_sha256_is_available() != 0

    /// Processes whole blocks (§6.2.2).
    ///
    /// - Parameter isAccelerated: Whether to use the instructions of the processor, which must have them. Defaults to
    ///   whether it has them.
    /// - Precondition: The number of bytes is a multiple of 64.
    mutating func mix(_ blocks: borrowing Span<UInt8>, isAccelerated: Bool = Self.isAccelerated) {
      precondition(blocks.count % 64 == 0)
      if isAccelerated { mixByInstructions(blocks) } else { mixByWords(blocks) }
    }

    private mutating func mixByInstructions(_ blocks: borrowing Span<UInt8>) {
      var state: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
      var words = state.mutableSpan
      // SAFETY: the pointers are used during these calls only. There are 8 words of state and 64 constants, and as many
      // blocks as are counted.
      unsafe words.withUnsafeMutableBufferPointer { state in
        unsafe constants.span.withUnsafeBufferPointer { constants in
          unsafe blocks.withUnsafeBufferPointer { blocks in
            unsafe sluice_sha256_mix(
              state.baseAddress, constants.baseAddress, blocks.baseAddress, blocks.count / 64)
          }
        }
      }
      (a, b, c, d) = (state[0], state[1], state[2], state[3])
      (e, f, g, h) = (state[4], state[5], state[6], state[7])
    }

    private mutating func mixByWords(_ blocks: borrowing Span<UInt8>) {
      // SAFETY: the pointers are used during these calls only. There are 64 words and constants, and at least 64 bytes
      // from each offset on, because the number of bytes is a multiple of 64.
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        unsafe constants.span.withUnsafeBufferPointer { constants in
          unsafe blocks.withUnsafeBytes { blocks in
            guard let words = words.baseAddress, let constants = constants.baseAddress,
              let start = blocks.baseAddress
            else { return }
            var offset = 0
            while offset < blocks.count {
              unsafe mix(start + offset, words, constants)
              offset &+= 64
            }
          }
        }
      }
    }

    /// Processes the block of 64 bytes at `block`.
    private mutating func mix(
      _ block: UnsafeRawPointer, _ words: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>
    ) {
      // SAFETY: see the caller.
      var index = 0
      while index < 16 {
        unsafe words[index] = UInt32(
          bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        index &+= 1
      }
      while index < 64 {
        let early = unsafe words[index &- 15]
        let late = unsafe words[index &- 2]
        let small0 = (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ early &>> 3
        let small1 = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ late &>> 10
        unsafe words[index] = words[index &- 16] &+ small0 &+ words[index &- 7] &+ small1
        index &+= 1
      }
      var next = self
      index = 0
      while index < 64 {
        let term = unsafe words[index] &+ constants[index]
        next.mix(term)
        index &+= 1
      }
      (a, b, c, d) = (a &+ next.a, b &+ next.b, c &+ next.c, d &+ next.d)
      (e, f, g, h) = (e &+ next.e, f &+ next.f, g &+ next.g, h &+ next.h)
    }

    /// Does one round.
    ///
    /// - Parameter term: The sum of the round's word and constant.
    @inline(__always)
    private mutating func mix(_ term: UInt32) {
      let big1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let first = h &+ big1 &+ (g ^ e & (f ^ g)) &+ term
      let big0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      let second = big0 &+ (a & b | c & (a | b))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
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
