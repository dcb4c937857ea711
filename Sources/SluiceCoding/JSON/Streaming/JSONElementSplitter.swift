/// Finds where the elements of an array begin and end, in whatever pieces it comes.
///
/// It looks at brackets, quotation marks and backslashes alone: what is between them is for the parser to judge.
struct JSONElementSplitter {
  private enum State {
    /// Before the array's bracket, with how much of a byte order mark has come.
    case start(markLength: Int)
    case beforeFirst
    /// After a comma.
    case beforeNext
    case inScalar
    case inString(depth: Int)
    case afterBackslash(depth: Int)
    case inContainer(depth: Int)
    case afterElement
    case end
  }

  private var state = State.start(markLength: 0)
  private var position = JSONPosition()
  /// Where the element that was met last begins.
  private(set) var elementPosition = JSONPosition()

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  var isInElement: Bool {
    switch state {
    case .inScalar, .inString, .afterBackslash, .inContainer: true
    case .start, .beforeFirst, .beforeNext, .afterElement, .end: false
    }
  }

  /// Where the element begins among the bytes of the last scan.
  func elementStart(in range: Range<Int>) -> Int {
    max(range.lowerBound, range.upperBound - (position.byteOffset - elementPosition.byteOffset))
  }

  /// Goes on until an element is complete, or the bytes end. Returns whether one is: it ends at `index`.
  mutating func scan(_ bytes: Span<UInt8>, _ index: inout Int) throws(JSON.SyntaxError) -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      var isComplete = false
      switch state {
      case .inContainer(let depth):
        switch byte {
        case UInt8(ascii: "\""): state = .inString(depth: depth)
        case UInt8(ascii: "{"), UInt8(ascii: "["): state = .inContainer(depth: depth + 1)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          isComplete = depth == 1
          state = isComplete ? .afterElement : .inContainer(depth: depth - 1)
        default: break
        }
      case .inString(let depth):
        switch byte {
        case UInt8(ascii: "\""):
          isComplete = depth == 0
          state = isComplete ? .afterElement : .inContainer(depth: depth)
        case UInt8(ascii: "\\"): state = .afterBackslash(depth: depth)
        default: break
        }
      case .afterBackslash(let depth):
        state = .inString(depth: depth)
      case .inScalar:
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || Self.isWhiteSpace(byte) {
          // It is complete, and this byte is none of it.
          state = .afterElement
          return true
        }
      case .start(let markLength):
        try start(byte, markLength)
      case .beforeFirst, .beforeNext, .afterElement, .end:
        if !Self.isWhiteSpace(byte) { try separate(byte) }
      }
      position.advance(over: byte)
      index += 1
      if isComplete { return true }
    }
    return false
  }

  /// Makes sure that the array has ended.
  func finish() throws(JSON.SyntaxError) {
    guard case .end = state else { throw position.error(.unexpectedEnd) }
  }

  private mutating func start(_ byte: UInt8, _ markLength: Int) throws(JSON.SyntaxError) {
    if markLength < 3, position.byteOffset == markLength, byte == Self.byteOrderMark[markLength] {
      state = .start(markLength: markLength + 1)
    } else if byte == UInt8(ascii: "["), markLength == 0 || markLength == 3 {
      state = .beforeFirst
    } else if !Self.isWhiteSpace(byte) || markLength == 1 || markLength == 2 {
      throw position.error(.unexpectedCharacter)
    }
  }

  private mutating func separate(_ byte: UInt8) throws(JSON.SyntaxError) {
    switch (state, byte) {
    case (.afterElement, UInt8(ascii: ",")): state = .beforeNext
    case (.afterElement, UInt8(ascii: "]")), (.beforeFirst, UInt8(ascii: "]")): state = .end
    case (.afterElement, _): throw position.error(.unexpectedCharacter)
    case (.end, _): throw position.error(.trailingCharacters)
    // A byte order mark would be skipped by the parser.
    case (_, UInt8(ascii: ",")), (_, UInt8(ascii: "]")), (_, 0xEF): throw position.error(.unexpectedCharacter)
    default:
      elementPosition = position
      switch byte {
      case UInt8(ascii: "\""): state = .inString(depth: 0)
      case UInt8(ascii: "{"), UInt8(ascii: "["): state = .inContainer(depth: 1)
      default: state = .inScalar
      }
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }
}
