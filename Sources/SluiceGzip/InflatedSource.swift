public import SluiceBody

/// A compressed body, decompressed as it is read.
public struct InflatedSource: BodySource {
  private let body: any BodySource
  private let format: Inflater.Format
  private let limits: Inflater.Limits

  /// - Parameters:
  ///   - format: by the first two bytes by default.
  ///   - limits: none by default.
  public init(
    _ body: any BodySource, format: Inflater.Format = .automatic, limits: Inflater.Limits = .init()
  ) {
    self.body = body
    self.format = format
    self.limits = limits
  }

  /// Nil: it is not known without reading.
  public var byteCount: Int64? {
    get throws {
      _ = try body.byteCount
      return nil
    }
  }

  public var isReplayable: Bool { body.isReplayable }

  public var needsOwnThread: Bool { true }

  /// - Throws: what the body throws. The reader throws a ``GzipError`` besides.
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

  /// - Parameter allowsNothing: whether a body without a byte is one too, though no format has any such.
  package init(_ body: any BodyReader, inflater: Inflater, allowsNothing: Bool = false) {
    self.body = body
    self.inflater = inflater
    self.allowsNothing = allowsNothing
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while !output.isFull {
      let count = output.count
      try inflate(into: &output)
      if output.isFull { break }
      if offset < input.count || output.count > count { continue }
      if outcome == .end {
        if hasInput || !allowsNothing { try inflater.finish() }
        return .end
      }
      input.removeAll(keepingCapacity: true)
      offset = 0
      try input.append(addingCapacity: pieceSize) { outcome = try body.read(into: &$0) }
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
