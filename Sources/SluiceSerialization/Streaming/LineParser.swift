public import SluiceBody

/// The lines of a text.
///
/// A line ends with LF or CRLF, which are none of it; a lone CR is data. Empty lines are lines, and so is what follows
/// the last line end, where it is not empty. A byte order mark at the very start is dropped.
///
/// - Throws: from its methods: ``StreamError/Code/lineTooLong``, ``StreamError/Code/invalidUTF8``.
public struct LineParser: StreamParser, FinalError, Sendable {
  private var lines: LineSplitter
  var failure: (any Error)?

  /// - Parameter maxLineBytes: how many bytes a line may have, without its end. 1 MiB by default.
  public init(maxLineBytes: Int = 1 << 20) {
    lines = LineSplitter(maxBytes: maxLineBytes, tooLong: .lineTooLong)
  }

  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> String? {
    try unlessFailed { parser in
      switch try parser.lines.next(in: bytes, from: &position) {
      case .inChunk(let range): try parser.text(ofEnded: bytes.extracting(range))
      case .held: try parser.text(ofEnded: parser.lines.held.span)
      case nil: nil
      }
    }
  }

  public mutating func finish() throws -> String? {
    try unlessFailed { parser in
      try parser.lines.finish() == nil ? nil : try parser.text(of: parser.lines.held.span)
    }
  }

  /// The text of a line that a LF ends, and maybe a CR before that.
  private func text(ofEnded line: Span<UInt8>) throws(StreamError) -> String {
    let endsWithReturn = !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
    return try text(of: endsWithReturn ? line.extracting(droppingLast: 1) : line)
  }

  private func text(of line: Span<UInt8>) throws(StreamError) -> String {
    do {
      return String(copying: try UTF8Span(validating: line))
    } catch {
      let offset = lines.byteOffset + Int64(error.byteOffsets.lowerBound)
      throw StreamError(.invalidUTF8, line: lines.line, byteOffset: offset)
    }
  }
}
