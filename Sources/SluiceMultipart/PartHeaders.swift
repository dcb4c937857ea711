public import SluiceCoding

/// The header of a part that was received.
public struct PartHeaders: Sendable {
  /// All fields in order, names as they were written, values without the blanks around them.
  public let fields: [(name: String, value: String)]
  /// What `Content-Disposition` says: by RFC 7578 in form-data, by RFC 6266 elsewhere. Never nil in form-data.
  public let disposition: ContentDisposition?
  /// The form field's name. In form-data alone, and never nil there.
  public let name: String?
  /// Which bytes of a whole the part's are. In byteranges alone, and never nil there.
  public let contentRange: ContentRange?
  /// The number of bytes that the part must have.
  let byteCount: Int64?

  /// The file's name as the peer says it. No path may be made of it: see ``SafeFileName``.
  public var fileName: String? { disposition?.fileName }

  /// The media type, if there is one that can be read.
  public var mediaType: MediaType? { self["Content-Type"].flatMap { MediaType($0) } }

  /// The value of the first field with this name, in any case.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name.lowercased() == name }?.value
  }
}
