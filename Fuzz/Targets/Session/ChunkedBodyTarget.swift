import SluiceFuzz
import SluiceSession
internal import SluiceTransport

extension FuzzTarget {
  /// A chunked body, in pieces, compared with a reference that reads it as a whole.
  ///
  /// Byte 0 holds options (1: the data is taken by halves), byte 1 is the splitter's seed. The body follows.
  static let chunkedBody = FuzzTarget("chunked-body", optionByteCount: 2) { input in
    let takesHalves = input.bool()
    var splitter = Splitter(seed: input.byte())
    let bytes = input.rest()
    var decoder = ChunkDecoder()
    var data: [UInt8] = []
    var end = ReferenceChunks.End.none
    do throws(SessionError) {
      for piece in splitter.chunks(of: bytes) {
        try decode(Array(piece), by: &decoder, takesHalves, into: &data)
      }
      if !bytes.isEmpty, !decoder.isWithinBody { end = .ended }
    } catch {
      try requireEqual(error.code, .invalidResponse, "the error")
      end = .malformed
    }
    let wanted = ReferenceChunks(bytes)
    try requireEqual(end, wanted.end, "the end")
    try requireEqual(data, wanted.data, "the data")
  }

  /// Appends the data in a piece of the body.
  private static func decode(
    _ piece: [UInt8], by decoder: inout ChunkDecoder, _ takesHalves: Bool, into data: inout [UInt8]
  ) throws(SessionError) {
    var position = 0
    while let range = try decoder.nextData(in: piece.span, from: &position) {
      let taken = takesHalves ? range.prefix((range.count + 1) / 2) : range
      data += piece[taken]
      decoder.didTake(taken.count)
      position = taken.upperBound
    }
  }
}

/// A reference for chunked bodies ([RFC 9112 §7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1)), which looks
/// for the end of a line before it interprets the line.
private struct ReferenceChunks {
  enum End { case none, ended, malformed }

  private(set) var data: [UInt8] = []
  private(set) var end = End.none
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    while end == .none, !rest.isEmpty, parseChunk() {}
  }

  /// Parses a chunk, or the last chunk and the trailers. Returns `false` if there is nothing else to parse.
  private mutating func parseChunk() -> Bool {
    guard let line = takeLine(Self.size, completions: ["", "0", ";"]), let size = Self.size(line) else {
      return false
    }
    guard size > 0 else { return parseTrailers() }
    let count = Int(min(Int64(rest.count), size))
    data += rest.prefix(count)
    rest = rest.dropFirst(count)
    guard count == size else { return false }
    return takeLine({ $0.isEmpty ? 0 : nil }, completions: [""]) != nil
  }

  private mutating func parseTrailers() -> Bool {
    while let line = takeLine(Self.trailer, completions: ["", ":", "a:"]) {
      guard line.isEmpty else { continue }
      end = .ended
      return false
    }
    return false
  }

  /// Removes the next line, and returns it without its line break.
  ///
  /// - Returns: `nil` if the line is malformed, or has been cut.
  private mutating func takeLine(
    _ value: (ArraySlice<UInt8>) -> Int64?, completions: [String]
  ) -> ArraySlice<UInt8>? {
    let line = rest.prefix { $0 != 0x0D && $0 != 0x0A }
    let lineBreak = rest.dropFirst(line.count).prefix(2)
    let isCut = lineBreak.isEmpty || lineBreak.elementsEqual([0x0D])
    // A line that has been cut is malformed if nothing can complete it.
    let completed = lineBreak.isEmpty ? completions.map { line + Array($0.utf8) } : [line]
    guard completed.contains(where: { value($0) != nil }), isCut || lineBreak.elementsEqual([0x0D, 0x0A])
    else {
      end = .malformed
      return nil
    }
    rest = rest.dropFirst(line.count + lineBreak.count)
    return isCut ? nil : line
  }

  /// Returns the size of a chunk from its line.
  private static func size(_ line: ArraySlice<UInt8>) -> Int64? {
    let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
    let blanks = line.dropFirst(digits.count).prefix { $0 == 0x20 || $0 == 0x09 }
    let extensions = line.dropFirst(digits.count + blanks.count)
    let areValid = extensions.isEmpty ? blanks.isEmpty : extensions.first == UInt8(ascii: ";")
    guard areValid, !extensions.contains(0), digits.count <= 16 else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Returns a number if a line is a trailer or empty.
  private static func trailer(_ line: ArraySlice<UInt8>) -> Int64? {
    let isValid =
      line.isEmpty
      || !line.contains(0) && (line.firstIndex(of: UInt8(ascii: ":")) ?? line.startIndex) > line.startIndex
    return isValid ? 0 : nil
  }
}
