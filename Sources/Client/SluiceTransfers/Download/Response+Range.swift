internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession

extension Response {
  /// Passes the body, which is a range of a file, to a closure, and checks the digest that the response declares.
  ///
  /// - Parameters:
  ///   - range: The range. It shrinks from its beginning, so that a retry continues where the body has stopped.
  ///   - write: Takes a block and its offset in the file.
  /// - Returns: The number of bytes, or `nil` if the body has more than the range.
  /// - Throws: The errors of the body and of `write`; a ``SessionError`` with the code `digest-mismatch`.
  func readRange(
    _ range: inout Range<Int64>, _ write: (_ block: borrowing Span<UInt8>, _ offset: Int64) throws -> Void
  ) async throws -> Int64? {
    var content = DigestCheck(DeclaredDigests(head.headerFields).content)
    let requested = range
    var offset = range.lowerBound
    defer { range = offset..<requested.upperBound }
    let count = try await body.write(upTo: requested.upperBound - offset) { block in
      content.update(block)
      try write(block, offset)
      offset += Int64(block.count)
    }
    guard let count, count == requested.upperBound - requested.lowerBound else { return count }
    _ = try await verify(content)
    return count
  }

  /// Compares the digests of the body, or of the file that it belongs to. A cache does not keep a response with another
  /// digest.
  ///
  /// - Returns: The digest in hexadecimal, or `nil` if none is known.
  /// - Throws: A ``SessionError`` with the code `digest-mismatch`.
  func verify(_ check: DigestCheck) async throws -> String? {
    do {
      return try check.verify()
    } catch {
      await body.refuse()
      throw error
    }
  }
}

extension Response {
  /// Returns the error for a response without a file, with the beginning of its body.
  func refusal() async throws -> ResponseError {
    let validation = ResponseValidation()
    let start = try await validation.start(of: body, refusedBy: head)
    return try await validation.unacceptableStatus(head, body: start, in: decodingContext)
  }
}
