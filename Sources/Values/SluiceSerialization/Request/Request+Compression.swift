internal import HTTPTypes
internal import SluiceBody
public import SluiceCoding
public import SluiceGzip

#if Zstd
  internal import SluiceZstd
#endif

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
    try compressBody(from: minimumByteCount, mediaTypes: mediaTypes, as: .gzip) {
      GzipSource($0, level: level)
    }
  }

  private mutating func compressBody(
    from minimumByteCount: Int64, mediaTypes: [MediaRange], as coding: ContentCoding,
    _ compress: (any BodySource) -> any BodySource
  ) throws {
    guard let body, head.headerFields[.contentEncoding] == nil else { return }
    if let byteCount = try body.byteCount, byteCount < minimumByteCount { return }
    let mediaType = (head.headerFields[.contentType] ?? body.contentType).flatMap { MediaType($0) }
    let isCompressible = mediaTypes.contains { range in
      mediaType.map(range.matches) ?? (range == .any)
    }
    guard isCompressible else { return }
    self.body = compress(body)
    head.headerFields[.contentEncoding] = coding.name
  }

  /// The media types whose content typically compresses well: text, JSON, XML, scripts, forms and property lists.
  public static let compressibleTypes = [
    "text/*", "*/*+json", "*/*+xml", "application/json", "application/xml", "application/javascript",
    "application/x-www-form-urlencoded", "application/x-ndjson", "application/x-plist", "multipart/form-data",
  ].compactMap { MediaRange($0) }
}

#if Zstd
  extension Request {
    /// A coding that compresses a body, with its level.
    public struct Compression: Sendable, Hashable {
      fileprivate enum Coding: Hashable {
        case gzip(level: Int)
        case zstd(level: Int)
      }

      fileprivate let coding: Coding

      /// gzip, at level `Deflater.defaultLevel`, which is 4.
      public static let gzip = gzip(level: Deflater.defaultLevel)
      /// zstd, at level 3.
      public static let zstd = zstd(level: 3)

      /// Returns gzip at a level from 1 (fastest) to 9 (smallest).
      public static func gzip(level: Int) -> Compression { Compression(coding: .gzip(level: level)) }
      /// Returns zstd at a level from 1 (fastest) to 19 (smallest).
      public static func zstd(level: Int) -> Compression { Compression(coding: .zstd(level: level)) }
    }

    /// Compresses the body with a given coding while it is sent, and adds a `Content-Encoding` field.
    ///
    /// ```swift
    /// try request.compressBody(with: .zstd)
    /// ```
    ///
    /// The same rules apply as for ``compressBody(from:mediaTypes:level:)``. This method needs the trait `Zstd`.
    ///
    /// - Parameters:
    ///   - compression: The coding, such as `.zstd` or `.zstd(level: 9)`.
    ///   - minimumByteCount: The size in bytes below which a body of known size is not compressed. Defaults to 1024.
    ///   - mediaTypes: The media types to compress. Defaults to ``compressibleTypes``. A body without a media type is
    ///     compressed only if these include `.any`.
    /// - Throws: The error of the body's `byteCount`, for example if a file is missing.
    public mutating func compressBody(
      with compression: Compression, from minimumByteCount: Int64 = 1024,
      mediaTypes: [MediaRange] = Self.compressibleTypes
    ) throws {
      switch compression.coding {
      case .gzip(let level):
        try compressBody(from: minimumByteCount, mediaTypes: mediaTypes, level: level)
      case .zstd(let level):
        try compressBody(from: minimumByteCount, mediaTypes: mediaTypes, as: .zstd) {
          ZstdSource($0, level: level)
        }
      }
    }
  }
#endif
