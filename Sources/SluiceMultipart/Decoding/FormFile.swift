internal import FoundationEssentials
public import SluiceBody
public import SluiceCoding

/// A file that was received in a form. A small one is kept in memory, a larger one in a temporary file, which is
/// removed with the last copy of this value.
///
/// It is a ``BodySource``, so it can be sent or written to a descriptor.
public struct FormFile: Sendable {
  /// The name of the file as the peer sent it, or an empty string. Do not use it in a path: see ``SafeFileName``.
  public let fileName: String
  /// The media type, or `nil` if it is missing or malformed.
  public let mediaType: MediaType?
  private let content: SpooledBytes

  init(_ head: MultipartParser.PartHead, _ content: SpooledBytes) {
    fileName = head.fileName ?? ""
    mediaType = head.mediaType
    self.content = content
  }

  /// The path of the temporary file, or `nil` if the file is in memory.
  public var path: String? {
    if case .file(let file) = content.content { file.path } else { nil }
  }

  /// The bytes of the file, or `nil` if it is in a temporary file.
  public var bytes: [UInt8]? {
    if case .memory(let bytes) = content.content { bytes } else { nil }
  }
}

extension FormFile: BodySource {
  /// The number of bytes, never `nil`.
  public var byteCount: Int64? { content.byteCount }
  /// The media type as text.
  public var contentType: String? { mediaType?.description }
  /// Always `true`.
  public var isReplayable: Bool { true }
  /// Returns a new reader of the bytes, which keeps a temporary file until it is released.
  ///
  /// - Throws: ``BodyError`` if the temporary file was removed or changed.
  public func makeReader() throws -> any BodyReader { try content.makeReader() }
}

extension FormFile: Decodable {
  /// Always throws: only a ``FormDecoder`` decodes files.
  ///
  /// - Throws: `DecodingError.typeMismatch`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.typeMismatch(
      Self.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected a form's file."))
  }
}

extension FormFile: Query.OpaqueValue {
  /// `a file`.
  package static var noun: String { "a file" }

  /// Returns the file itself, or its bytes as `Data` if they are in memory.
  package func value<T>(as type: T.Type) throws -> T? {
    if T.self == FormFile.self { return self as? T }
    guard T.self == Data.self, let bytes else { return nil }
    return Data(bytes) as? T
  }
}
