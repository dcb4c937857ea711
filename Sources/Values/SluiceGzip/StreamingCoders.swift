package import SluiceBody

/// A decoder of a content coding that is fed with pieces, such as ``Inflater``.
package protocol StreamingDecoder: AnyObject {
  associatedtype Failure: Error

  /// Decodes bytes from the start of `input`, until they are all consumed or `output` is full.
  ///
  /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
  func decode(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Int
  /// Marks the end of the input, and throws if the data is incomplete.
  func finish() throws(Failure)
}

extension StreamingDecoder {
  /// Decodes all of `input` and appends the output, also the part before an error.
  package func decode(_ input: borrowing Span<UInt8>, appendingTo output: inout [UInt8]) throws(Failure) {
    var offset = 0
    var mayContinue = true
    while mayContinue {
      try output.append(addingCapacity: pieceByteCount) {
        (piece: inout OutputSpan<UInt8>) throws(Failure) in
        offset += try decode(input.extracting(offset...), into: &piece)
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
  func encode(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Int
  /// Appends the remaining output.
  ///
  /// - Returns: Whether the output is complete. If not, `output` is full.
  func finish(into output: inout OutputSpan<UInt8>) throws(Failure) -> Bool
}

extension BodySource {
  /// Returns the number of bytes of the body, which are read to count them.
  ///
  /// - Throws: ``BodyError/Code/notReplayable`` if the body can be read only once; otherwise the errors of reading.
  package func countBytes() async throws -> Int64 {
    guard isReplayable else { throw BodyError(.notReplayable) }
    var total: Int64 = 0
    for try await chunk in chunks(ofUpTo: 256 * 1024) { total += Int64(chunk.count) }
    return total
  }
}
