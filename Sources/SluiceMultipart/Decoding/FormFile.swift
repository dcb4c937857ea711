internal import FoundationEssentials
public import SluiceBody
public import SluiceCoding

/// A file that came in a form: in memory if it is small, else in a temporary file that is removed when the last copy of
/// this value is.
///
/// It is a ``BodySource``, so that it can be sent on, or written to a descriptor.
public struct FormFile: Sendable {
  /// The file's name as the peer says it. No path may be made of it: see ``SafeFileName``.
  public let fileName: String
  /// The media type, if there is one that can be read.
  public let mediaType: MediaType?
  private let content: SpooledBytes

  init(_ headers: PartHeaders, _ content: SpooledBytes) {
    fileName = headers.fileName ?? ""
    mediaType = headers.mediaType
    self.content = content
  }

  /// Where the temporary file is; nil for one in memory.
  public var path: String? {
    if case .file(let file) = content.content { file.path } else { nil }
  }

  /// The file's bytes; nil for one that is not in memory.
  public var bytes: [UInt8]? {
    if case .memory(let bytes) = content.content { bytes } else { nil }
  }
}

extension FormFile: BodySource {
  public var byteCount: Int64? { content.byteCount }
  public var contentType: String? { mediaType?.description }
  public var isReplayable: Bool { true }
  public func makeReader() throws -> any BodyReader { try content.makeReader() }
}

extension FormFile: Decodable {
  /// - Throws: a `DecodingError`, unless a ``FormDecoder`` finds a file.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.typeMismatch(
      Self.self, .init(codingPath: decoder.codingPath, debugDescription: "A form's file is wanted."))
  }
}

extension FormFile: QueryAttachment {
  /// As itself; as bytes where they are in memory.
  package func value<T>(as type: T.Type) throws -> T? {
    if T.self == FormFile.self { return self as? T }
    guard T.self == Data.self, let bytes else { return nil }
    return Data(bytes) as? T
  }
}
