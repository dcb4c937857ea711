/// A cutter of bytes into chunks: all at once, one byte at a time, or in varying lengths, some of them 0.
///
/// The same seed always gives the same chunks.
package struct Splitter {
  private var state: UInt64
  private let style: UInt8

  /// Creates a splitter.
  ///
  /// - Parameter seed: A byte of the input, whose two lowest bits choose the kind of cut; 0 is a single chunk.
  package init(seed: UInt8) {
    style = seed % 4
    state = UInt64(seed) &+ 0x9E37_79B9_7F4A_7C15
  }

  /// Cuts bytes into chunks.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to cut.
  ///   - unit: The number that all lengths are multiples of, which limits the number of chunks. Defaults to 1.
  package mutating func chunks(of bytes: [UInt8], unit: Int = 1) -> [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + nextLength(upTo: bytes.count, unit), bytes.count)
      chunks.append(bytes[start..<end])
      start = end
    }
    return chunks
  }

  private mutating func nextLength(upTo count: Int, _ unit: Int) -> Int {
    // xorshift64
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return switch style {
    case 0: count
    case 1: unit
    case 2: Int(state % 8) * unit
    default: Int(state % 256) * unit
    }
  }
}
