public import SluiceBody
internal import SluiceSupport

/// A parser that returns the lines of a UTF-8 text.
///
/// ```swift
/// for try await line in ElementStream(body.chunks(), makeParser: { LineParser() }) { print(line) }
/// ```
///
/// A line ends with LF or CRLF, which is not part of the line; a lone CR is data. Empty lines are returned, and so is a
/// non-empty last line without terminator. A byte order mark at the very start is dropped.
///
/// - Throws: From its methods, ``StreamError/Code/lineTooLong`` and ``StreamError/Code/invalidUTF8``.
public struct LineParser: StreamParser, Sendable {
  private var lines: LineSplitter
  private var failure = FinalError<any Error>()

  /// Creates a parser of lines.
  ///
  /// - Parameter maximumLineByteCount: The maximum number of bytes of a line, without its terminator, or `nil` for no
  ///   limit. Defaults to 1 MiB.
  public init(maximumLineByteCount: Int? = 1 << 20) {
    lines = LineSplitter(maximumByteCount: maximumLineByteCount, tooLong: .lineTooLong)
  }

  /// Returns the next line that `bytes` completes, or `nil` once all of `bytes` is consumed.
  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> String? {
    try failure.check()
    do {
      return switch try lines.next(in: bytes, from: &position) {
      case .inChunk(let range): try text(ofEnded: bytes.extracting(range))
      case .held: try text(ofEnded: lines.held.span)
      case nil: nil
      }
    } catch {
      throw failure.keep(error)
    }
  }

  /// Returns a last line without terminator, or `nil` if there is none.
  public mutating func finish() throws -> String? {
    try failure.check()
    do {
      return try lines.finish() == nil ? nil : try text(of: lines.held.span)
    } catch {
      throw failure.keep(error)
    }
  }

  /// Decodes a line that was ended by LF, and drops the CR of a CRLF.
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
