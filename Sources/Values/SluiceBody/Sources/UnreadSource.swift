/// A body that can be read only once, as one that is replayable until a byte of it has been read.
///
/// A server may respond before it has received a byte: with a challenge, or a redirect to where the body belongs. The
/// readers share the only reader of the body, which is made by the first read:
///
/// ```
///  makeReader()          the first request
///  makeReader()          the next one, after a 401: the first reader is out of use
///  read  64 KiB          the reader of the body is made; isReplayable is false from now on
///  makeReader()          throws `not-replayable`
/// ```
package final class UnreadSource: BodySource {
  private struct State {
    /// The reader of the body, or `nil` before the first read and after the last.
    var reader: (any BodyReader)?
    /// The number of the reader that is in use.
    var newest = 0
    /// Whether a byte has been read, or reading has failed.
    var isUsed = false
    var hasEnded = false
  }

  private let body: any BodySource
  private let state = Lock(State())

  /// - Parameter body: A body that can be read only once.
  package init(_ body: any BodySource) { self.body = body }

  package var byteCount: Int64? { get throws { try body.byteCount } }
  package var contentType: String? { body.contentType }
  /// Whether no byte has been read.
  package var isReplayable: Bool { state.withLock { !$0.isUsed } }
  /// Always `false`: a body that may block is read on threads of the pool.
  package var needsOwnThread: Bool { false }
  package func identity() throws -> BodyIdentity? { try body.identity() }

  /// Returns a reader, and puts the earlier ones out of use.
  ///
  /// - Throws: ``ErrorCode/notReplayable`` if a byte has been read. The reader throws the errors of the body, and
  ///   of making its reader.
  package func makeReader() throws(BodyError) -> any BodyReader {
    let number = state.withLock { state -> Int? in
      guard !state.isUsed else { return nil }
      state.newest += 1
      return state.newest
    }
    guard let number else { throw BodyError(.notReplayable) }
    return Reader(self, number)
  }

  private final class Reader: BodyReader {
    private let source: UnreadSource
    private let number: Int

    init(_ source: UnreadSource, _ number: Int) { (self.source, self.number) = (source, number) }

    deinit { source.release(number) }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      try source.read(number, into: &output)
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { source.whenReadable(number, resume) }
  }

  private func read(_ number: Int, into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    try state.withLock { state in
      guard state.newest == number else { throw BodyError(.notReplayable) }
      if state.hasEnded { return .end }
      let reader: any BodyReader
      let wasUsed = state.isUsed
      // If reading throws, the body cannot be read again.
      state.isUsed = true
      if let open = state.reader {
        reader = open
      } else {
        reader = body.needsOwnThread ? PooledReader(over: body) : try body.makeReader()
      }
      state.reader = nil
      let count = output.count
      let outcome = try reader.read(into: &output)
      state.isUsed = wasUsed || output.count > count
      state.hasEnded = outcome == .end
      if outcome != .end { state.reader = reader }
      return outcome
    }
  }

  private func whenReadable(_ number: Int, _ resume: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard state.newest == number, let reader = state.reader else { return false }
      reader.whenReadable(resume)
      return true
    }
    if !isOpen { resume() }
  }

  /// Releases the reader of the body if no other reader can use it.
  private func release(_ number: Int) {
    state.withLock { state in
      if state.newest == number, state.isUsed { state.reader = nil }
    }
  }
}

extension BodySource {
  /// Whether the body can be read only once, even if no byte of it was read yet.
  package var isReadOnce: Bool { !isReplayable || _concrete is UnreadSource }
}

extension UnreadSource: PartedSource {
  package func part(at offset: Int64) -> PartProgress? { body.partIfAny(at: offset) }
}
