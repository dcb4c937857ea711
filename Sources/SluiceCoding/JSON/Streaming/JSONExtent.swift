/// Finds where a value ends that comes in pieces.
///
/// It looks at brackets, quotation marks and backslashes alone, eight bytes at a time: what is between them is for the
/// parser to judge.
package struct JSONExtent: Sendable {
  private enum Kind { case container, string, scalar }

  private let kind: Kind
  /// How many arrays and objects are open.
  private var depth = 0
  private var isInString = false
  /// Whether a backslash came last, which is not escaped itself.
  private var isEscaped = false
  private var isBegun = false

  /// Of a value that begins with `firstByte`, which is still to be scanned.
  package init(from firstByte: UInt8) {
    switch firstByte {
    case UInt8(ascii: "\""): kind = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
    default: kind = .scalar
    }
  }

  /// Whether the value says by itself where it ends. A number, `true`, `false` or `null` does not: what follows it ends
  /// it, and is none of it.
  package var isSelfDelimiting: Bool { kind != .scalar }

  /// Goes on until the value is complete, or the bytes end. Returns whether it is: it ends at `index`.
  package mutating func scan(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    if kind == .scalar { return scanScalar(bytes, &index) }
    while bytes.count - index >= JSONWord.byteCount {
      if let length = scan(JSONWord(in: bytes, at: index), count: JSONWord.byteCount) {
        index += length
        return true
      }
      index += JSONWord.byteCount
    }
    guard index < bytes.count else { return false }
    let count = bytes.count - index
    let length = scan(JSONWord(endOf: bytes, from: index), count: count)
    index += length ?? count
    return length != nil
  }

  private mutating func scanScalar(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    // The first byte belongs to it, whatever it is.
    if !isBegun, index < bytes.count { index += 1 }
    isBegun = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || JSON.isWhiteSpace(byte) { return true }
      index += 1
    }
    return false
  }

  /// Takes the first `count` bytes of a word, behind which there are spaces. Returns how many of them belong to the value, where it ends in them.
  @inline(__always)
  private mutating func scan(_ word: JSONWord, count: Int) -> Int? {
    if isInString, !isEscaped, word.hasNoSyntaxOfStrings { return nil }
    var quotes = word.mask(of: UInt8(ascii: "\""))
    let backslashes = word.mask(of: UInt8(ascii: "\\"))
    if isEscaped || backslashes != 0 { passEscapes(backslashes, &quotes, count: count) }
    if kind == .string {
      // The first quotation mark of all opens the string.
      if !isInString { quotes &= quotes &- 1 }
      isInString = true
      return quotes == 0 ? nil : Self.length(to: quotes)
    }
    let strings = JSONWord.parity(of: quotes) ^ (isInString ? .max : 0)
    isInString = strings >> 63 == 1
    let openings = word.openings & ~strings
    let closings = word.closings & ~strings
    // Most words cannot end the value.
    let closingCount = JSONWord.count(of: closings)
    if closingCount < depth {
      depth += JSONWord.count(of: openings) - closingCount
      return nil
    }
    var brackets = openings | closings
    while brackets != 0 {
      let bracket = brackets & (0 &- brackets)
      depth += openings & bracket != 0 ? 1 : -1
      if depth == 0 { return Self.length(to: bracket) }
      brackets ^= bracket
    }
    return nil
  }

  /// Takes away the quotation marks that a backslash precedes.
  private mutating func passEscapes(_ backslashes: UInt64, _ quotes: inout UInt64, count: Int) {
    var escaped: UInt64 = isEscaped ? 0x80 : 0
    var rest = backslashes & ~escaped
    while rest != 0 {
      let backslash = rest & (0 &- rest)
      escaped |= backslash << 8
      rest &= ~(backslash | backslash << 8)
    }
    quotes &= ~escaped
    let last: UInt64 = 0x80 << UInt64((count - 1) * 8)
    isEscaped = backslashes & last & ~escaped != 0
  }

  /// How many bytes there are up to the first bit's, with it.
  private static func length(to mask: UInt64) -> Int { mask.trailingZeroBitCount / 8 + 1 }
}
