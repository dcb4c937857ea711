package import SluiceBody

/// One pass of encoding a body.
package final class EncodedReader<Encoder: StreamingEncoder>: BodyReader {
  private let body: any BodyReader
  private let encoder: Encoder
  private var input: [UInt8] = []
  private var offset = 0
  private var outcome = BodyReadOutcome.more

  package init(_ body: any BodyReader, encoder: Encoder) {
    self.body = body
    self.encoder = encoder
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while !output.isFull {
      if offset < input.count {
        try encode(into: &output)
      } else if outcome == .end {
        return try encoder.finish(into: &output) ? .end : .more
      } else {
        input.removeAll(keepingCapacity: true)
        offset = 0
        try input.append(addingCapacity: pieceByteCount) { outcome = try body.checkedRead(into: &$0) }
        if input.isEmpty, outcome == .waiting { return .waiting }
      }
    }
    return .more
  }

  private func encode(into output: inout OutputSpan<UInt8>) throws(Encoder.Failure) {
    let input = input
    offset += try encoder.encode(input.span.extracting(offset...), into: &output)
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    body.whenReadable(resume)
  }
}
