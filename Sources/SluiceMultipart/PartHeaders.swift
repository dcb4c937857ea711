public import SluiceCoding

/// The headers of a part that was received.
public struct PartHeaders: Sendable {
  /// All fields, in order. Names have the case that was received; values have no blanks around them.
  public let fields: [(name: String, value: String)]
  /// The parsed `Content-Disposition`: by RFC 7578 in form-data, where it is never `nil`, and by RFC 6266 otherwise.
  public let disposition: ContentDisposition?
  /// The name of the form field. Never `nil` in form-data; always `nil` otherwise.
  public let name: String?
  /// The range that the part's bytes have in the whole. Never `nil` in byteranges; always `nil` otherwise.
  public let contentRange: ContentRange?
  /// The number of bytes that the part must have, or `nil` if the headers do not declare it.
  let byteCount: Int64?

  /// The name of the file as the peer sent it. Do not use it in a path: see ``SafeFileName``.
  public var fileName: String? { disposition?.fileName }

  /// The media type, or `nil` if it is missing or malformed.
  public var mediaType: MediaType? { self["Content-Type"].flatMap { MediaType($0) } }

  /// The value of the first field with this name, regardless of case, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for *n* fields.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name.lowercased() == name }?.value
  }
}
