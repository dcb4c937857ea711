public import SluiceBody

/// A body that is compressed as it is read: ``BodySource/gzip(_:format:level:)``.
package struct GzipSource: BodySource {
  package let body: any BodySource
  package let format: DeflateFormat
  package let level: Int

  package init(_ body: any BodySource, format: DeflateFormat = .gzip, level: Int = Deflater.defaultLevel) {
    self.body = body
    self.format = format
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
    try EncodedReader(body, encoder: Deflater(format, level: level))
  }

  /// The identity of the body, with the format, the level and the library with its version, on which the bytes depend.
  package func identity() throws -> BodyIdentity? {
    try body.identity().map {
      BodyIdentity(of: $0, byteCount: nil, after: "\(format) \(level) \(Deflater.library(level: level))")
    }
  }
}

extension BodySource where Self == AnyBody {
  /// Returns a body that is compressed as it is read.
  ///
  /// ```swift
  /// var request = try session.request(
  ///   .put, "logs/1", fields: [.contentEncoding: "gzip"], body: .gzip(.file(at: "/var/log/syslog")))
  /// ```
  ///
  /// The body is replayable if the other one is, and each pass yields the same bytes. Their number is unknown, so the
  /// request is sent in chunks, unless the bytes are counted first with ``BodySource/measured()``. In a
  /// form, a part of such a body should declare its coding:
  /// `FormFile("log", .gzip(…), fileName: "syslog", headers: ["Content-Encoding": "gzip"])`.
  ///
  /// A session compresses the body on another thread than the one that runs its transfers.
  ///
  /// - Parameters:
  ///   - body: The body to compress.
  ///   - format: The format of the output. Defaults to `.gzip`.
  ///   - level: The compression level, from 0 (stored) to 9 (smallest). Defaults to ``Deflater/defaultLevel``. Another
  ///     level is a ``ErrorCode/invalidLevel`` error of `makeReader()`.
  public static func gzip(
    _ body: any BodySource, format: DeflateFormat = .gzip, level: Int = Deflater.defaultLevel
  ) -> AnyBody {
    AnyBody(GzipSource(body, format: format, level: level))
  }
}

extension GzipSource: RandomizedSource {
  package var randomTexts: [String] { body.randomTextsIfAny }

  package func withRandomTexts(_ texts: inout ArraySlice<String>) -> GzipSource {
    GzipSource(body.withRandomTextsIfAny(&texts), format: format, level: level)
  }
}
