package import SluiceBody
package import SluiceSupport

/// A decoder of a content coding that is fed with pieces, such as ``Inflater``.
package protocol StreamingDecoder: AnyObject {
  associatedtype Failure: Error
  var failure: FinalError<Failure> { get set }

  /// Performs one step.
  ///
  /// - Returns: `false` if nothing more can be done with this input and this room.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  func advance(
    _ input: borrowing Span<UInt8>, by offset: inout Int, into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Bool
  /// Marks the end of the input, and throws if the data is incomplete.
  func finish() throws(Failure)
}

extension StreamingDecoder {
  /// Performs steps from the start of `input`, until it is all consumed or `output` is full.
  ///
  /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  package func advance(
    through input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Int {
    try failure.check()
    do throws(Failure) {
      var offset = 0
      while try advance(input.extracting(offset...), by: &offset, into: &output) {}
      return offset
    } catch {
      throw failure.keep(error)
    }
  }

  /// Decodes all of `input` and appends the output, also the part before an error.
  package func decode(_ input: borrowing Span<UInt8>, appendingTo output: inout [UInt8]) throws(Failure) {
    var offset = 0
    var mayContinue = true
    while mayContinue {
      try output.append(addingCapacity: pieceByteCount) {
        (piece: inout OutputSpan<UInt8>) throws(Failure) in
        offset += try advance(through: input.extracting(offset...), into: &piece)
        mayContinue = offset < input.count || piece.isFull
      }
    }
  }
}

/// An encoder of a content coding that is fed with pieces, such as ``Deflater``.
package protocol StreamingEncoder: AnyObject {
  associatedtype Failure: Error

  /// Encodes bytes from the start of `input`, until they are all consumed or `output` is full.
  ///
  /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  func encode(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Int
  /// Appends the remaining output.
  ///
  /// - Returns: Whether the output is complete. If not, `output` is full.
  func finish(into output: inout OutputSpan<UInt8>) throws(Failure) -> Bool
}

/// One pass of encoding a body, whose size is checked.
package final class EncodedReader<Encoder: StreamingEncoder>: BodyReader {
  private let body: any BodyReader
  private var declared: DeclaredByteCount
  private let encoder: Encoder
  private var input: [UInt8] = []
  private var offset = 0
  private var outcome = BodyReadOutcome.more

  package init(_ body: any BodySource, encoder: Encoder) throws {
    declared = DeclaredByteCount(try body.byteCount)
    self.body = try body.makeReader()
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
        try declared.didRead(input.count, outcome)
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

/// One pass of decoding a body.
package final class DecodedReader<Decoder: StreamingDecoder>: BodyReader {
  private let body: any BodyReader
  private let decoder: Decoder
  private let allowsNothing: Bool
  private var declared: DeclaredByteCount?
  private var hasInput = false
  private var input: [UInt8] = []
  private var offset = 0
  private var outcome = BodyReadOutcome.more
  /// The error of a read that had decoded bytes before. The next one throws it.
  private var failure: (any Error)?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - body: The reader of the encoded bytes.
  ///   - decoder: The decoder.
  ///   - declared: The check of the number of encoded bytes, or `nil` for none. Defaults to `nil`.
  ///   - allowsNothing: Whether a body without any byte is accepted as empty, although no format allows it. Defaults to
  ///     `false`.
  package init(
    _ body: any BodyReader, decoder: Decoder, declared: DeclaredByteCount? = nil, allowsNothing: Bool = false
  ) {
    self.declared = declared
    self.body = body
    self.decoder = decoder
    self.allowsNothing = allowsNothing
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if let failure { throw failure }
    let count = output.count
    do {
      return try readOn(into: &output)
    } catch {
      if output.count == count { throw error }
      failure = error
      return .more
    }
  }

  private func readOn(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
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
      try declared?.didRead(input.count, outcome)
      if !input.isEmpty { hasInput = true }
      if input.isEmpty, outcome == .waiting { return .waiting }
    }
    return .more
  }

  private func decode(into output: inout OutputSpan<UInt8>) throws(Decoder.Failure) {
    let input = input
    offset += try decoder.advance(through: input.span.extracting(offset...), into: &output)
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    body.whenReadable(resume)
  }
}
