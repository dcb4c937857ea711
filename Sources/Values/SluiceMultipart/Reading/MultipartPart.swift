public import SluiceBody

/// A part that a ``MultipartReader`` has reached. Its bytes can be read once, until the next part is requested.
///
/// It has the members of its ``head``, such as `name` and `fileName`.
@dynamicMemberLookup
public struct MultipartPart {
  /// The index of the part in its body, from 0.
  public let index: Int
  /// The head of the part.
  public let head: MultipartParser.PartHead
  /// The offset of the part's bytes in the body.
  let bodyOffset: Int64
  let stream: PartStream

  /// A member of the head.
  public subscript<Value>(dynamicMember member: KeyPath<MultipartParser.PartHead, Value>) -> Value {
    head[keyPath: member]
  }

  func error(_ code: ErrorCode, at offset: Int64? = nil) -> MultipartError {
    MultipartError(code, partIndex: index, name: head.name, byteOffset: offset)
  }
}

extension MultipartPart {
  /// The bytes of the part as they arrive, in slices that are never empty. They can be iterated once.
  ///
  /// The iteration throws a ``MultipartError``, including ``ErrorCode/partPassed`` if the next part was requested, and
  /// ``ErrorCode/partAlreadyRead`` in a second iteration; the error of the body's sequence; a `CancellationError`.
  public var bytes: some AsyncSequence<ArraySlice<UInt8>, any Error> { PartBytes(part: self) }

  /// Returns all bytes of the part.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Throws: ``ErrorCode/partTooLarge`` if the part has more bytes; otherwise the errors of reading.
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
  /// - Throws: ``ErrorCode/fileExists``, ``ErrorCode/fileIsDirectory``, ``ErrorCode/writeFailed``, or
  ///   the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  public func write(
    toFile path: some FilePathConvertible, ifExists policy: ExistingFilePolicy = .fail,
    creatingFolders: Bool = false,
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> String {
    let file = try await StagedFile(for: path._filePath, creatingFolders: creatingFolders)
    var iterator = bytes.makeAsyncIterator()
    while let piece = try await iterator.next(isolation: actor) { try await file.append(piece) }
    return try await file.commit(ifExists: policy)
  }

  /// Writes the bytes of the part to a file in a folder, under the ``SafeFileName`` of the name that the peer sent.
  ///
  /// ```swift
  /// let path = try await part.write(inFolder: "/data/videos", ifExists: .unique)    // …/holiday.mov, holiday (1).mov
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - policy: What happens if something with this name already exists. Defaults to `.fail`.
  ///   - creatingFolders: Whether the folder is created if it is missing. Defaults to `false`.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Returns: The path that was written.
  /// - Throws: The same errors as ``write(toFile:ifExists:creatingFolders:isolation:)``.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  public func write(
    inFolder folder: some FilePathConvertible, ifExists policy: ExistingFilePolicy = .fail,
    creatingFolders: Bool = false,
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> String {
    try await write(
      toFile: SafeFileName(head.fileName ?? "").path(in: folder._filePath), ifExists: policy,
      creatingFolders: creatingFolders,
      isolation: actor)
  }
}

/// The bytes of a part.
private struct PartBytes: AsyncSequence {
  let part: MultipartPart

  func makeAsyncIterator() -> Iterator { Iterator(part: part) }

  struct Iterator: AsyncIteratorProtocol {
    let part: MultipartPart
    private var hasBegun = false
    private var hasEnded = false

    init(part: MultipartPart) { self.part = part }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ArraySlice<UInt8>? {
      if hasEnded { return nil }
      if !hasBegun { try part.stream.claim(part) }
      hasBegun = true
      let piece = try await part.stream.nextBytes(of: part, isolation: actor)
      hasEnded = piece == nil
      return piece
    }
  }
}
