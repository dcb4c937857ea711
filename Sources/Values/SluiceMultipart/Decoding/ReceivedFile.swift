internal import FoundationEssentials
public import SluiceBody
public import SluiceCoding

/// A file that was received in a form.
///
/// ```swift
/// let path = try await upload.video.write(inFolder: "/data/videos", ifExists: .unique)
/// ```
///
/// A small file is kept in memory, a larger one in a temporary file. The temporary file has no name, and disappears
/// with the last copy of this value, or with the process. The files of a form hold at most five open descriptors,
/// because those after the first four share a temporary file, which stays until the last of them is released. The bytes
/// can be read as those of any ``BodySource``; ``write(toFile:ifExists:creatingFolders:)`` gives them a path.
public struct ReceivedFile: Sendable {
  /// The name of the file as the peer sent it, or an empty string. Do not use it in a path: see ``SafeFileName``.
  public let fileName: String
  /// The media type, or `nil` if it is missing or malformed.
  public let mediaType: MediaType?
  private let content: SpooledBytes.Content

  init(_ head: MultipartParser.PartHead, _ spool: SpooledBytes) {
    fileName = head.fileName ?? ""
    mediaType = head.mediaType
    content = spool.content
  }

  /// The bytes of the file, or `nil` if it is in a temporary file.
  public var bytes: [UInt8]? {
    if case .memory(let bytes) = content { bytes } else { nil }
  }

  /// Writes the file to disk. It appears under its name once it is complete, and stays there until it is removed.
  ///
  /// If no other file shares its temporary file, and the path is on the same file system, the first call gives that
  /// file its name, without copying it, so a later change to the file also changes this value. Otherwise, the bytes are
  /// copied.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Use ``write(inFolder:ifExists:creatingFolders:)`` for a name that the peer sent.
  ///   - policy: What happens if something already exists at `path`. Defaults to `.fail`.
  ///   - creatingFolders: Whether missing folders of `path` are created. They stay after an error. Defaults to `false`.
  /// - Returns: The path that was written, which differs from `path` if `policy` is `.unique` and something existed.
  /// - Throws: ``ErrorCode/fileExists``, ``ErrorCode/fileIsDirectory``, ``ErrorCode/writeFailed``, or a
  ///   `CancellationError`.
  @discardableResult
  public func write(
    toFile path: some FilePathConvertible, ifExists policy: ExistingFilePolicy = .fail,
    creatingFolders: Bool = false
  ) async throws -> String {
    let path = path._filePath
    if case .file(let temporary) = content,
      let written = try await temporary.commit(to: path, ifExists: policy, creatingFolders: creatingFolders)
    {
      return written
    }
    let file = try await StagedFile(for: path, creatingFolders: creatingFolders)
    try await file.append(self)
    return try await file.commit(ifExists: policy)
  }

  /// Writes the file into a folder, under the ``SafeFileName`` of the name that the peer sent.
  ///
  /// As with ``write(toFile:ifExists:creatingFolders:)``, a later change to the written file may change this value.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - policy: What happens if something with this name already exists. Defaults to `.fail`.
  ///   - creatingFolders: Whether the folder is created if it is missing. Defaults to `false`.
  /// - Returns: The path that was written.
  /// - Throws: The same errors as ``write(toFile:ifExists:creatingFolders:)``.
  @discardableResult
  public func write(
    inFolder folder: some FilePathConvertible, ifExists policy: ExistingFilePolicy = .fail,
    creatingFolders: Bool = false
  ) async throws -> String {
    try await write(
      toFile: SafeFileName(fileName).path(in: folder._filePath), ifExists: policy,
      creatingFolders: creatingFolders)
  }
}

extension ReceivedFile: BodySource {
  /// The number of bytes, never `nil`.
  public var byteCount: Int64? { content.byteCount }
  /// The media type as text.
  public var contentType: String? { mediaType?.description }
  /// Always `true`.
  public var isReplayable: Bool { true }
  /// Always `false`.
  public var needsOwnThread: Bool { false }
  /// Returns a new reader of the bytes, which keeps a temporary file until it is released.
  public func makeReader() -> any BodyReader { content.makeReader() }

  /// Returns a new reader of the bytes from an offset on.
  ///
  /// - Throws: A `BodyError` with the code `range-out-of-bounds`.
  public func makeReader(at offset: Int64) throws -> any BodyReader { try content.makeReader(at: offset) }
}

extension ReceivedFile: Decodable {
  /// Always throws: only a ``FormDecoder`` decodes files.
  ///
  /// - Throws: `DecodingError.typeMismatch`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.typeMismatch(
      Self.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected a form's file."))
  }
}

extension ReceivedFile: Query.OpaqueValue {
  /// `a file`.
  package static var noun: String { "a file" }

  /// Returns the file itself, or its bytes as `Data` if they are in memory.
  package func value<T>(as type: T.Type) throws -> T? {
    if T.self == ReceivedFile.self { return self as? T }
    guard T.self == Data.self, let bytes else { return nil }
    return Data(bytes) as? T
  }
}
