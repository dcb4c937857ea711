/// The ASCII form of hosts' names with other characters (RFC 5890, UTS #46).
///
/// ```
/// bücher.example    xn--bcher-kva.example
/// straße.de         xn--strae-oqa.de        ß is a letter (IDNA 2008), not ss
/// ```
///
/// The name has been lower-cased, and has only characters that the mapping of UTS #46 leaves unchanged. So nothing is
/// mapped here, and what that standard would map or refuse is an error:
///
/// - a character that Unicode has not assigned, or that is private or invisible. A joiner must follow a virama (RFC
///   5892 A.1, A.2); the other places where RFC 5892 allows one are errors, too;
/// - a name that is not in Unicode's normalization form C, or has a mark such as a dot below after a letter that is not
///   ASCII, which is rarely in that form;
/// - a label that begins with a combining mark, or with `xn--` although it has other characters than ASCII;
/// - a label that mixes characters written from left to right with those from right to left (RFC 5893 §2, by blocks and
///   general categories instead of bidirectional classes, which refuses some more);
/// - a label of more than 63 bytes, and a name of more than 253.
///
/// A label in ASCII stays as it is, also one that begins with `xn--`.
enum InternationalName {
  /// Returns the ASCII form of a name.
  ///
  /// - Parameter name: The name in lower case, possibly with empty labels.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  static func ascii(_ name: String) throws(SessionError) -> String {
    guard name.unicodeScalars.dropFirst(maximumByteCount + 1).isEmpty else { throw tooLong }
    // By bytes, because a dot and a mark after it are one character.
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let isBidirectional = labels.contains { $0.unicodeScalars.contains { $0.isRightToLeft } }
    var result: [String] = []
    for label in labels {
      if isBidirectional { try checkDirection(of: Array(label.unicodeScalars)) }
      guard !label.utf8.allSatisfy({ $0 < 0x80 }) else {
        result.append(label)
        continue
      }
      try check(Array(label.unicodeScalars))
      guard !label.utf8.starts(with: "xn--".utf8) else { throw error("has a label that is encoded twice") }
      let encoded = Punycode.encoded(label).map { "xn--" + $0 }
      guard let encoded, encoded.utf8.count <= 63 else { throw error("has a label of more than 63 bytes") }
      result.append(encoded)
    }
    let text = result.joined(separator: ".")
    guard text.utf8.count - (labels.last?.isEmpty == true ? 1 : 0) <= maximumByteCount else { throw tooLong }
    return text
  }

  private static let maximumByteCount = 253

  private static var tooLong: SessionError { error("is longer than \(maximumByteCount) bytes") }

  private static func error(_ reason: String) -> SessionError {
    RequestURL.error("the URL's host \(reason)")
  }

  // MARK: Characters

  private static func check(_ label: [Unicode.Scalar]) throws(SessionError) {
    if let first = label.first, first.isMark { throw error("has a label that begins with a combining mark") }
    /// The last character of the class 0, which others combine with, and the class of the previous character.
    var (starter, previous) = (Unicode.Scalar?.none, Unicode.CanonicalCombiningClass.notReordered)
    for character in label {
      guard character.isInNames else { throw error("has a character that is not allowed in a host") }
      if character.isJoiner, previous != .virama { throw error("has a joiner that joins nothing") }
      let combiningClass = character.properties.canonicalCombiningClass
      if combiningClass != .notReordered, previous > combiningClass { throw notNormal }
      let isBlocked = previous != .notReordered && previous >= combiningClass
      if let starter, !isBlocked, character.combines {
        // The mark may have its place before one that the letter contains, and combine with the rest of it.
        if !starter.isASCII, character.precedesAccents { throw notNormal }
        guard !composites.contains(String(String.UnicodeScalarView([starter, character]))) else {
          throw notNormal
        }
      }
      if combiningClass == .notReordered { starter = character }
      previous = combiningClass
    }
  }

  private static var notNormal: SessionError {
    error("is not in Unicode's normalization form C")
  }

  /// The characters in names that are equal to a sequence of two. Texts are compared by canonical equivalence, so the
  /// set contains the sequences as well. It is made for the first name with a mark.
  private static let composites: Set<String> = {
    let blocks = [0xC0..<0x3100, 0x1_1000..<0x1_2000, 0x1_6100..<0x1_6E00] as [Range<UInt32>]
    let characters = blocks.joined().lazy.compactMap { Unicode.Scalar($0) }
    return Set(
      characters.filter { $0.isInNames && !$0.properties.changesWhenNFKCCaseFolded }.map { String($0) })
  }()

  // MARK: Directions

  /// Checks a label of a name that has a character written from right to left.
  private static func checkDirection(of label: [Unicode.Scalar]) throws(SessionError) {
    guard let first = label.first else { return }
    let last = label.last { !$0.isNonspacingMark } ?? first
    let isAcceptable =
      if first.isRightToLeft {
        first.isLetter && (last.isLetter || last.isArabicDigit != nil)
          && label.allSatisfy {
            $0.isRightToLeft || $0.isNonspacingMark || $0.isArabicDigit != nil || $0 == "-" || $0 == "_"
          } && Set(label.compactMap(\.isArabicDigit)).count < 2
      } else {
        first.isLetter && first.properties.generalCategory != .modifierLetter
          && (last.properties.isAlphabetic || last.properties.generalCategory == .decimalNumber)
          && last.properties.generalCategory != .modifierLetter && !label.contains(where: \.isRightToLeft)
      }
    if !isAcceptable { throw error("mixes characters written from left to right and from right to left") }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the character is a mark that comes before the accents above a letter, and combines with letters.
  fileprivate var precedesAccents: Bool {
    switch value {
    case 0x300..<0x370, 0x655, 0x1DC0..<0x1E00, 0x20D0..<0x2100:
      1..<230 ~= properties.canonicalCombiningClass.rawValue
    default: false
    }
  }

  /// Whether the character may be the second of two that are equal to a single one. Hangul is left out.
  fileprivate var combines: Bool { isMark || 0x1_6D63...0x1_6D6A ~= value }

  fileprivate var isNonspacingMark: Bool { isMark && properties.generalCategory != .spacingMark }

  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .lowercaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

  /// Whether a name may contain the character, if the mapping leaves it unchanged.
  fileprivate var isInNames: Bool {
    switch value {
    case 0x1100..<0x1200, 0xA960..<0xA980, 0xD7B0..<0xD800: return false  // conjoining jamo
    case 0x2FF0..<0x3000, 0xFFF0...0xFFFF: return false  // descriptions of ideographs, replacements
    default: break
    }
    switch properties.generalCategory {
    case .unassigned, .privateUse, .surrogate, .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    case .format: return isJoiner
    default: return true
    }
  }

  /// Whether the character belongs to a script that is written from right to left.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590..<0x900, 0x200F, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x1_0800..<0x1_1000, 0x1_E800..<0x1_F000:
      true
    default: false
    }
  }

  /// Whether a digit is an Arabic one, or a European one, which must not be mixed (RFC 5893 §2, rule 4). `nil` for
  /// anything else.
  fileprivate var isArabicDigit: Bool? {
    switch value {
    case 0x660..<0x66A, 0x66B..<0x66D, 0x6DD, 0x1_0D30..<0x1_0D3A, 0x1_0E60..<0x1_0E7F: true
    case 0x30..<0x3A, 0x6F0..<0x6FA: false
    default: nil
    }
  }
}
