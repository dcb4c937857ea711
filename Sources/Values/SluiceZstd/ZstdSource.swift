#if Zstd
  public import SluiceBody
  internal import SluiceGzip

  /// A body that is compressed with zstd as it is read.
  ///
  /// ```swift
  /// let body = ZstdSource(.file(at: "/var/log/syslog"), level: 9)
  /// var request = try session.request(.put, "logs/1", fields: [.contentEncoding: "zstd"], body: body)
  /// ```
  ///
  /// The output is one frame with a checksum, whose window is at most 8 MiB. The source is replayable if the body is,
  /// and each pass yields the same bytes. Their number is unknown, so the request is sent in chunks, unless the bytes
  /// are counted first with ``measured()``.
  ///
  /// A session compresses the body on another thread than the one that runs its transfers. A pass takes about 4 MB of
  /// memory at level 3, and 94 MB at level 19.
  public struct ZstdSource: BodySource {
    package let body: any BodySource
    package let level: Int
    private let knownByteCount: Int64?

    /// Creates a compressed body.
    ///
    /// - Parameters:
    ///   - body: The body to compress.
    ///   - level: The compression level, from 1 (fastest) to 19 (smallest). Defaults to 3. Another level is a
    ///     ``ZstdError/Code/invalidLevel`` error of ``makeReader()``.
    public init(_ body: any BodySource, level: Int = 3) {
      self.init(body, level: level, byteCount: nil)
    }

    private init(_ body: any BodySource, level: Int, byteCount: Int64?) {
      self.body = body
      self.level = level
      knownByteCount = byteCount
    }

    /// The number of compressed bytes if the source has been ``measured()``; otherwise `nil`.
    ///
    /// - Throws: The errors of the body's `byteCount`.
    public var byteCount: Int64? {
      get throws {
        // A known error of the body is thrown here too.
        _ = try body.byteCount
        return knownByteCount
      }
    }

    /// The content type of the body.
    public var contentType: String? { body.contentType }

    /// Whether the body is replayable.
    public var isReplayable: Bool { body.isReplayable }

    /// Always `true`: compression takes processor time.
    public var needsOwnThread: Bool { true }

    /// Returns a new reader of the compressed bytes.
    ///
    /// - Throws: The body's error; ``ZstdError/Code/invalidLevel``, ``ZstdError/Code/outOfMemory``.
    public func makeReader() throws -> any BodyReader {
      try EncodedReader(body, encoder: ZstdCompression(level: level))
    }

    /// The identity of the body, with the level and the version of libzstd, on which the bytes depend.
    public func identity() throws -> BodyIdentity? {
      try body.identity().map {
        BodyIdentity(of: $0, byteCount: knownByteCount, after: "zstd \(level) \(ZstdCompression.version)")
      }
    }

    /// Returns the same source with its exact ``byteCount``, which is counted by a separate pass over the body.
    ///
    /// The pass runs on a thread outside the shared concurrency pool.
    ///
    /// - Throws: `BodyError.Code.notReplayable` if the body can be read only once; otherwise the errors of reading.
    /// - Complexity: O(*n*) for *n* bytes in the body, which are compressed.
    public func measured() async throws -> ZstdSource {
      ZstdSource(body, level: level, byteCount: try await countBytes())
    }
  }

  extension BodySource where Self == ZstdSource {
    /// Returns a body that is compressed with zstd as it is read.
    ///
    /// - Parameters:
    ///   - body: The body to compress.
    ///   - level: The compression level, from 1 (fastest) to 19 (smallest). Defaults to 3.
    public static func zstd(_ body: any BodySource, level: Int = 3) -> ZstdSource {
      ZstdSource(body, level: level)
    }
  }

  extension ZstdSource: RandomizedSource {
    package var randomTexts: [String] { body.randomTextsIfAny }

    package func withRandomTexts(_ texts: inout ArraySlice<String>) -> ZstdSource {
      // Other bytes have another size when they are compressed.
      randomTexts.isEmpty ? self : ZstdSource(body.withRandomTextsIfAny(&texts), level: level)
    }
  }
#endif
