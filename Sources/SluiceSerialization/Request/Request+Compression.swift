internal import HTTPTypes
internal import SluiceBody
public import SluiceCoding
internal import SluiceGzip

extension Request {
  /// Compresses the body with gzip as it is sent, and says so in `Content-Encoding`. Its size is not known then, so that
  /// it goes chunked.
  ///
  /// Nothing is done to a request without a body or with one that has a coding already, nor where a limit or a type says
  /// that it is not worth it. Whether the server takes coded bodies is for the caller to know.
  ///
  /// - Parameters:
  ///   - minimumByteCount: smaller bodies of known size stay as they are. 1,024 by default.
  ///   - mediaTypes: bodies of other types, and of none, stay as they are. By default text, and what is written as text:
  ///     JSON, XML, forms, scripts. Give `.any` for all.
  ///   - level: from 1, the fastest, to 9, the smallest. 6 by default.
  /// - Throws: what is known to be wrong with the body, such as a missing file.
  public mutating func compressBody(
    from minimumByteCount: Int64 = 1024, mediaTypes: [MediaRange] = Self.compressibleTypes, level: Int = 6
  ) throws {
    guard let body, head.headerFields[.contentEncoding] == nil else { return }
    if let byteCount = try body.byteCount, byteCount < minimumByteCount { return }
    let mediaType = (head.headerFields[.contentType] ?? body.contentType).flatMap { MediaType($0) }
    let isCompressible = mediaTypes.contains { range in
      mediaType.map(range.matches) ?? (range == .any)
    }
    guard isCompressible else { return }
    self.body = GzipSource(body, level: level)
    head.headerFields[.contentEncoding] = "gzip"
  }

  /// What gets smaller when it is compressed.
  public static let compressibleTypes = [
    "text/*", "*/*+json", "*/*+xml", "application/json", "application/xml", "application/javascript",
    "application/x-www-form-urlencoded", "application/x-ndjson", "application/x-plist", "multipart/form-data",
  ].compactMap { MediaRange($0) }
}
