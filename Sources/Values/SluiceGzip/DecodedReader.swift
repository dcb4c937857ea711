package import SluiceBody

/// One pass of decoding a body.
package final class DecodedReader<Decoder: StreamingDecoder>: BodyReader {
  private let body: any BodyReader
  private let decoder: Decoder
  private let allowsNothing: Bool
  private var hasInput = false
  private var input: [UInt8] = []
  private var offset = 0
  private var outcome = BodyReadOutcome.more

  /// Creates a reader.
  ///
  /// - Parameter allowsNothing: Whether a body without any byte is accepted as empty, although no format allows it.
  ///   Defaults to `false`.
  package init(_ body: any BodyReader, decoder: Decoder, allowsNothing: Bool = false) {
    self.body = body
    self.decoder = decoder
    self.allowsNothing = allowsNothing
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while !output.isFull {
      try decode(into: &output)
      // Otherwise, all input is consumed, and the decoder has no more output for it.
      if output.isFull { break }
      if outcome == .end {
        if hasInput || !allowsNothing { try decoder.finish() }
        return .end
      }
      input.removeAll(keepingCapacity: true)
      offset = 0
      try input.append(addingCapacity: pieceByteCount) { outcome = try body.checkedRead(into: &$0) }
      if !input.isEmpty { hasInput = true }
      if input.isEmpty, outcome == .waiting { return .waiting }
    }
    return .more
  }

  private func decode(into output: inout OutputSpan<UInt8>) throws(Decoder.Failure) {
    let input = input
    offset += try decoder.decode(input.span.extracting(offset...), into: &output)
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    body.whenReadable(resume)
  }
}
