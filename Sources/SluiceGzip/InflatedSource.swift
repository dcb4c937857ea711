public import SluiceBody

/// A compressed body that is decompressed as it is read.
///
/// ```swift
/// let body = InflatedSource(.file(at: "/var/log/syslog.1.gz"), limits: .init(maximumByteCount: 1 << 30))
/// ```
public struct InflatedSource: BodySource {
  private let body: any BodySource
  private let format: Inflater.Format
  private let limits: Inflater.Limits

  /// Creates a decompressed body.
  ///
  /// - Parameters:
  ///   - body: The compressed body.
  ///   - format: The format of the body. Defaults to `.automatic`, which detects it from the first two bytes.
  ///   - limits: The limits of the output. Defaults to none.
  public init(
    _ body: any BodySource, format: Inflater.Format = .automatic, limits: Inflater.Limits = .default
  ) {
    self.body = body
    self.format = format
    self.limits = limits
  }

  /// Always `nil`: the number of bytes cannot be known without reading.
  ///
  /// - Throws: The errors of the body's `byteCount`.
  public var byteCount: Int64? {
    get throws {
      _ = try body.byteCount
      return nil
    }
  }

  /// Whether the body is replayable.
  public var isReplayable: Bool { body.isReplayable }

  /// Always `true`: decompression takes processor time.
  public var needsOwnThread: Bool { true }

  /// Returns a new reader of the decompressed bytes, whose reads also throw ``GzipError``.
  ///
  /// - Throws: The body's error; ``GzipError/Code/outOfMemory``.
  public func makeReader() throws -> any BodyReader {
    InflatedReader(try body.makeReader(), inflater: try Inflater(format, limits: limits))
  }
}

/// One pass of decompression.
package final class InflatedReader: BodyReader {
  private let body: any BodyReader
  private let inflater: Inflater
  private let allowsNothing: Bool
  private var hasInput = false
  private var input: [UInt8] = []
  private var offset = 0
  private var outcome = BodyReadOutcome.more

  /// Creates a reader.
  ///
  /// - Parameter allowsNothing: Whether a body without any byte is accepted as empty, although no format allows it.
  ///   Defaults to `false`.
  package init(_ body: any BodyReader, inflater: Inflater, allowsNothing: Bool = false) {
    self.body = body
    self.inflater = inflater
    self.allowsNothing = allowsNothing
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while !output.isFull {
      try inflate(into: &output)
      // Otherwise, all input is consumed, and the inflater has no more output for it.
      if output.isFull { break }
      if outcome == .end {
        if hasInput || !allowsNothing { try inflater.finish() }
        return .end
      }
      input.removeAll(keepingCapacity: true)
      offset = 0
      try input.append(addingCapacity: pieceByteCount) { outcome = try body.read(into: &$0) }
      if !input.isEmpty { hasInput = true }
      if input.isEmpty, outcome == .waiting { return .waiting }
    }
    return .more
  }

  private func inflate(into output: inout OutputSpan<UInt8>) throws(GzipError) {
    let input = input
    offset += try inflater.inflate(input.span.extracting(offset...), into: &output)
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    body.whenReadable(resume)
  }
}
