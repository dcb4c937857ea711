public import SluiceBody

/// A compressed body that is decompressed as it is read: ``BodySource/inflated(_:format:limits:)``.
package struct InflatedSource: BodySource {
  private let body: any BodySource
  private let decode: @Sendable (any BodySource) throws -> any BodyReader

  package init(
    _ body: any BodySource, format: Inflater.Format = .automatic, limits: Inflater.Limits = .default
  ) {
    self.init(body) { () throws(GzipError) in try Inflater(format, limits: limits) }
  }

  /// Creates a body that is decompressed from any coding.
  ///
  /// - Parameters:
  ///   - body: The compressed body.
  ///   - makeDecoder: Returns the decoder of a pass.
  package init<Decoder: StreamingDecoder & SendableMetatype>(
    _ body: any BodySource, makeDecoder: @escaping @Sendable () throws(Decoder.Failure) -> Decoder
  ) {
    self.body = body
    decode = {
      DecodedReader(
        try $0.makeReader(), decoder: try makeDecoder(), declared: DeclaredByteCount(try $0.byteCount))
    }
  }

  /// Always `nil`: the number of bytes cannot be known without reading.
  ///
  /// - Throws: The errors of the body's `byteCount`.
  package var byteCount: Int64? {
    get throws {
      _ = try body.byteCount
      return nil
    }
  }

  /// Whether the body is replayable.
  package var isReplayable: Bool { body.isReplayable }

  /// Always `true`: decompression takes processor time.
  package var needsOwnThread: Bool { true }

  /// Returns a new reader of the decompressed bytes, whose reads also throw the errors of the coding.
  ///
  /// - Throws: The body's error; ``ErrorCode/outOfMemory``, or the error of another coding with that code.
  package func makeReader() throws -> any BodyReader { try decode(body) }
}

extension BodySource where Self == AnyBody {
  /// Returns a compressed body that is decompressed as it is read, from the formats of deflate. Reads also throw
  /// ``GzipError``.
  ///
  /// ```swift
  /// let body: AnyBody = .inflated(.file(at: "/var/log/syslog.1.gz"), limits: .init(maximumByteCount: 1 << 30))
  /// ```
  ///
  /// The modules `SluiceBrotli` and `SluiceZstd` add functions for their codings.
  ///
  /// - Parameters:
  ///   - body: The compressed body.
  ///   - format: The format of the body. Defaults to `.automatic`, which detects it from the first two bytes.
  ///   - limits: The limits of the output. Defaults to none.
  public static func inflated(
    _ body: any BodySource, format: Inflater.Format = .automatic, limits: Inflater.Limits = .default
  ) -> AnyBody {
    AnyBody(InflatedSource(body, format: format, limits: limits))
  }
}
