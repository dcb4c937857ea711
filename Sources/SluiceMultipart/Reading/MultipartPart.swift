internal import SluiceBody
public import SluiceCoding

/// A part that a ``MultipartReader`` has reached. Its bytes can be read once, until the next part is requested.
public struct MultipartPart {
  /// The index of the part in its body, from 0.
  public let index: Int
  /// The head of the part.
  public let head: MultipartParser.PartHead
  /// The offset of the part's bytes in the body.
  let bodyOffset: Int64
  let stream: PartStream

  /// All headers of the part, in order.
  public var headers: MultipartForm.Part.Headers { head.headers }
  /// The name of the form field. Never `nil` in form-data; always `nil` otherwise.
  public var name: String? { head.name }
  /// The name of the file as the peer sent it. Do not use it in a path: see ``SafeFileName``.
  public var fileName: String? { head.fileName }
  /// The parsed `Content-Disposition`. Never `nil` in form-data.
  public var disposition: ContentDisposition? { head.disposition }
  /// The media type, or `nil` if it is missing or malformed.
  public var mediaType: MediaType? { head.mediaType }
  /// The range that the part's bytes have in the whole. Never `nil` in byteranges; always `nil` otherwise.
  public var contentRange: ContentRange? { head.contentRange }

  func error(_ code: MultipartError.Code, at offset: Int64? = nil) -> MultipartError {
    MultipartError(code, partIndex: index, name: name, byteOffset: offset)
  }
}

extension MultipartPart {
  /// The bytes of the part as they arrive, in slices that are never empty.
  public var bytes: Bytes { Bytes(part: self) }

  /// Returns all bytes of the part.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Throws: ``MultipartError/Code/partTooLarge`` if the part has more bytes; otherwise the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes.
  public func collect(
    upTo limit: Int, isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> [UInt8] {
    var collected: [UInt8] = []
    var iterator = bytes.makeAsyncIterator()
    while let piece = try await iterator.next(isolation: actor) {
      guard piece.count <= limit - collected.count else {
        throw error(.partTooLarge, at: bodyOffset + Int64(limit))
      }
      collected += piece
    }
    return collected
  }

  /// Writes the bytes of the part to a new file.
  ///
  /// If not all bytes can be written, the file is removed.
  ///
  /// - Parameters:
  ///   - path: The path of the new file. Nothing may exist there, including a symbolic link. Use ``SafeFileName`` to
  ///     build a path from a name that the peer sent.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Returns: The number of bytes written.
  /// - Throws: ``BodyError/Code/fileExists``, ``BodyError/Code/writeFailed``, or the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  public func write(
    toFile path: String, isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> Int64 {
    let file = try await NewFile(at: path)
    do {
      var iterator = bytes.makeAsyncIterator()
      var count: Int64 = 0
      while let piece = try await iterator.next(isolation: actor) {
        try await file.append(piece)
        count += Int64(piece.count)
      }
      return count
    } catch {
      file.remove()
      throw error
    }
  }

  /// The bytes of a part, which can be iterated once.
  public struct Bytes: AsyncSequence {
    fileprivate let part: MultipartPart

    /// Returns an iterator over the bytes.
    public func makeAsyncIterator() -> Iterator { Iterator(part: part) }

    /// The iteration over the bytes of a part.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let part: MultipartPart
      private var hasBegun = false
      private var hasEnded = false

      fileprivate init(part: MultipartPart) { self.part = part }

      /// Returns the next bytes, or `nil` at the end of the part.
      ///
      /// - Throws: The same errors as ``next(isolation:)``.
      public mutating func next() async throws -> ArraySlice<UInt8>? {
        try await next(isolation: nil)
      }

      /// Returns the next bytes, or `nil` at the end of the part, without leaving the caller's actor.
      ///
      /// - Throws: ``MultipartError``, including ``MultipartError/Code/partPassed`` if the next part was requested, and
      ///   ``MultipartError/Code/partAlreadyRead`` in a second iteration; the error of the body's sequence; a
      ///   `CancellationError`.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(any Error) -> ArraySlice<UInt8>? {
        if hasEnded { return nil }
        if !hasBegun { try part.stream.claim(part) }
        hasBegun = true
        let piece = try await part.stream.nextBytes(of: part, isolation: actor)
        hasEnded = piece == nil
        return piece
      }
    }
  }
}
