internal import FoundationEssentials
internal import SluiceBody
public import SluiceCoding

/// Reads a form as any `Decodable` type.
///
/// ```swift
/// struct Upload: Decodable {
///   var title: String
///   var tags: [String]
///   var thumbnail: Data?                        // in memory, or an error
///   var video: FormFile                         // spooled where it is large
/// }
/// let reader = try MultipartReader(request.body, contentType: type, limits: limits)
/// let upload = try await FormDecoder().decode(Upload.self, from: reader)
/// ```
///
/// Names are taken apart as ``QueryDecoder`` does: `tags[]`, `author[name]`. A part without a file name is text in UTF-8,
/// of which `Data` is its bytes. A part with one is a file, for ``FormFile`` or `Data`. A file input that was left empty,
/// which browsers send as a file without name and bytes, is as if it were not there.
///
/// ``MultipartLimits`` hold for the reader; those here for what becomes of the parts.
public struct FormDecoder: Sendable {
  /// How names are taken apart and texts are read. By default as ``QueryDecoder``, but that data is a text's bytes.
  public var texts: QueryDecoder
  /// The most bytes in a text. 1 MiB by default.
  public var maxTextBytes = 1 << 20
  /// The most bytes in a file. No limit by default, but that of the reader's parts.
  public var maxFileBytes: Int64 = .max
  /// The most bytes of a file that is kept in memory; a larger one is spooled. 64 KiB by default.
  public var maxFileBytesInMemory = 64 << 10
  /// The most bytes of all texts and files in memory; then files are spooled, and texts an error. 8 MiB by default.
  public var maxBytesInMemory = 8 << 20
  /// Where temporary files go. The system's folder for them by default.
  public var temporaryFolder: String

  public init() {
    texts = QueryDecoder()
    texts.data = .custom(text: { String(decoding: $0, as: UTF8.self) }, data: { Data($0.utf8) })
    temporaryFolder = SpooledFile.systemFolder
  }

  /// The value that a form's parts hold.
  ///
  /// - Throws: ``MultipartError``, with ``MultipartError/Code/partTooLarge`` for what is over a limit here,
  ///   ``MultipartError/Code/missingName`` where the reader's type is not form-data, and
  ///   ``MultipartError/Code/invalidUTF8``; `DecodingError` with the coding path; what reading throws.
  public func decode<T: Decodable>(
    _ type: T.Type, from reader: MultipartReader, isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> T {
    var pairs = QueryPairs()
    var decoder = texts
    var room = maxBytesInMemory
    var parts = reader.makeAsyncIterator()
    while let part = try await parts.next(isolation: actor) {
      guard let name = part.name else { throw part.error(.missingName) }
      if part.fileName == nil {
        pairs.append(QueryPair(name, try await text(of: part, room: &room, isolation: actor)))
      } else {
        let file = try await file(of: part, room: &room, isolation: actor)
        if file.fileName.isEmpty, file.byteCount == 0 { continue }
        pairs.append(QueryPair(name, decoder.attachments.add(file)))
      }
    }
    return try decoder.decode(type, from: pairs)
  }

  private func text(
    of part: MultipartPart, room: inout Int, isolation actor: isolated (any Actor)?
  ) async throws -> String {
    let bytes = try await part.collect(upTo: min(maxTextBytes, room), isolation: actor)
    room -= bytes.count
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw part.error(.invalidUTF8, at: part.bodyOffset + Int64(error.byteOffsets.lowerBound))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func file(
    of part: MultipartPart, room: inout Int, isolation actor: isolated (any Actor)?
  ) async throws -> FormFile {
    var content = SpooledBytes(memoryLimit: min(maxFileBytesInMemory, room), folder: temporaryFolder)
    var pieces = part.bytes.makeAsyncIterator()
    while let piece = try await pieces.next(isolation: actor) {
      guard piece.count <= maxFileBytes - content.byteCount else {
        throw part.error(.partTooLarge, at: part.bodyOffset + maxFileBytes)
      }
      try await content.append(piece)
    }
    if case .memory(let bytes) = content.content { room -= bytes.count }
    return FormFile(part.headers, content)
  }
}
