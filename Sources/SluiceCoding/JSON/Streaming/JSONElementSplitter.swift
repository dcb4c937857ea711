/// Finds where the elements of an array begin and end, in whatever pieces it comes.
struct JSONElementSplitter {
  private enum State {
    /// Before the array's bracket, with how much of a byte order mark has come.
    case start(markLength: Int)
    case beforeFirst
    /// After a comma.
    case beforeNext
    case inElement
    case afterElement
    case end
  }

  private let maxDepth: Int
  private var state = State.start(markLength: 0)
  private var extent = JSONExtent(from: 0)
  private var position = JSONPosition()
  /// Where the element that was met last begins.
  private(set) var elementPosition = JSONPosition()

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter maxDepth: 0 refuses the array itself; elements are for others to judge.
  init(maxDepth: Int) { self.maxDepth = maxDepth }

  /// Bytes of an element.
  struct Piece {
    let range: Range<Int>
    /// Whether the element ends with them.
    let isLast: Bool
  }

  /// The next bytes of an element, from `index` on, which moves behind them; nil where there are none.
  mutating func next(in bytes: Span<UInt8>, from index: inout Int) throws(JSON.SyntaxError) -> Piece? {
    while index < bytes.count {
      if case .inElement = state {
        let start = index
        let isLast = extent.scan(bytes, &index)
        position.advance(over: bytes.extracting(start..<index))
        if isLast { state = .afterElement }
        return Piece(range: start..<index, isLast: isLast)
      }
      let byte = bytes[index]
      if case .start(let markLength) = state {
        try start(byte, markLength)
      } else if !JSON.isWhiteSpace(byte) {
        try separate(byte)
        if case .inElement = state { continue }
      }
      position.advance(over: byte)
      index += 1
    }
    return nil
  }

  /// Makes sure that the array has ended.
  func finish() throws(JSON.SyntaxError) {
    guard case .end = state else { throw position.error(.unexpectedEnd) }
  }

  private mutating func start(_ byte: UInt8, _ markLength: Int) throws(JSON.SyntaxError) {
    if markLength < 3, position.byteOffset == markLength, byte == Self.byteOrderMark[markLength] {
      state = .start(markLength: markLength + 1)
    } else if byte == UInt8(ascii: "["), markLength == 0 || markLength == 3 {
      guard maxDepth > 0 else { throw position.error(.tooDeep) }
      state = .beforeFirst
    } else if !JSON.isWhiteSpace(byte) || markLength == 1 || markLength == 2 {
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
      extent = JSONExtent(from: byte)
      state = .inElement
    }
  }
}

extension JSON {
  /// RFC 8259, section 2.
  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  /// Whether there is nothing but white space.
  package static func isBlank(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where !isWhiteSpace(bytes[index]) { return false }
    return true
  }
}
