/// A scanner that finds the end of a value whose bytes arrive in chunks.
///
/// It examines only brackets, quotation marks and backslashes, eight bytes at a time. The parser of the value checks
/// everything else.
///
///     first byte   kind        complete
///     { or [       container   after the bracket that closes the first one; brackets of either kind match
///     "            string      after the next quotation mark that is not escaped
///     other        scalar      before a comma, a closing square bracket or white space
///
/// The state after each byte of the container `{"a\"]":[]}`, which is complete when the depth returns to 0:
///
///     byte        {  "  a  \  "  ]  "  :  [  ]  }
///     depth       1  1  1  1  1  1  1  1  2  1  0
///     isInString  -  x  x  x  x  x  -  -  -  -  -
///     isEscaped   -  -  -  x  -  -  -  -  -  -  -
///
/// The streaming parsers split the documents `{"a":1}` and `2` as follows, where RS is the byte 1E and LF the byte 0A.
///
///     format               bytes                         a document starts              and ends
///     JSON Lines           {"a":1} LF 2 LF               at the start of a line         before LF or CR LF
///     JSON text sequence   RS {"a":1} LF RS 2 LF         after RS and white space       at the end of its extent
///     array elements       [{"a":1}, 2]                  after [ or , and white space   at the end of its extent
///
/// JSON Lines needs no extent, since its documents do not contain line feeds. RFC 7464 defines JSON text sequences.
/// ``JSONElementSplitter`` splits arrays.
package struct JSONExtent: Sendable {
  private enum Kind { case container, string, scalar }

  private let kind: Kind
  /// The number of open arrays and objects.
  private var depth = 0
  private var isInString = false
  /// Whether the last byte was a backslash that escapes the next one.
  private var isEscaped = false
  private var isBegun = false

  /// Creates a scanner of a value.
  ///
  /// - Parameter firstByte: The first byte of the value. It is also the first one to pass to ``scan(_:_:)``.
  package init(from firstByte: UInt8) {
    switch firstByte {
    case UInt8(ascii: "\""): kind = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
    default: kind = .scalar
    }
  }

  /// Whether the last byte of the value marks its end, as in arrays, objects and strings.
  ///
  /// A number, `true`, `false` or `null` ends before the byte that follows it.
  package var isSelfDelimiting: Bool { kind != .scalar }

  /// Scans until the value is complete or the bytes end.
  ///
  /// - Parameters:
  ///   - bytes: A chunk of the text.
  ///   - index: The index in `bytes` to continue at. It is advanced past the scanned bytes of the value.
  /// - Returns: `true` if the value is complete and ends before `index`.
  /// - Complexity: O(*n*) in the number of scanned bytes.
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
    // The first byte always belongs to the value, even if it is malformed, so that a value is never empty.
    if !isBegun, index < bytes.count { index += 1 }
    isBegun = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || JSON.isWhiteSpace(byte) { return true }
      index += 1
    }
    return false
  }

  /// Scans the first `count` bytes of a word. The remaining bytes of the word are spaces.
  ///
  /// - Returns: The number of bytes that belong to the value if it ends within the word; otherwise, `nil`.
  @inline(__always)
  private mutating func scan(_ word: JSONWord, count: Int) -> Int? {
    if isInString, !isEscaped, word.hasNoSyntaxOfStrings { return nil }
    var quotes = word.mask(of: UInt8(ascii: "\""))
    let backslashes = word.mask(of: UInt8(ascii: "\\"))
    if isEscaped || backslashes != 0 { passEscapes(backslashes, &quotes, count: count) }
    if kind == .string {
      // The first quotation mark opens the string.
      if !isInString { quotes &= quotes &- 1 }
      isInString = true
      return quotes == 0 ? nil : Self.length(to: quotes)
    }
    let strings = JSONWord.parity(of: quotes) ^ (isInString ? .max : 0)
    isInString = strings >> 63 == 1
    let openings = word.openings & ~strings
    let closings = word.closings & ~strings
    // Most words close fewer containers than are open and so cannot end the value.
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

  /// Removes escaped quotation marks from a mask.
  ///
  /// - Parameters:
  ///   - backslashes: The mask of the backslashes in the word.
  ///   - quotes: The mask of the quotation marks in the word.
  ///   - count: The number of bytes of the word that belong to the text.
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

  /// Returns the number of bytes up to and including the first one in a mask.
  private static func length(to mask: UInt64) -> Int { mask.trailingZeroBitCount / 8 + 1 }
}
