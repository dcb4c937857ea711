internal import HTTPTypes
public import SluiceBody
internal import SluiceGzip
internal import SluiceSerialization

/// The body of a response, as a sequence of chunks that can be read once.
///
/// ```swift
/// for try await chunk in response.body { print(chunk.count) }
/// ```
///
/// Bytes are taken from the peer only as they are read. The transfer ends when the body is released or the reading task
/// is cancelled.
///
/// A gzip or deflate content coding is decoded during reading, unless the configuration disables it. A small coded body
/// can expand to a large one, so code that reads to the end should set a limit.
///
/// The body is also a ``BodySource``, so it can be uploaded elsewhere.
public struct ResponseBody: AsyncSequence, BodySource {
  /// The decoding of the bytes as they are read.
  enum Coding: Sendable {
    case none
    case codings(ContentCodings, Inflater.Limits)
    case unsupported(SessionError)

    /// Determines the decoding from the fields of a response.
    init(of fields: HTTPFields, limits: Inflater.Limits) {
      do {
        let codings = try ContentCodings(parsing: fields)
        self = codings.isEmpty ? .none : .codings(codings, limits)
      } catch {
        self = .unsupported(SessionError(.unsupportedCoding, message: error.message))
      }
    }
  }

  private let lease: Lease
  private let coding: Coding
  /// The source of the bytes; `nil` if the channel passes them.
  private let source: (any BodySource)?
  /// The number of bytes on the wire, from `Content-Length`; `nil` if unknown.
  public let codedByteCount: Int64?

  init(
    _ response: ResponseChannel, from source: (any BodySource)? = nil, codedByteCount: Int64?, coding: Coding,
    cancel: @escaping @Sendable () -> Void
  ) {
    self.source = source
    lease = Lease(response, onRelease: cancel)
    self.codedByteCount = codedByteCount
    self.coding = coding
  }

  /// The number of decoded bytes that have been read.
  public var decodedByteCount: Int64 { lease.response.progress.decodedByteCount }

  /// The number of decoded bytes; `nil` if unknown, as for a coded body.
  public var byteCount: Int64? {
    if case .none = coding { codedByteCount } else { codedByteCount == 0 ? 0 : nil }
  }

  /// Reads and drops the bytes of the body without decoding them, and ends the transfer.
  ///
  /// - Parameter limit: The number of bytes from which on the rest is not read; `nil` for no limit.
  /// - Throws: The errors of the transfer; a ``BodyError`` if the body has been read before; a `CancellationError`.
  func drop(upTo limit: Int?) async throws {
    defer { lease.release() }
    try lease.claim.take()
    var room = limit ?? .max
    _ = try await lease.response.pipe.forEachBlock(ofUpTo: 16 * 1024) { block in
      room -= block.count
      return room > 0
    }
  }

  var progress: TransferProgress { lease.response.progress }
  var metrics: TransferMetrics? { lease.response.metrics }

  /// Whether the body can be read again: `false`.
  public var isReplayable: Bool { false }

  /// Whether the reader should run on its own thread: `true` for a coded body, because decoding takes time.
  public var needsOwnThread: Bool {
    if case .none = coding { false } else { true }
  }

  /// Returns the reader of the body.
  ///
  /// - Throws: A ``BodyError`` with the code `not-replayable` if the body has been read before; a ``SessionError`` with
  ///   the code `unsupported-coding`.
  public func makeReader() throws -> any BodyReader {
    try lease.claim.take()
    return try reader()
  }

  /// Returns an iterator of the chunks. Its first call of `next()` throws if the body has been read before.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Collects all bytes of the body.
  ///
  /// - Parameter limit: The maximum number of decoded bytes.
  /// - Returns: The decoded bytes.
  /// - Throws: A ``SessionError``, with the code `body-too-large` for a body above the limit; a `CancellationError`.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    try await collected(upTo: limit, into: SpooledBytes()).bytes
  }

  func collected(upTo limit: Int?, into spool: SpooledBytes) async throws -> CollectedBody {
    let (body, isWhole) = try await CollectedBody.collecting(self, upTo: limit ?? .max, into: spool)
    if !isWhole, let limit {
      throw SessionError(.bodyTooLarge, message: "the body has more than \(limit) bytes")
    }
    return body
  }

  private func reader() throws -> any BodyReader {
    // Reading the source may block.
    let wire: any BodyReader = source.map { ThreadReader(over: $0) } ?? lease.response.pipe
    switch coding {
    case .none: return Reader(wire, lease)
    case .unsupported(let error): throw error
    case .codings(let codings, let limits): return Reader(try codings.decode(wire, limits: limits), lease)
    }
  }

  /// The iterator of a response's body.
  public struct Iterator: AsyncIteratorProtocol {
    private let body: ResponseBody
    private var reader: (any BodyReader)?
    private var hasEnded = false
    /// The size of the next chunk: at first the declared size of the body, within limits, then larger if chunks are
    /// full. Most bodies are small.
    private var chunkByteCount: Int
    private static let maximumChunkByteCount = 64 * 1024

    init(_ body: ResponseBody) {
      self.body = body
      chunkByteCount = Int(
        Swift.min(Swift.max(body.codedByteCount ?? 4096, 256), Int64(Self.maximumChunkByteCount)))
    }

    /// Returns the next chunk, of at most 64 KiB; `nil` at the end.
    ///
    /// - Throws: A ``SessionError``; a `CancellationError` if the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      do {
        if hasEnded { return nil }
        let reader = try self.reader ?? body.makeReader()
        self.reader = reader
        let chunk = try await reader.next(upTo: chunkByteCount)
        hasEnded = chunk.isLast
        if chunk.bytes.count == chunkByteCount {
          chunkByteCount = Swift.min(4 * chunkByteCount, Self.maximumChunkByteCount)
        }
        return chunk.bytes.isEmpty ? nil : chunk.bytes
      } catch {
        body.lease.release()
        throw error
      }
    }
  }

  /// A reader that counts the bytes, and converts errors of a content coding to errors of the session.
  private final class Reader: BodyReader {
    private let reader: any BodyReader
    private let lease: Lease

    init(_ reader: any BodyReader, _ lease: Lease) {
      self.reader = reader
      self.lease = lease
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let count = output.count
      defer { lease.response.count(decoded: output.count - count) }
      do {
        return try reader.read(into: &output)
      } catch let error as GzipError {
        let isLimit = [.outputTooLarge, .ratioTooLarge].contains(error.code)
        throw SessionError(isLimit ? .bodyTooLarge : .invalidResponse, underlying: error)
      }
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) {
      reader.whenReadable(resume)
    }
  }
}

/// Keeps a transfer running while its body can be read, and ends it on release.
final class Lease: Sendable {
  let response: ResponseChannel
  let claim = OneShotClaim()
  private let onRelease: @Sendable () -> Void

  init(_ response: ResponseChannel, onRelease: @escaping @Sendable () -> Void) {
    self.response = response
    self.onRelease = onRelease
  }

  deinit { release() }

  func release() {
    if !response.pipe.isFinished { onRelease() }
    response.pipe.cancel()
  }
}
