internal import SluiceErrors
internal import SluiceSupport

/// A splitter that finds the elements of an array in the chunks of a text.
///
///     start -- [ --> beforeFirst -- ] ----------------------------> end
///                         |                                          ^
///                       other                                        |
///                         v                                          ]
///                     inElement -- complete --> afterElement --------+
///                         ^                          |
///                       other                        ,
///                         |                          |
///                     beforeNext <-------------------+
///
/// A byte order mark may precede everything. White space outside of elements is skipped. ``JSONExtent`` determines when
/// an element is complete. Everything else is an error:
///
///     in start                  a byte other than [                       unexpected-character, not-utf-8
///                               [ if the maximum depth is 0               too-deep
///     in beforeFirst            , or the byte EF of a byte order mark     unexpected-character
///     in beforeNext             , or ] or the byte EF                     unexpected-character
///     in afterElement           a byte other than , and ]                 unexpected-character
///     in end                    any byte                                  trailing-characters
///     in all states but end     the end of the text                       unexpected-end
///
/// The text `[1, {"a":2}]`, in two chunks:
///
///     chunk        piece    isLast    state afterwards
///     [1, {"a      1        true      afterElement
///                  {"a      false     inElement
///     ":2}]        ":2}     true      afterElement
///                  nil                end
///
/// The splitter only determines where an element ends. Its content is checked by the parser of the element.
struct JSONElementSplitter {
  private enum State {
    /// Before the array's opening bracket, after `markLength` bytes of a byte order mark.
    case start(markLength: Int)
    /// After the opening bracket.
    case beforeFirst
    /// After a comma.
    case beforeNext
    case inElement
    case afterElement
    case end
  }

  private let maximumDepth: Int
  private var state = State.start(markLength: 0)
  private var extent = JSONExtent(from: 0)
  private var position = JSONPosition()
  /// The position at which the last element starts.
  private(set) var elementPosition = JSONPosition()

  /// Creates a splitter at the start of a text.
  ///
  /// - Parameter maximumDepth: The maximum depth of nested arrays and objects. With 0, the array itself is refused. The
  ///   depth of its elements is not checked here.
  init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

  /// A range of a chunk that holds some or all bytes of an element.
  struct Piece {
    let range: Range<Int>
    /// Whether the element is complete with this piece.
    let isLast: Bool
  }

  /// Returns the next piece of an element in a chunk.
  ///
  /// - Parameters:
  ///   - bytes: A chunk of the text.
  ///   - index: The index in `bytes` to continue at. It is advanced past the piece.
  /// - Returns: The piece, or `nil` after all bytes of the chunk are consumed.
  /// - Throws: `JSON.SyntaxError` for malformed text between elements.
  /// - Complexity: O(*n*) in the number of consumed bytes.
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

  /// Checks that the array has ended.
  ///
  /// - Throws: `JSON.SyntaxError` with the code `unexpected-end`.
  func finish() throws(JSON.SyntaxError) {
    guard case .end = state else { throw position.error(.unexpectedEnd) }
  }

  private mutating func start(_ byte: UInt8, _ markLength: Int) throws(JSON.SyntaxError) {
    if markLength < 3, position.byteOffset == markLength, byte == ByteOrderMark.utf8.bytes[markLength] {
      state = .start(markLength: markLength + 1)
    } else if byte == UInt8(ascii: "["), markLength == 0 || markLength == 3 {
      guard maximumDepth > 0 else { throw position.error(.tooDeep) }
      state = .beforeFirst
    } else if !JSON.isWhiteSpace(byte) || markLength == 1 || markLength == 2 {
      let code = ErrorCode.unexpectedCharacter
      throw position.error(markLength == 0 ? code.ofEncoding(byte, at: position.byteOffset) : code)
    }
  }

  private mutating func separate(_ byte: UInt8) throws(JSON.SyntaxError) {
    switch (state, byte) {
    case (.afterElement, UInt8(ascii: ",")): state = .beforeNext
    case (.afterElement, UInt8(ascii: "]")), (.beforeFirst, UInt8(ascii: "]")): state = .end
    case (.afterElement, _): throw position.error(.unexpectedCharacter)
    case (.end, _): throw position.error(.trailingCharacters)
    case (.beforeFirst, 0) where position.byteOffset == 1: throw position.error(.notUTF8)
    // The parser of an element would skip a byte order mark, which is only permitted at the start of the text.
    case (_, UInt8(ascii: ",")), (_, UInt8(ascii: "]")), (_, 0xEF): throw position.error(.unexpectedCharacter)
    default:
      elementPosition = position
      extent = JSONExtent(from: byte)
      state = .inElement
    }
  }
}

extension JSON {
  /// Returns whether a byte is white space as RFC 8259 §2 defines it.
  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  /// Returns whether all bytes are white space.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func isBlank(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where !isWhiteSpace(bytes[index]) { return false }
    return true
  }
}
