public import SluiceBody
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
    try await stream.forEachPiece(of: self, isolation: actor) { piece in
      guard piece.count <= limit - collected.count else {
        throw error(.partTooLarge, at: bodyOffset + Int64(limit))
      }
      collected += piece
    }
    return collected
  }

  /// Writes the bytes of the part to a file. It appears under its name once it is complete and flushed to disk.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Use ``write(inFolder:ifExists:creatingFolders:isolation:)`` for a name that the
  ///     peer sent.
  ///   - policy: What happens if something already exists at `path`. Defaults to `.fail`.
  ///   - creatingFolders: Whether missing folders of `path` are created. They stay after an error. Defaults to `false`.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Returns: The path that was written, which differs from `path` if `policy` is `.unique` and something existed.
  /// - Throws: ``BodyError/Code/fileExists``, ``BodyError/Code/fileIsDirectory``, ``BodyError/Code/writeFailed``, or
  ///   the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  public func write(
    toFile path: String, ifExists policy: ExistingFilePolicy = .fail, creatingFolders: Bool = false,
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> String {
    let file = try await StagedFile(for: path, creatingFolders: creatingFolders)
    var iterator = bytes.makeAsyncIterator()
    while let piece = try await iterator.next(isolation: actor) { try await file.append(piece) }
    return try await file.commit(ifExists: policy)
  }

  /// Writes the bytes of the part to a file in a folder, under the ``SafeFileName`` of the name that the peer sent.
  ///
  /// ```swift
  /// let path = try await part.write(inFolder: "/data/videos")    // /data/videos/holiday.mov, or holiday (1).mov
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - policy: What happens if something with this name already exists. Defaults to `.unique`.
  ///   - creatingFolders: Whether the folder is created if it is missing. Defaults to `false`.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Returns: The path that was written.
  /// - Throws: The same errors as ``write(toFile:ifExists:creatingFolders:isolation:)``.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  public func write(
    inFolder folder: String, ifExists policy: ExistingFilePolicy = .unique, creatingFolders: Bool = false,
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> String {
    try await write(
      toFile: SafeFileName(fileName ?? "").path(in: folder), ifExists: policy,
      creatingFolders: creatingFolders,
      isolation: actor)
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
