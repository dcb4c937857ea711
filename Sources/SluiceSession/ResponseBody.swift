public import SluiceBody

/// A response's body: chunks of bytes, once. What is not read is not taken from the peer; when nobody holds the body any
/// more, or the reading task is cancelled, the transfer ends.
///
/// It is a ``BodySource`` too, so that what comes down can go up elsewhere.
public struct ResponseBody: AsyncSequence, BodySource {
  private let lease: Lease
  /// From `Content-Length`; nil where there is none.
  public let byteCount: Int64?

  init(_ response: ResponseChannel, byteCount: Int64?, cancel: @escaping @Sendable () -> Void) {
    lease = Lease(response.pipe, onRelease: cancel)
    self.byteCount = byteCount
  }

  public var isReplayable: Bool { false }

  public func makeReader() throws -> any BodyReader {
    try lease.claim.take()
    return Reader(lease)
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(lease: lease)
  }

  /// All bytes.
  ///
  /// - Parameter limit: more bytes than this are a ``SessionError`` with the code `body-too-large`.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    let (bytes, isWhole) = try await prefix(upTo: limit)
    if !isWhole { throw SessionError(.bodyTooLarge, message: "more than \(limit) bytes") }
    return bytes
  }

  /// The first bytes, and whether they are all.
  func prefix(upTo limit: Int) async throws -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    for try await chunk in self {
      let room = Swift.max(limit, 0) - bytes.count
      bytes += chunk.prefix(room)
      if chunk.count > room { return (bytes, false) }
    }
    return (bytes, true)
  }

  public struct Iterator: AsyncIteratorProtocol {
    let lease: Lease
    private var isClaimed = false

    init(lease: Lease) { self.lease = lease }

    /// The next chunk, at most 64 KiB; nil at the end.
    public mutating func next() async throws -> [UInt8]? {
      if !isClaimed {
        try lease.claim.take()
        isClaimed = true
      }
      do {
        return try await lease.pipe.next(upTo: 64 * 1024)
      } catch {
        lease.release()
        throw error
      }
    }
  }

  private final class Reader: BodyReader {
    private let lease: Lease

    init(_ lease: Lease) { self.lease = lease }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      try lease.pipe.read(into: &output)
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) {
      lease.pipe.whenReadable(resume)
    }
  }
}

/// Keeps a transfer running for as long as somebody may read its body.
final class Lease: Sendable {
  let pipe: BytePipe
  let claim = OneShotClaim()
  private let onRelease: @Sendable () -> Void

  init(_ pipe: BytePipe, onRelease: @escaping @Sendable () -> Void) {
    self.pipe = pipe
    self.onRelease = onRelease
  }

  deinit { release() }

  func release() {
    if !pipe.isFinished { onRelease() }
    pipe.cancel()
  }
}
