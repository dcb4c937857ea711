internal import HTTPTypes
public import SluiceBody
internal import SluiceGzip
internal import SluiceSerialization
internal import SluiceTransport
internal import Synchronization

/// The body of a response, as a sequence of chunks that can be read once.
///
/// ```swift
/// for try await chunk in response.body { print(chunk.count) }
/// ```
///
/// Bytes are taken from the peer only as they are read. The transfer ends when the body is released or the reading task
/// is cancelled.
///
/// A gzip or deflate content coding is decoded during reading, unless the configuration disables it. With the traits
/// `Brotli` and `Zstd`, the codings `br` and `zstd` are decoded, too. A small coded body can expand to a large one, so
/// code that reads to the end should set a limit.
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

  private let openBody: OpenBody
  private let coding: Coding
  /// The source of the bytes, or `nil` if the channel passes them.
  private let source: (any BodySource)?
  /// The number of bytes on the wire, from `Content-Length`, or `nil` if unknown.
  public let codedByteCount: Int64?

  init(
    _ response: ResponseChannel, from source: (any BodySource)? = nil, codedByteCount: Int64?, coding: Coding,
    of exchange: StartedExchange? = nil, keeping owner: (any AnyObject & Sendable)? = nil,
    until deadline: Deadline = .never
  ) {
    self.source = source
    openBody = OpenBody(response, exchange, keeping: owner, until: deadline)
    self.codedByteCount = codedByteCount
    self.coding = coding
  }

  /// The time by which the body must have been read and decoded.
  package var deadline: Deadline { openBody.deadline }

  /// Limits the time for reading a body that middleware has made. The body of an exchange has the limit of its call.
  func limit(until deadline: Deadline) { openBody.limit(until: deadline) }

  /// The number of decoded bytes that have been read.
  public var decodedByteCount: Int64 { openBody.response.decodedByteCount }

  /// The number of decoded bytes, or `nil` if unknown, as for a coded body.
  public var byteCount: Int64? {
    if case .none = coding { codedByteCount } else { codedByteCount == 0 ? 0 : nil }
  }

  /// Reads and drops the bytes of the body without decoding them, and ends the transfer, but not before the request has
  /// been sent.
  ///
  /// - Parameter limit: The number of bytes from which on the rest is not read.
  /// - Throws: The errors of the transfer; a ``BodyError`` if the body has been read before; a `CancellationError`.
  func drop(upTo limit: Int) async throws {
    try openBody.take()
    defer { openBody.release() }
    var room = limit
    _ = try await openBody.response.pipe.forEachBuffer { buffer in
      room = Swift.max(0, room - buffer.count)
      return room > 0 || !openBody.response.hasSentRequest
    }
  }

  /// Reads and drops the bytes of the body as ``drop(upTo:)`` does, for a limited time after the request was sent.
  func discard(upTo limit: Int, within time: Duration) async {
    let channel = openBody.response
    let timer =
      channel.pipe.isFinished
      ? nil
      : Task { [openBody] in
        await channel.waitForRequest()
        try await Task.sleep(for: time)
        openBody.endTransfer()
      }
    defer { timer?.cancel() }
    try? await drop(upTo: limit)
  }

  /// Notes that a decoder or a digest has refused the response, so that a cache does not keep it.
  package func refuse() async {
    await openBody.response.refuse()
    // Middleware may have made a response with the body of another one.
    if let body = source?._concrete as? ResponseBody { await body.refuse() }
  }

  /// Refuses the response if an error is about its content: a decoder's, or that of a content coding.
  package func refuse(for error: any Error) async {
    let isRefusal =
      switch error {
      case let error as ResponseError: error.code != .unacceptableStatus
      case let error as SessionError: error.code == .invalidResponse || error.code == .unsupportedCoding
      default: false
      }
    if isRefusal { await refuse() }
  }

  var metrics: TransferMetrics? { openBody.response.metrics }

  /// Whether the body can be read again: `false`.
  public var isReplayable: Bool { false }

  /// Whether the reader should run on its own thread: `true` for a coded body, because decoding takes time.
  public var needsOwnThread: Bool {
    if case .none = coding { false } else { true }
  }

  /// Returns the reader of the body.
  ///
  /// - Throws: A ``BodyError`` with the code `not-replayable` if the body has been read before. The reader throws a
  ///   ``SessionError`` with the code `unsupported-coding` at the first byte of a body with an unknown coding.
  public func makeReader() throws -> any BodyReader {
    try openBody.take()
    do {
      return try reader()
    } catch {
      openBody.release()
      throw error
    }
  }

  /// Returns an iterator of the chunks. Its first call of `next()` throws if the body has been read before.
  ///
  /// A chunk has at most 64 KiB. The iterator throws a ``SessionError``, or a `CancellationError` if the task is
  /// cancelled.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<[UInt8], any Error> { Iterator(self) }

  /// Collects all bytes of the body.
  ///
  /// - Parameter limit: The maximum number of decoded bytes.
  /// - Returns: The decoded bytes.
  /// - Throws: A ``SessionError``, with the code `body-too-large` for a body above the limit; a `CancellationError`.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    try await collected(upTo: limit, into: SpooledBytes()).bytes
  }

  /// Writes the whole body to an open file, pipe or socket, in constant memory.
  ///
  /// Writing may block. It happens on a thread outside the shared concurrency pool. Cancelling the task does not end a
  /// write that waits for the reader of a pipe.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to write to, blocking or not. It stays open.
  ///   - limit: The maximum number of decoded bytes, or `nil` for no limit. The block that exceeds it is not written.
  /// - Returns: The number of bytes written.
  /// - Throws: A ``SessionError``, with the code `body-too-large` for a body above the limit; a ``BodyError`` with the
  ///   code `write-failed`; a `CancellationError`.
  @discardableResult
  public func write(toFileDescriptor descriptor: CInt, upTo limit: Int64?) async throws -> Int64 {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      let count = try await write(upTo: limit ?? .max) { block in
        try SluiceBody.write(block, toOutput: descriptor)
      }
      guard let count else { throw Self.tooLarge(limit ?? .max) }
      return count
    }
  }

  /// Whether the body is a source that the system can copy.
  package var isCopyable: Bool { source?._concrete is any CopyableSource }

  /// Takes the body as a source that the system can copy, or returns `nil` if it is none or has a coding.
  ///
  /// - Throws: A ``BodyError`` with the code `not-replayable` if the body has been read before.
  package func takeCopyable() throws(BodyError) -> (any CopyableSource)? {
    guard case .none = coding, let source = source?._concrete as? any CopyableSource else { return nil }
    try openBody.take()
    return source
  }

  /// Passes all bytes to a closure, block by block. The block that exceeds `limit` is not passed.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - append: Takes a block.
  /// - Returns: The number of bytes, or `nil` if there are more than `limit`.
  /// - Throws: The errors of `append`; a ``SessionError``; a `CancellationError` if the task is cancelled.
  package func write(
    upTo limit: Int64, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64? {
    var room = limit
    return try await makeReader().forEachBlock { block in
      guard block.count <= room else { return false }
      room -= Int64(block.count)
      try append(block)
      return true
    }
  }

  private static func tooLarge(_ limit: some BinaryInteger) -> SessionError {
    SessionError(.bodyTooLarge, message: "the body has more than \(limit) bytes")
  }

  nonisolated(nonsending) func collected(upTo limit: Int?, into spool: SpooledBytes) async throws
    -> CollectedBody
  {
    let limitOrNone = Swift.max(limit ?? .max, 0)
    let (body, isWhole): (CollectedBody, Bool)
    if isPlain {
      let inMemory = Swift.min(limitOrNone, spool.maximumInMemoryByteCount ?? .max)
      if let bytes = try await collectedInMemory(upTo: inMemory) { return CollectedBody(bytes) }
      (body, isWhole) = try await CollectedBody.collecting(Rest(body: self), upTo: limitOrNone, into: spool)
    } else {
      (body, isWhole) = try await CollectedBody.collecting(self, upTo: limitOrNone, into: spool)
    }
    if !isWhole { throw Self.tooLarge(limitOrNone) }
    return body
  }

  /// Whether the bytes are those of the channel, without a coding.
  private var isPlain: Bool {
    if source == nil, case .none = coding { true } else { false }
  }

  /// Collects a plain body in the array into which the transport writes it, or `nil` if it is above the limit.
  nonisolated(nonsending) private func collectedInMemory(upTo limit: Int) async throws -> [UInt8]? {
    try openBody.take()
    do {
      let bytes = try await openBody.response.pipe.collect(upTo: limit, expecting: codedByteCount)
      if let bytes { openBody.response.count(decoded: bytes.count) }
      return bytes
    } catch {
      openBody.release()
      throw error
    }
  }

  /// The bytes of a plain body that has been claimed.
  private struct Rest: AsyncSequence {
    let body: ResponseBody

    func makeAsyncIterator() -> Iterator { Iterator(body, reader: Buffers(body.openBody)) }
  }

  private func reader() throws -> any BodyReader {
    // Reading the source may block.
    if isPlain { return Buffers(openBody) }
    let wire: any BodyReader = source.map { PooledReader(over: $0) } ?? openBody.response.pipe
    switch coding {
    case .none: return Reader(wire, openBody)
    case .unsupported(let error): return Reader(UnsupportedReader(wire, error), openBody)
    case .codings(let codings, let limits):
      let coded = CodedReader(wire, openBody)
      let decoded = try codings.decode(coded, limits: limits) { [openBody] in try openBody.check() }
      return Reader(decoded, openBody)
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    private let body: ResponseBody
    private var reader: (any BodyReader)?
    private var hasEnded = false
    /// The maximum number of bytes in a chunk of a coded body.
    private static let decodedByteCount = 64 * 1024

    init(_ body: ResponseBody, reader: (any BodyReader)? = nil) {
      self.body = body
      self.reader = reader
    }

    mutating func next() async throws -> [UInt8]? {
      if hasEnded { return nil }
      // If another reader has the body, its transfer continues.
      let reader = try self.reader ?? body.makeReader()
      self.reader = reader
      do {
        if let buffers = reader as? any BufferReader { return try await buffers.nextBuffer() }
        let chunk = try await reader.next(upTo: Self.decodedByteCount)
        hasEnded = chunk.isLast
        return chunk.bytes.isEmpty ? nil : chunk.bytes
      } catch {
        body.openBody.release()
        throw error
      }
    }
  }

  /// A reader of bytes without a coding, which counts them.
  private final class Buffers: BufferReader {
    private let openBody: OpenBody
    private var pipe: BytePipe { openBody.response.pipe }

    init(_ openBody: OpenBody) { self.openBody = openBody }

    /// No other reader takes the rest. A transfer with a handle would keep the body.
    deinit { openBody.release() }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let count = output.count
      defer { openBody.response.count(decoded: output.count - count) }
      return try pipe.read(into: &output)
    }

    func readBuffer() throws -> BufferOutcome {
      let outcome = try pipe.readBuffer()
      if case .buffer(let bytes) = outcome { openBody.response.count(decoded: bytes.count) }
      return outcome
    }

    func recycle(_ buffer: inout [UInt8]) { pipe.recycle(&buffer) }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { pipe.whenReadable(resume) }
  }

  /// A reader of a body that cannot be decoded. It throws an error at the first byte, so that a body without any has
  /// none.
  private final class UnsupportedReader: BodyReader {
    private let reader: any BodyReader
    private let error: SessionError

    init(_ reader: any BodyReader, _ error: SessionError) { (self.reader, self.error) = (reader, error) }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let count = output.count
      let outcome = try reader.read(into: &output)
      guard output.count == count else {
        output.removeLast(output.count - count)
        throw error
      }
      return outcome
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { reader.whenReadable(resume) }
  }

  /// A reader of the bytes before they are decoded. It ends a body that decodes to almost nothing, such as endless
  /// empty members of gzip, which a limit of decoded bytes does not end.
  private final class CodedReader: BodyReader {
    private let reader: any BodyReader
    private let openBody: OpenBody
    private var byteCount: Int64 = 0
    /// Some servers flush each line, so that it takes more bytes with its coding than without.
    private static let maximumGrowth: Int64 = 16
    private static let freeByteCount: Int64 = 4 << 20

    init(_ reader: any BodyReader, _ openBody: OpenBody) { (self.reader, self.openBody) = (reader, openBody) }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let count = output.count
      let outcome = try reader.read(into: &output)
      // BOUNDED: no connection transfers 8 EiB.
      byteCount += Int64(output.count - count)
      if byteCount > Self.freeByteCount,
        byteCount / Self.maximumGrowth > openBody.response.decodedByteCount
      {
        throw SessionError(
          .bodyTooLarge, message: "over \(Self.maximumGrowth) bytes of the coded body for each decoded byte")
      }
      return outcome
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { reader.whenReadable(resume) }
  }

  /// A reader that counts the bytes, and converts errors of a content coding to errors of the session.
  private final class Reader: BodyReader {
    private let reader: any BodyReader
    private let openBody: OpenBody

    init(_ reader: any BodyReader, _ openBody: OpenBody) {
      self.reader = reader
      self.openBody = openBody
    }

    deinit { openBody.release() }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      try openBody.check()
      let count = output.count
      defer { openBody.response.count(decoded: output.count - count) }
      do {
        return try reader.read(into: &output)
      } catch let error as any ContentCoding.Failure {
        throw SessionError(error.isExcess ? .bodyTooLarge : .invalidResponse, underlying: error)
      }
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) {
      guard openBody.isMadeWithLimit else { return reader.whenReadable(resume) }
      // Nothing else ends the wait for the source of a made body.
      let waiting = Lock<(@Sendable () -> Void)?>(resume)
      let timer = Task { [deadline = openBody.deadline] in
        try await deadline.wait()
        waiting.withLock { $0.take() }?()
      }
      reader.whenReadable {
        timer.cancel()
        waiting.withLock { $0.take() }?()
      }
    }
  }
}

/// Keeps a transfer running while its body can be read, and ends it on release.
final class OpenBody: Sendable {
  let response: ResponseChannel
  private let isTaken = Atomic(false)
  /// The exchange that fills the channel, or `nil` if there is none.
  private let exchange: StartedExchange?
  /// What ends the exchange when it is released.
  private let owner: (any AnyObject & Sendable)?
  private let exchangeDeadline: Deadline
  /// The deadline of a body that has no exchange, which middleware may have made.
  private let madeDeadline: Lock<Deadline>?

  init(
    _ response: ResponseChannel, _ exchange: StartedExchange?, keeping owner: (any AnyObject & Sendable)?,
    until deadline: Deadline
  ) {
    exchangeDeadline = deadline
    madeDeadline = exchange == nil ? Lock(deadline) : nil
    self.response = response
    self.exchange = exchange
    self.owner = owner
  }

  /// The time by which the body must have been read and decoded.
  var deadline: Deadline { madeDeadline?.withLock { $0 } ?? exchangeDeadline }

  /// Whether the body has a deadline, and no exchange that ends with it.
  var isMadeWithLimit: Bool { madeDeadline != nil && !deadline.isNever }

  /// Sets the deadline of a body without an exchange.
  func limit(until deadline: Deadline) { madeDeadline?.withLock { $0 = deadline } }

  /// - Throws: A ``SessionError`` or `CancellationError` if reading must end. The exchange, which has the same limit,
  ///   may have ended long before the last byte is decoded.
  func check() throws {
    try Task.checkCancellation()
    if madeDeadline == nil { try exchangeDeadline.check() } else { _ = try deadline.timeLeft() }
  }

  deinit { release() }

  /// Takes the body, which can be read once.
  ///
  /// - Throws: A ``BodyError`` with the code `not-replayable` if it was taken before.
  func take() throws(BodyError) {
    if isTaken.exchange(true, ordering: .relaxed) { throw BodyError(.notReplayable) }
  }

  /// Ends the transfer. The reader of the body finds the end.
  func endTransfer() { if !response.pipe.isFinished { exchange?.cancel() } }

  func release() {
    endTransfer()
    response.pipe.cancel()
  }
}
