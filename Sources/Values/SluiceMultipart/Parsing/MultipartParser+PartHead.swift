public import SluiceCoding

extension MultipartParser {
  /// The head of a part that was received: its headers, and what those mean.
  public struct PartHead: Sendable {
    /// All headers, in order.
    public let headers: MultipartForm.Part.Headers
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
    public var mediaType: MediaType? { headers["Content-Type"].flatMap { MediaType($0) } }
  }
}
