/// A reference for the
/// [parser of `application/x-www-form-urlencoded`](https://url.spec.whatwg.org/#urlencoded-parsing), written as the URL
/// standard describes it.
enum FormPairs {
  struct Pair: Equatable {
    let name: [UInt8]
    let value: [UInt8]?
    /// The byte offset at which the pair starts.
    let offset: Int
  }

  /// Returns the pairs of a text as bytes, which may not be UTF-8.
  static func pairs(in text: [UInt8], plusIsSpace: Bool) -> [Pair] {
    var pairs: [Pair] = []
    for part in text.split(separator: UInt8(ascii: "&")) {
      let words = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = words.map { percentDecoded($0, plusIsSpace: plusIsSpace) }
      pairs.append(
        Pair(name: decoded[0], value: decoded.count > 1 ? decoded[1] : nil, offset: part.startIndex))
    }
    return pairs
  }

  private static func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).map { Int(String(UnicodeScalar($0)), radix: 16) }
      if byte == UInt8(ascii: "%"), digits.count == 2, let high = digits[0], let low = digits[1] {
        result.append(UInt8(high * 16 + low))
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return result
  }
}
