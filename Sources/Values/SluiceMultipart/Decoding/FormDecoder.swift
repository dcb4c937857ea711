internal import FoundationEssentials
public import SluiceBody
public import SluiceCoding

/// A decoder of forms to any `Decodable` type.
///
/// ```swift
/// struct Upload: Decodable {
///   var title: String
///   var tags: [String]
///   var thumbnail: Data?                        // in memory; a larger file is an error
///   var video: ReceivedFile                         // in a temporary file if it is large
/// }
/// let reader = try MultipartReader(request.body, contentType: type, limits: limits)
/// let upload = try await FormDecoder().decode(Upload.self, from: reader)
/// ```
///
/// Names are split as by ``Query/Decoder``: `tags[]`, `author[name]`. A part without a file name is text in UTF-8, and
/// decodes as `Data` to its bytes. A part with a file name is a file, and decodes as ``ReceivedFile`` or `Data`. A file
/// input that was left empty, for which browsers send a file without name and bytes, decodes as if it were missing.
///
/// The reader enforces ``MultipartLimits``. The limits here apply to the content of all parts, including those that the
/// type does not decode.
public struct FormDecoder: Sendable {
  /// The decoder of names and texts. Defaults to a ``Query/Decoder`` that decodes data as the bytes of a text.
  public var texts: Query.Decoder
  /// The maximum number of bytes in a text, or `nil` for no limit. Defaults to 1 MiB.
  public var maximumTextByteCount: Int? = 1 << 20
  /// The maximum number of bytes in a file, or `nil` for no limit other than those of the reader. Defaults to `nil`.
  public var maximumFileByteCount: Int64?
  /// The maximum number of bytes in a file that is kept in memory, or `nil` for no limit. A larger file is kept in a
  /// temporary file. Defaults to 64 KiB.
  public var maximumInMemoryFileByteCount: Int? = 64 << 10
  /// The maximum number of bytes of all texts and files that are kept in memory, or `nil` for no limit. Beyond it,
  /// files are kept in temporary files, and a text is an error. Defaults to 8 MiB.
  public var maximumInMemoryByteCount: Int? = 8 << 20
  /// A folder on the file system that temporary files are stored on. They have no names. Defaults to the system's
  /// folder for temporary files.
  ///
  /// A form holds at most five open descriptors. The first four files that are not kept in memory have a temporary file
  /// each, and all others share one, which disappears with the last of them. Files that the type does not decode are
  /// stored, too, until decoding ends; their names are unknown before the whole form has been read.
  public var temporaryFolder: any FilePathConvertible

  /// Creates a decoder with default settings.
  public init() {
    texts = Query.Decoder()
    texts.dataDecodingStrategy = .custom(
      text: { String(decoding: $0, as: UTF8.self) }, data: { Data($0.utf8) })
    temporaryFolder = SpooledFile.systemFolder
  }

  /// Decodes a value from the parts of a form.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - reader: The reader of the form.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Throws: ``MultipartError``, including ``ErrorCode/partTooLarge`` for a limit of this decoder,
  ///   ``ErrorCode/missingName`` if the reader's media type is not form-data, and
  ///   ``ErrorCode/invalidUTF8`` for a text; `DecodingError` with the coding path; the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes in the body.
  public func decode<T: Decodable>(
    _ type: T.Type, from reader: MultipartReader, isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> T {
    var entries: [Query.Entry] = []
    var room = maximumInMemoryByteCount ?? .max
    let spool = FormSpool(in: temporaryFolder._filePath)
    var parts = reader.makeAsyncIterator()
    while let part = try await parts.next(isolation: actor) {
      guard let name = part.head.name else { throw part.error(.missingName) }
      if part.head.fileName == nil {
        entries.append(Query.Entry(name, .text(try await text(of: part, room: &room, isolation: actor))))
      } else {
        let file = try await file(of: part, room: &room, in: spool, isolation: actor)
        if file.fileName.isEmpty, file.byteCount == 0 { continue }
        entries.append(Query.Entry(name, .opaque(file)))
      }
    }
    return try texts.decode(type, from: entries)
  }

  private func text(
    of part: MultipartPart, room: inout Int, isolation actor: isolated (any Actor)?
  ) async throws -> String {
    let bytes = try await part.collect(upTo: min(maximumTextByteCount ?? .max, room), isolation: actor)
    room -= bytes.count
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw part.error(.invalidUTF8Text, at: part.bodyOffset + Int64(error.byteOffsets.lowerBound))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func file(
    of part: MultipartPart, room: inout Int, in spool: FormSpool, isolation actor: isolated (any Actor)?
  ) async throws -> ReceivedFile {
    var content = SpooledBytes(inMemoryUpTo: min(maximumInMemoryFileByteCount ?? .max, room)) {
      try await spool.nextFile()
    }
    var pieces = part.bytes.makeAsyncIterator()
    while let piece = try await pieces.next(isolation: actor) {
      if let limit = maximumFileByteCount, piece.count > limit - content.byteCount {
        throw part.error(.partTooLarge, at: part.bodyOffset + limit)
      }
      try await content.append(piece)
    }
    if case .memory(let bytes) = content.content { room -= bytes.count }
    return ReceivedFile(part.head, content)
  }
}

/// The temporary files for the files of one form. They hold few descriptors, whatever number of files a peer sends.
///
/// ```
///  files of the form     1  2  3  4  5  6  7  8  …
///  temporary files       1  2  3  4  └─ shared ─┘
/// ```
///
/// A temporary file for a single file gets a name without being copied. The bytes of the shared one are copied.
private final class FormSpool: Sendable {
  private struct State {
    var ownFileCount = 0
    var lastShared: SpooledFile?
  }

  /// The maximum number of files that have a temporary file of their own.
  static let maximumOwnFileCount = 4

  private let folder: String
  private let state = Lock(State())

  init(in folder: String) { self.folder = folder }

  /// Returns an empty file. The one before it is complete: nothing may be appended to it.
  func nextFile() async throws -> SpooledFile {
    let (isOwn, last) = state.withLock { state in
      let isOwn = state.ownFileCount < Self.maximumOwnFileCount
      if isOwn { state.ownFileCount += 1 }
      return (isOwn, state.lastShared)
    }
    if isOwn { return try await SpooledFile(in: folder) }
    let file =
      if let last { SpooledFile(after: last) } else { try await SpooledFile(in: folder, isShared: true) }
    state.withLock { $0.lastShared = file }
    return file
  }
}
