public import SluiceBody

/// The parts of a multipart body, one after another, as its bytes arrive.
///
/// ```swift
/// for try await part in try MultipartReader(request.body, contentType: type) {
///   switch part.name {
///   case "title": title = String(decoding: try await part.collect(upTo: 1000), as: UTF8.self)
///   case "video": try await part.write(inFolder: "/data/videos")
///   default: break                               // skipped without being stored
///   }
/// }
/// ```
///
/// Bytes are requested when the consumer needs them, so a slow consumer slows the sender down. A single chunk is held
/// at a time. A part can be read until the next one is requested. After the last part, the rest of the body is read to
/// its end.
///
/// The iteration throws a ``MultipartError``, the error of the body's sequence, or a `CancellationError` if the task is
/// cancelled. An error is final.
public struct MultipartReader: AsyncSequence, Sendable {
  private let parser: MultipartParser
  private let chunks: ChunkSource

  /// Creates a reader of an async sequence of byte chunks, which may be empty.
  ///
  /// A chunk is any collection of bytes, such as `[UInt8]`, `ArraySlice<UInt8>` or `Data`. For chunks of another type,
  /// map the sequence: `MultipartReader(body.map { $0.readableBytesView }, …)` for SwiftNIO's `ByteBuffer`.
  ///
  /// - Parameters:
  ///   - chunks: The chunks of the body.
  ///   - contentType: The media type of the body, with its boundary.
  ///   - limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: The same errors as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, contentType: String, limits: MultipartLimits = .default,
    accepting leniencies: MultipartLeniencies = .strict
  ) throws(MultipartError) where Chunks.Element: Collection<UInt8> {
    parser = try MultipartParser(contentType: contentType, limits: limits, accepting: leniencies)
    self.chunks = ChunkSource(chunks)
  }

  /// Creates a reader of a whole body in memory, such as a `[UInt8]`, an `ArraySlice<UInt8>` or a `Data`.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - contentType: The media type of the body, with its boundary.
  ///   - limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: The same errors as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init(
    _ bytes: some Collection<UInt8>, contentType: String, limits: MultipartLimits = .default,
    accepting leniencies: MultipartLeniencies = .strict
  ) throws(MultipartError) {
    parser = try MultipartParser(contentType: contentType, limits: limits, accepting: leniencies)
    chunks = ChunkSource(bytes)
  }

  /// Creates a reader of a body, which is read in chunks of at most 128 KiB.
  ///
  /// - Parameters:
  ///   - source: The body.
  ///   - contentType: The media type of the body, with its boundary. Defaults to the body's own.
  ///   - limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: The same errors as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init(
    _ source: some BodySource, contentType: String? = nil, limits: MultipartLimits = .default,
    accepting leniencies: MultipartLeniencies = .strict
  ) throws(MultipartError) {
    try self.init(
      source.chunks(ofUpTo: 128 * 1024), contentType: contentType ?? source.contentType ?? "",
      limits: limits, accepting: leniencies)
  }

  /// Returns an iterator over the parts, which reads the body from its start.
  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: PartStream(chunks, parser: parser))
  }

  /// One pass over the parts of a body.
  public struct Iterator: AsyncIteratorProtocol {
    let stream: PartStream

    /// Returns the next part, or `nil` after the last one. The unread bytes of the part before are skipped.
    ///
    /// - Throws: The same errors as ``next(isolation:)``.
    public mutating func next() async throws -> MultipartPart? {
      try await next(isolation: nil)
    }

    /// Returns the next part, or `nil` after the last one, without leaving the caller's actor. The unread bytes of the
    /// part before are skipped.
    ///
    /// - Throws: ``MultipartError``; the error of the body's sequence; a `CancellationError`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> MultipartPart? {
      try await stream.nextPart(isolation: actor)
    }
  }
}
