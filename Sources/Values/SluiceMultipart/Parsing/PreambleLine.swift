/// The current line of a preamble, which is compared with the boundary line that should stand there.
///
/// A preamble is text that nobody reads (RFC 2046 §5.1.1). A boundary line with a wrong line break would be part of it,
/// and the part that it begins would be lost. A line is refused if, without its line break, it is:
///
/// ```
/// the first line of text   blanks or a byte order mark, dashes, the boundary without its own dashes, "--", blanks
/// any other line           --B, "--", blanks
/// ```
///
/// The mark, the blanks and `"--"` may be missing. CR and LF each end a line. Of this body, with boundary `B`, the line
/// at byte 1 is refused:
///
/// ```
/// bytes    LF  --B CR LF
/// line     ""  "--B"      the line break before it has no CR
/// ```
struct PreambleLine {
  /// `--B`.
  private let delimiter: [UInt8]
  /// The offset of the line.
  private var start: Int64 = 0
  /// The text of the line, without blanks around it, as far as it can be a boundary line.
  private var text: [UInt8] = []
  private var blanksAfterText: [UInt8] = []
  private var beginsWithBlank = false
  private var isOther = false
  private var isFirstText = true

  init(delimiter: [UInt8]) {
    self.delimiter = delimiter
  }

  /// Adds the next byte of the preamble.
  ///
  /// - Parameters:
  ///   - byte: The byte.
  ///   - offset: Its offset.
  /// - Returns: The offset of the line that the byte ends, if it is nearly a boundary line.
  mutating func append(_ byte: UInt8, at offset: Int64) -> Int64? {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      defer { begin(at: offset + 1) }
      return end()
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      if text.isEmpty { beginsWithBlank = true } else if !isTooLong { blanksAfterText.append(byte) }
    default:
      // A boundary may contain spaces.
      isOther = isOther || isTooLong
      guard !isOther else { return nil }
      text += blanksAfterText
      blanksAfterText.removeAll(keepingCapacity: true)
      text.append(byte)
      if offset == 2, text == Self.byteOrderMark { text = [] }
    }
    return nil
  }

  /// Ends the line.
  ///
  /// - Returns: The offset of the line, if it is nearly a boundary line.
  func end() -> Int64? { isNearlyBoundary ? start : nil }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The number of bytes that a line may have in addition to `--B`: dashes before and after it.
  private static let maximumExtraByteCount = 8

  /// Whether the line is too long to be a boundary line if text follows.
  private var isTooLong: Bool {
    text.count + blanksAfterText.count >= delimiter.count + Self.maximumExtraByteCount
  }

  private mutating func begin(at offset: Int64) {
    if !text.isEmpty || isOther { isFirstText = false }
    start = offset
    text.removeAll(keepingCapacity: true)
    blanksAfterText.removeAll(keepingCapacity: true)
    beginsWithBlank = false
    isOther = false
  }

  private var isNearlyBoundary: Bool {
    if isOther || text.isEmpty { return false }
    if text == delimiter || text == delimiter + Self.dashes { return isFirstText || !beginsWithBlank }
    let boundary = delimiter.drop { $0 == UInt8(ascii: "-") }
    let word = text.drop { $0 == UInt8(ascii: "-") }
    guard isFirstText, !boundary.isEmpty else { return false }
    return word == boundary || word.elementsEqual(boundary + Self.dashes)
  }

  private static let dashes = Array("--".utf8)
}
