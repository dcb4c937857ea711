internal import HTTPTypes
internal import SluiceBody
public import SluiceCoding
public import SluiceGzip

#if Zstd
  internal import SluiceZstd
#endif

extension SessionRequest {
  /// Compresses the body with gzip while it is sent, and adds a `Content-Encoding` field.
  ///
  /// The size of a compressed body is unknown in advance, so it is sent in chunks. The request remains unchanged if it
  /// has no body, has a `Content-Encoding` field already, or if the body is too small or of another media type. The
  /// media type is that of the `Content-Type` field, the body's, or that of the extension of a file's path.
  ///
  /// Make sure that the server accepts compressed bodies.
  ///
  /// - Parameters:
  ///   - minimumByteCount: The size in bytes below which a body of known size is not compressed. Defaults to 1024.
  ///   - mediaTypes: The media types to compress. Defaults to ``compressibleTypes``. A body without a media type is
  ///     compressed only if these include `.any`.
  ///   - level: The compression level, from 1 (fastest) to 9 (smallest). Defaults to
  ///     `Deflater.defaultLevel`, which is 4.
  /// - Returns: Whether the body is compressed now. `false` if it was before.
  /// - Throws: The error of the body's `byteCount`, for example if a file is missing.
  @discardableResult
  public mutating func compressBody(
    from minimumByteCount: Int64 = 1024, mediaTypes: [MediaRange] = Self.compressibleTypes,
    level: Int = Deflater.defaultLevel
  ) throws -> Bool {
    try compressBody(from: minimumByteCount, mediaTypes: mediaTypes, as: .gzip) {
      GzipSource($0, level: level)
    }
  }

  private mutating func compressBody(
    from minimumByteCount: Int64, mediaTypes: [MediaRange], as coding: ContentCoding,
    _ compress: (any BodySource) -> any BodySource
  ) throws -> Bool {
    guard let body, head.headerFields[.contentEncoding] == nil else { return false }
    if let byteCount = try body.byteCount, byteCount < minimumByteCount { return false }
    let mediaType =
      if let named = head.headerFields[.contentType] ?? body.contentType {
        try? MediaType(parsing: named)
      } else {
        body.pathIfAny.flatMap { MediaType(fileName: $0) }
      }
    let isCompressible = mediaTypes.contains { range in
      mediaType.map(range.matches) ?? (range == .any)
    }
    guard isCompressible else { return false }
    self.body = compress(body)
    head.headerFields[.contentEncoding] = coding.name
    return true
  }

  /// The media types whose content typically compresses well: text, JSON, XML, scripts, forms and property lists.
  public static let compressibleTypes: [MediaRange] = [
    "text/*", "*/*+json", "*/*+xml", "application/json", "application/xml", "application/javascript",
    "application/x-www-form-urlencoded", "application/x-ndjson", "application/x-plist", "multipart/form-data",
  ]
}

#if Zstd
  extension SessionRequest {
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
    /// - Returns: Whether the body is compressed now. `false` if it was before.
    /// - Throws: The error of the body's `byteCount`, for example if a file is missing.
    @discardableResult
    public mutating func compressBody(
      with compression: Compression, from minimumByteCount: Int64 = 1024,
      mediaTypes: [MediaRange] = Self.compressibleTypes
    ) throws -> Bool {
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
