internal import SluiceBody
public import SluiceCoding

/// A part that a ``MultipartReader`` has come to. Its bytes can be read once, until the reader is asked for the next.
public struct MultipartPart {
  /// The part's place in its body, from 0.
  public let index: Int
  public let headers: PartHeaders
  /// Where the part's bytes begin in the body.
  let bodyOffset: Int64
  let stream: PartStream

  /// The form field's name. In form-data alone, and never nil there.
  public var name: String? { headers.name }
  /// The file's name as the peer says it. No path may be made of it: see ``SafeFileName``.
  public var fileName: String? { headers.fileName }
  public var disposition: ContentDisposition? { headers.disposition }
  /// The media type, if there is one that can be read.
  public var mediaType: MediaType? { headers.mediaType }
  /// Which bytes of a whole the part's are. In byteranges alone, and never nil there.
  public var contentRange: ContentRange? { headers.contentRange }

  func error(_ code: MultipartError.Code, at offset: Int64? = nil) -> MultipartError {
    MultipartError(code, partIndex: index, name: name, byteOffset: offset)
  }
}

extension MultipartPart {
  /// The part's bytes as they come, in pieces that are never empty.
  public var bytes: Bytes { Bytes(part: self) }

  /// All of the part's bytes.
  ///
  /// - Parameter limit: the most bytes there may be.
  /// - Throws: ``MultipartError/Code/partTooLarge`` where there is one more, and what reading throws.
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

  /// Writes the part's bytes to a new file, and returns their number.
  ///
  /// There must be nothing at `path` before, not even a symbolic link. Where not all can be written the file is removed.
  /// A path that holds a name from the peer needs ``SafeFileName``.
  ///
  /// - Throws: ``BodyError/Code/fileExists``, ``BodyError/Code/writeFailed``, and what reading throws.
  @discardableResult
  public func write(
    to path: String, isolation actor: isolated (any Actor)? = #isolation
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

  /// The bytes of a part, once.
  public struct Bytes: AsyncSequence {
    fileprivate let part: MultipartPart

    public func makeAsyncIterator() -> Iterator { Iterator(part: part) }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let part: MultipartPart
      private var hasBegun = false
      private var hasEnded = false

      fileprivate init(part: MultipartPart) { self.part = part }

      public mutating func next() async throws -> ArraySlice<UInt8>? {
        try await next(isolation: nil)
      }

      /// The next bytes, or nil at the part's end.
      ///
      /// - Throws: ``MultipartError``, among them ``MultipartError/Code/partPassed`` where the reader has moved on and
      ///   ``MultipartError/Code/partAlreadyRead`` in a second iteration; what the bytes' sequence throws; a
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
