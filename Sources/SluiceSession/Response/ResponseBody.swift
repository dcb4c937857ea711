public import SluiceBody
internal import SluiceGzip
internal import SluiceSerialization

/// A response's body: chunks of bytes, once. What is not read is not taken from the peer; when nobody holds the body any
/// more, or the reading task is cancelled, the transfer ends.
///
/// What is coded with gzip or deflate is decoded as it is read, unless the configuration says otherwise; a small coded body
/// can become a large one, so whoever reads to the end should have a limit.
///
/// It is a ``BodySource`` too, so that what comes down can go up elsewhere.
public struct ResponseBody: AsyncSequence, BodySource {
  /// What is done to the bytes before they are handed out.
  enum Coding: Sendable {
    case none
    case codings(ContentCodings, Inflater.Limits)
    case unsupported(SessionError)
  }

  private let lease: Lease
  private let coding: Coding
  /// How many bytes come over the wire, from `Content-Length`; nil where there is none.
  public let codedByteCount: Int64?

  init(
    _ response: ResponseChannel, codedByteCount: Int64?, coding: Coding,
    cancel: @escaping @Sendable () -> Void
  ) {
    lease = Lease(response, onRelease: cancel)
    self.codedByteCount = codedByteCount
    self.coding = coding
  }

  /// How many bytes have been read so far, decoded.
  public var decodedByteCount: Int64 { lease.response.progress.decoded }

  /// How many bytes there are to read; nil where that is not known, as it is not of a coded body.
  public var byteCount: Int64? {
    if case .none = coding { codedByteCount } else { codedByteCount == 0 ? 0 : nil }
  }

  /// Ends the transfer, where it has not ended.
  func release() { lease.release() }

  var progress: TransferProgress { lease.response.progress }
  var metrics: TransferMetrics? { lease.response.metrics }

  public var isReplayable: Bool { false }

  /// Decoding takes time.
  public var needsOwnThread: Bool {
    if case .none = coding { false } else { true }
  }

  public func makeReader() throws -> any BodyReader {
    try lease.claim.take()
    return try reader()
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// All bytes.
  ///
  /// - Parameter limit: more bytes than this are a ``SessionError`` with the code `body-too-large`.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    try await collected(upTo: limit, into: SpooledBytes()).bytes
  }

  func collected(upTo limit: Int, into spool: SpooledBytes) async throws -> CollectedBody {
    let (body, isWhole) = try await CollectedBody.collecting(self, upTo: limit, into: spool)
    if !isWhole { throw SessionError(.bodyTooLarge, message: "more than \(limit) bytes") }
    return body
  }

  private func reader() throws -> any BodyReader {
    let wire = lease.response.pipe
    switch coding {
    case .none: return Reader(wire, lease)
    case .unsupported(let error): throw error
    case .codings(let codings, let limits): return Reader(try codings.decode(wire, limits: limits), lease)
    }
  }

  public struct Iterator: AsyncIteratorProtocol {
    private let body: ResponseBody
    private var reader: (any BodyReader)?
    private var hasEnded = false
    /// Most bodies are small: it begins with the size that the response tells, and grows with what there is to be read.
    private var chunkSize: Int
    private static let largestChunkSize = 64 * 1024

    init(_ body: ResponseBody) {
      self.body = body
      chunkSize = Int(Swift.min(Swift.max(body.codedByteCount ?? 4096, 256), Int64(Self.largestChunkSize)))
    }

    /// The next chunk, at most 64 KiB; nil at the end.
    ///
    /// - Throws: a ``SessionError``; a `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      do {
        if hasEnded { return nil }
        let reader = try self.reader ?? body.makeReader()
        self.reader = reader
        let chunk = try await reader.next(upTo: chunkSize)
        hasEnded = chunk.isLast
        if chunk.bytes.count == chunkSize { chunkSize = Swift.min(4 * chunkSize, Self.largestChunkSize) }
        return chunk.bytes.isEmpty ? nil : chunk.bytes
      } catch {
        body.lease.release()
        throw error
      }
    }
  }

  /// Counts what is read, and tells what is wrong with a coded body as what is wrong with the response.
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

/// Keeps a transfer running for as long as somebody may read its body.
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
