/// A reference for inflating raw data ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)), bit by bit.
///
/// Unlike zlib, it is instrumented, so the fuzzer sees which branches an input takes.
struct ReferenceInflate {
  enum Failure: Error {
    case truncated, malformed
  }

  private(set) var output: [UInt8] = []
  private let bytes: [UInt8]
  private var bit: Int

  /// The number of bytes that were needed so far.
  var consumedByteCount: Int { (bit + 7) / 8 }

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that hold the deflated data.
  ///   - start: The offset at which the data starts.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    bit = start * 8
  }

  /// Inflates all blocks up to the last.
  ///
  /// - Throws: `Failure`. The output before it is kept.
  mutating func inflate() throws(Failure) {
    var isLast = false
    while !isLast {
      let header = try bits(3)
      isLast = header & 1 == 1
      switch header >> 1 {
      case 0: try copyStored()
      case 1: try expand(Self.fixedLiterals, Self.fixedDistances)
      case 2: try expandDynamic()
      default: throw .malformed
      }
    }
  }

  // MARK: Blocks

  private mutating func copyStored() throws(Failure) {
    bit = consumedByteCount * 8
    let lengths = try bits(32)
    guard lengths & 0xFFFF == ~(lengths >> 16) & 0xFFFF else { throw .malformed }
    let available = bytes.count - bit / 8
    let count = min(lengths & 0xFFFF, available)
    output += bytes[bit / 8..<bit / 8 + count]
    bit += count * 8
    if count < lengths & 0xFFFF { throw .truncated }
  }

  private mutating func expandDynamic() throws(Failure) {
    let header = try bits(14)
    let (literals, distances, count) = (header & 31 + 257, header >> 5 & 31 + 1, header >> 10 + 4)
    guard literals <= 286, distances <= 30 else { throw .malformed }
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<count { lengths[Self.lengthOrder[index]] = try bits(3) }
    var code = try HuffmanCode(lengths, allowsOne: false)
    // zlib reads these as lengths of 0, and fails only because the end-of-block symbol then has no code.
    if code.symbols.isEmpty { code.symbols = [0b10: 0, 0b11: 0] }

    lengths = []
    while lengths.count < literals + distances {
      let symbol = try self.symbol(of: code)
      let (value, repetitions): (Int?, Int) =
        switch symbol {
        case 16: (lengths.last, try bits(2) + 3)
        case 17: (0, try bits(3) + 3)
        case 18: (0, try bits(7) + 11)
        default: (symbol, 1)
        }
      guard let value, lengths.count + repetitions <= literals + distances else { throw .malformed }
      lengths += [Int](repeating: value, count: repetitions)
    }
    guard lengths[256] != 0 else { throw .malformed }
    try expand(
      HuffmanCode(Array(lengths[..<literals]), allowsOne: true),
      HuffmanCode(Array(lengths[literals...]), allowsOne: true))
  }

  private mutating func expand(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(Failure) {
    while true {
      let symbol = try self.symbol(of: literals)
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw .malformed }
      let length = Self.lengthBases[symbol - 257] + (try bits(Self.lengthExtraBits[symbol - 257]))
      let distanceSymbol = try self.symbol(of: distances)
      guard distanceSymbol < 30 else { throw .malformed }
      let extra = distanceSymbol < 2 ? 0 : distanceSymbol / 2 - 1
      let base = distanceSymbol < 2 ? distanceSymbol : (2 + distanceSymbol % 2) << extra
      let distance = base + 1 + (try bits(extra))
      guard distance <= output.count else { throw .malformed }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  // MARK: Bits

  private mutating func bits(_ count: Int) throws(Failure) -> Int {
    var value = 0
    for index in 0..<count { value |= try nextBit() << index }
    return value
  }

  private mutating func nextBit() throws(Failure) -> Int {
    guard bit < bytes.count * 8 else { throw .truncated }
    defer { bit += 1 }
    return Int(bytes[bit / 8] >> UInt8(bit % 8)) & 1
  }

  private mutating func symbol(of code: HuffmanCode) throws(Failure) -> Int {
    var word = 1
    while true {
      word = word << 1 | (try nextBit())
      if let symbol = code.symbols[word] { return symbol }
      // A code with a single symbol has one bit, so any other bit is malformed.
      if code.isIncomplete || word >= 1 << 15 { throw .malformed }
    }
  }

  /// A Huffman code, which maps codes to symbols. Each code has a 1 in front of its first bit.
  private struct HuffmanCode {
    var symbols: [Int: Int] = [:]
    let isIncomplete: Bool

    /// Creates the code from the lengths of its symbols.
    ///
    /// - Parameters:
    ///   - lengths: The number of bits of each symbol's code; 0 for symbols without a code.
    ///   - allowsOne: Whether a single code of one bit is valid. No codes at all are always valid.
    /// - Throws: `Failure.malformed` if the lengths are oversubscribed or incomplete.
    init(_ lengths: [Int], allowsOne: Bool) throws(Failure) {
      let used = lengths.filter { $0 > 0 }
      let space = used.reduce(0) { $0 + 1 << (15 - $1) }
      isIncomplete = space < 1 << 15
      guard space <= 1 << 15, !isIncomplete || used.isEmpty || allowsOne && used == [1] else {
        throw .malformed
      }
      var word = 1
      for length in 1...15 {
        word <<= 1
        for (symbol, symbolLength) in lengths.enumerated() where symbolLength == length {
          symbols[word] = symbol
          word += 1
        }
      }
    }
  }

  // MARK: Tables

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthExtraBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let lengthBases = {
    var bases: [Int] = []
    var base = 3
    for bits in lengthExtraBits.dropLast() {
      bases.append(base)
      base += 1 << bits
    }
    return bases + [258]
  }()
  private static let fixedLiterals = fixed(
    [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
      + [Int](repeating: 8, count: 8))
  private static let fixedDistances = fixed([Int](repeating: 5, count: 32))

  private static func fixed(_ lengths: [Int]) -> HuffmanCode {
    guard let code = try? HuffmanCode(lengths, allowsOne: false) else { preconditionFailure("malformed") }
    return code
  }
}
