internal import HTTPTypes
internal import SluiceBody
public import SluiceCoding
public import SluiceGzip

extension Request {
  /// Compresses the body with gzip while it is sent, and adds a `Content-Encoding` field.
  ///
  /// The size of a compressed body is unknown in advance, so it is sent in chunks. The request remains unchanged if it
  /// has no body, has a `Content-Encoding` field already, or if the body is too small or of another media type.
  ///
  /// Make sure that the server accepts compressed bodies.
  ///
  /// - Parameters:
  ///   - minimumByteCount: The size in bytes below which a body of known size is not compressed. Defaults to 1024.
  ///   - mediaTypes: The media types to compress. Defaults to ``compressibleTypes``. A body without a media type is
  ///     compressed only if these include `.any`.
  ///   - level: The compression level, from 1 (fastest) to 9 (smallest). Defaults to
  ///     `Deflater.defaultLevel`, which is 4.
  /// - Throws: The error of the body's `byteCount`, for example if a file is missing.
  public mutating func compressBody(
    from minimumByteCount: Int64 = 1024, mediaTypes: [MediaRange] = Self.compressibleTypes,
    level: Int = Deflater.defaultLevel
  ) throws {
    guard let body, head.headerFields[.contentEncoding] == nil else { return }
    if let byteCount = try body.byteCount, byteCount < minimumByteCount { return }
    let mediaType = (head.headerFields[.contentType] ?? body.contentType).flatMap { MediaType($0) }
    let isCompressible = mediaTypes.contains { range in
      mediaType.map(range.matches) ?? (range == .any)
    }
    guard isCompressible else { return }
    self.body = GzipSource(body, level: level)
    head.headerFields[.contentEncoding] = ContentCoding.gzip.name
  }

  /// The media types whose content typically compresses well: text, JSON, XML, scripts, forms and property lists.
  public static let compressibleTypes = [
    "text/*", "*/*+json", "*/*+xml", "application/json", "application/xml", "application/javascript",
    "application/x-www-form-urlencoded", "application/x-ndjson", "application/x-plist", "multipart/form-data",
  ].compactMap { MediaRange($0) }
}
