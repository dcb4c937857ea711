public import SluiceBody

/// The parts of a multipart body, one after the other, as its bytes come in.
///
/// ```swift
/// for try await part in try MultipartReader(request.body, contentType: type) {
///   switch part.name {
///   case "title": title = String(decoding: try await part.collect(upTo: 1000), as: UTF8.self)
///   case "video": try await part.write(to: "\(folder)/\(UUID()).mov")
///   default: break                               // skipped, in no memory
///   }
/// }
/// ```
///
/// Bytes are asked for when they are wanted, so a slow consumer makes a slow sender. One chunk is held at a time. A part
/// can be read until the next one is asked for. After the last, what follows the closing boundary is read to its end.
///
/// - Throws: from the iteration: ``MultipartError``, what the bytes' sequence throws, a `CancellationError` when the task
///   is cancelled. An error is final.
public struct MultipartReader: AsyncSequence, Sendable {
  private let parser: MultipartParser
  private let chunks: ChunkSource

  /// The parts in any async sequence of byte chunks, empty ones among them.
  ///
  /// - Parameters:
  ///   - contentType: the body's media type, with its boundary.
  ///   - limits: ``MultipartLimits``' defaults by default.
  ///   - leniencies: none by default.
  /// - Throws: as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, contentType: String, limits: MultipartLimits = .strict,
    accepting leniencies: MultipartLeniencies = .strict
  ) throws(MultipartError) where Chunks.Element: Collection<UInt8> {
    parser = try MultipartParser(contentType: contentType, limits: limits, accepting: leniencies)
    self.chunks = ChunkSource(chunks)
  }

  /// The parts in a body. Its own media type is the default.
  public init(
    _ source: some BodySource, contentType: String? = nil, limits: MultipartLimits = .strict,
    accepting leniencies: MultipartLeniencies = .strict
  ) throws(MultipartError) {
    try self.init(
      source.chunks(ofAtMost: 128 * 1024), contentType: contentType ?? source.contentType ?? "",
      limits: limits, accepting: leniencies)
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: PartStream(chunks, parser: parser))
  }

  public struct Iterator: AsyncIteratorProtocol {
    let stream: PartStream

    public mutating func next() async throws -> MultipartPart? {
      try await next(isolation: nil)
    }

    /// The next part, or nil behind the last. What was not read of the part before is passed over.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> MultipartPart? {
      try await stream.nextPart(isolation: actor)
    }
  }
}
