#if Zstd
  public import SluiceBody
  internal import SluiceGzip

  /// A body that is compressed with zstd as it is read: ``BodySource/zstd(_:level:)``.
  package struct ZstdSource: BodySource {
    package let body: any BodySource
    package let level: Int

    package init(_ body: any BodySource, level: Int) {
      self.body = body
      self.level = level
    }

    /// Always `nil`: the number of compressed bytes cannot be known without reading.
    ///
    /// - Throws: The errors of the body's `byteCount`.
    package var byteCount: Int64? {
      get throws {
        _ = try body.byteCount
        return nil
      }
    }

    /// The content type of the body.
    package var contentType: String? { body.contentType }

    /// Whether the body is replayable.
    package var isReplayable: Bool { body.isReplayable }

    /// Always `true`: compression takes processor time.
    package var needsOwnThread: Bool { true }

    /// Returns a new reader of the compressed bytes.
    ///
    /// - Throws: The body's error; ``ErrorCode/invalidLevel``, ``ErrorCode/outOfMemory``.
    package func makeReader() throws -> any BodyReader {
      try EncodedReader(body, encoder: ZstdCompression(level: level))
    }

    /// The identity of the body, with the level and the version of libzstd, on which the bytes depend.
    package func identity() throws -> BodyIdentity? {
      try body.identity().map {
        BodyIdentity(of: $0, byteCount: nil, after: "zstd \(level) \(ZstdCompression.version)")
      }
    }
  }

  extension BodySource where Self == AnyBody {
    /// Returns a body that is compressed with zstd as it is read.
    ///
    /// ```swift
    /// let body: AnyBody = .zstd(.file(at: "/var/log/syslog"), level: 9)
    /// var request = try session.request(.put, "logs/1", fields: [.contentEncoding: "zstd"], body: body)
    /// ```
    ///
    /// The output is one frame with a checksum, whose window is at most 8 MiB. The body is replayable if the other one
    /// is, and each pass yields the same bytes. Their number is unknown, so the request is sent in chunks, unless the
    /// bytes are counted first with ``BodySource/measured()``.
    ///
    /// A session compresses the body on another thread than the one that runs its transfers. A pass takes about 4 MB
    /// of memory at level 3, and 94 MB at level 19.
    ///
    /// - Parameters:
    ///   - body: The body to compress.
    ///   - level: The compression level, from 1 (fastest) to 19 (smallest). Defaults to 3. Another level is a
    ///     ``ErrorCode/invalidLevel`` error of `makeReader()`.
    public static func zstd(_ body: any BodySource, level: Int = 3) -> AnyBody {
      AnyBody(ZstdSource(body, level: level))
    }
  }

  extension ZstdSource: RandomizedSource {
    package var randomTexts: [String] { body.randomTextsIfAny }

    package func withRandomTexts(_ texts: inout ArraySlice<String>) -> ZstdSource {
      ZstdSource(body.withRandomTextsIfAny(&texts), level: level)
    }
  }
#endif
