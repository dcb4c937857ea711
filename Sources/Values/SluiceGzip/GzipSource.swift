public import SluiceBody

/// A body that is compressed as it is read.
///
/// ```swift
/// let body = GzipSource(.file(at: "/var/log/syslog"))
/// var request = try session.request(.put, "logs/1", fields: [.contentEncoding: "gzip"], body: body)
/// ```
///
/// The source is replayable if the body is, and each pass yields the same bytes. Their number is unknown, so the
/// request is sent in chunks, unless the bytes are counted first with ``measured()``. In a form, the source makes a
/// part that should declare its coding:
/// `File("log", GzipSource(…), fileName: "syslog", headers: ["Content-Encoding": "gzip"])`.
///
/// A session compresses the body on another thread than the one that runs its transfers.
public struct GzipSource: BodySource {
  package let body: any BodySource
  package let format: DeflateFormat
  package let level: Int
  private let knownByteCount: Int64?

  /// Creates a compressed body.
  ///
  /// - Parameters:
  ///   - body: The body to compress.
  ///   - format: The format of the output. Defaults to `.gzip`.
  ///   - level: The compression level, from 0 (stored) to 9 (smallest). Defaults to
  ///     ``Deflater/defaultLevel``. Another level is a ``GzipError/Code/invalidLevel`` error of ``makeReader()``.
  public init(_ body: any BodySource, format: DeflateFormat = .gzip, level: Int = Deflater.defaultLevel) {
    self.init(body, format: format, level: level, byteCount: nil)
  }

  private init(_ body: any BodySource, format: DeflateFormat, level: Int, byteCount: Int64?) {
    self.body = body
    self.format = format
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
  /// - Throws: The body's error; ``GzipError/Code/invalidLevel``, ``GzipError/Code/outOfMemory``.
  public func makeReader() throws -> any BodyReader {
    try EncodedReader(body, encoder: Deflater(format, level: level))
  }

  /// The identity of the body, with the format, the level and the library with its version, on which the bytes depend.
  public func identity() throws -> BodyIdentity? {
    try body.identity().map {
      BodyIdentity(
        of: $0, byteCount: knownByteCount, after: "\(format) \(level) \(Deflater.library(level: level))")
    }
  }

  /// Returns the same source with its exact ``byteCount``, which is counted by a separate pass over the body.
  ///
  /// If the body changes afterwards, sending it is a ``BodyError/Code/byteCountMismatch`` error.
  ///
  /// The pass runs on a thread outside the shared concurrency pool.
  ///
  /// - Throws: ``BodyError/Code/notReplayable`` if the body can be read only once; otherwise the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes in the body, which are compressed.
  public func measured() async throws -> GzipSource {
    GzipSource(body, format: format, level: level, byteCount: try await countBytes())
  }
}

extension BodySource where Self == GzipSource {
  /// Returns a body that is compressed with gzip as it is read.
  ///
  /// - Parameters:
  ///   - body: The body to compress.
  ///   - level: The compression level, from 0 (stored) to 9 (smallest). Defaults to
  ///     ``Deflater/defaultLevel``.
  public static func gzip(_ body: any BodySource, level: Int = Deflater.defaultLevel) -> GzipSource {
    GzipSource(body, level: level)
  }
}

extension GzipSource: RandomizedSource {
  package var randomTexts: [String] { body.randomTextsIfAny }

  package func withRandomTexts(_ texts: inout ArraySlice<String>) -> GzipSource {
    // Other bytes have another size when they are compressed.
    randomTexts.isEmpty ? self : GzipSource(body.withRandomTextsIfAny(&texts), format: format, level: level)
  }
}
