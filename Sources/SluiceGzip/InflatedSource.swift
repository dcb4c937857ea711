public import SluiceBody

/// A compressed body that is decompressed as it is read.
///
/// ```swift
/// let body = InflatedSource(.file(at: "/var/log/syslog.1.gz"), limits: .init(maximumByteCount: 1 << 30))
/// ```
public struct InflatedSource: BodySource {
  private let body: any BodySource
  private let format: Inflater.Format
  private let limits: Inflater.Limits

  /// Creates a decompressed body.
  ///
  /// - Parameters:
  ///   - body: The compressed body.
  ///   - format: The format of the body. Defaults to `.automatic`, which detects it from the first two bytes.
  ///   - limits: The limits of the output. Defaults to none.
  public init(
    _ body: any BodySource, format: Inflater.Format = .automatic, limits: Inflater.Limits = .default
  ) {
    self.body = body
    self.format = format
    self.limits = limits
  }

  /// Always `nil`: the number of bytes cannot be known without reading.
  ///
  /// - Throws: The errors of the body's `byteCount`.
  public var byteCount: Int64? {
    get throws {
      _ = try body.byteCount
      return nil
    }
  }

  /// Whether the body is replayable.
  public var isReplayable: Bool { body.isReplayable }

  /// Always `true`: decompression takes processor time.
  public var needsOwnThread: Bool { true }

  /// Returns a new reader of the decompressed bytes, whose reads also throw ``GzipError``.
  ///
  /// - Throws: The body's error; ``GzipError/Code/outOfMemory``.
  public func makeReader() throws -> any BodyReader {
    DecodedReader(try body.makeReader(), decoder: try Inflater(format, limits: limits))
  }
}
