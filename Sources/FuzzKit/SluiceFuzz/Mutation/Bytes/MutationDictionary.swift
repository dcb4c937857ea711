/// The words of a dictionary file, as libFuzzer and AFL++ read them.
///
/// ```
/// # A comment.
/// quote="\""
/// "\x1F\x8B"
/// level@2="deep"
/// ```
///
/// A name before a word is ignored, and so is its level.
public struct MutationDictionary: Sendable, Hashable {
  /// An error in a dictionary file.
  public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// A description of the error.
    public var description: String { "line \(line) of the dictionary has no word in quotes, or a bad escape" }
  }

  /// The words in the order of the file.
  public let words: [[UInt8]]

  /// Parses the text of a dictionary file.
  ///
  /// - Throws: ``ParseError`` for the first line that is neither empty, nor a comment, nor a word.
  public init(parsing text: [UInt8]) throws(ParseError) {
    var words: [[UInt8]] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      guard let word = Self.word(in: line) else { throw ParseError(line: index + 1) }
      words.append(word)
    }
    self.words = words
  }

  private static func word(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard let open = line.firstIndex(of: quote), let close = line.lastIndex(of: quote), open < close else {
      return nil
    }
    // Only blanks may follow.
    guard line[(close + 1)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    var rest = line[(open + 1)..<close]
    var word: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        word.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): word.append(UInt8(ascii: "\\"))
      case quote: word.append(quote)
      case UInt8(ascii: "n"): word.append(0x0A)
      case UInt8(ascii: "r"): word.append(0x0D)
      case UInt8(ascii: "t"): word.append(0x09)
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
          return nil
        }
        word.append(high << 4 | low)
      default: return nil
      }
    }
    return word
  }
}

extension UInt8 {
  /// The value of the hexadecimal digit that this byte is in ASCII, or `nil` if it is not a digit.
  fileprivate var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
