import Hummingbird
import NIOCore

/// A request whose body arrives over one connection after another, and its response.
///
/// ```
///  receive(…) over connection 1 ─┐
///  (it breaks)                   ├─► the body ─► the route ─► the response, over the last connection
///  receive(…) over connection 2 ─┘
/// ```
actor Upload {
  enum Fault: Error {
    /// The bytes do not start where those that have arrived end, or no more are accepted.
    case conflict
    /// The connection ended before its bytes did.
    case interrupted
    /// No other connection followed in time.
    case abandoned
  }

  /// The response of the route.
  nonisolated let response: Task<Response, any Error>
  private let source: RequestBody.Source
  /// The time to wait for another connection.
  private var patience: Duration
  /// Copies the bytes of the current connection.
  private var reception: Task<Void, any Error>?
  /// Ends the upload unless another connection follows.
  private var wait: Task<Void, any Error>?
  /// The number of bytes that have arrived.
  private(set) var offset: Int64 = 0
  /// Whether all bytes have arrived.
  private(set) var isComplete = false
  /// Whether the route has responded before the last byte, or no connection has followed.
  private var hasEnded = false

  init(
    _ head: HTTPRequest, patience: Duration, respond: @escaping @Sendable (Request) async throws -> Response
  ) {
    let (body, source) = RequestBody.makeStream()
    self.source = source
    self.patience = patience
    response = Task { try await respond(Request(head: head, body: body)) }
  }

  deinit { source.finish() }

  /// Appends the bytes of a connection, which takes the place of an earlier one.
  ///
  /// - Parameters:
  ///   - body: The bytes.
  ///   - offset: The offset of the first byte.
  ///   - byteCount: The number of bytes, or `nil` if unknown.
  ///   - isLast: Whether these are the last bytes.
  /// - Returns: The response of the route, or `nil` if more bytes must follow.
  /// - Throws: A ``Fault``; the errors of the connection and of the route.
  func receive(
    _ body: RequestBody, at offset: Int64, byteCount: Int64?, isLast: Bool
  ) async throws -> Response? {
    await detach()
    guard offset == self.offset, !isComplete, !hasEnded else { throw Fault.conflict }
    wait?.cancel()
    let reception = Task { try await copy(body, byteCount: byteCount) }
    self.reception = reception
    Task {
      // A response before the last byte, such as a 413, ends the reception.
      _ = await response.result
      if !isComplete { hasEnded = true }
      reception.cancel()
    }
    do {
      try await withTaskCancellationHandler {
        try await reception.value
      } onCancel: {
        reception.cancel()
      }
    } catch {
      if !hasEnded {
        if self.reception == reception { await pause() }
        throw error
      }
    }
    if !isLast, !hasEnded {
      if self.reception == reception { await pause() }
      return nil
    }
    self.reception = nil
    isComplete = !hasEnded
    source.finish()
    return try await response.value
  }

  private func copy(_ body: RequestBody, byteCount: Int64?) async throws {
    let end = byteCount.map { offset + $0 }
    for try await buffer in body {
      await source.yield(buffer)
      offset += Int64(buffer.readableBytes)
    }
    try Task.checkCancellation()
    // The body of a connection that was reset just ends.
    if let end, offset < end { throw Fault.interrupted }
  }

  /// Stops receiving bytes over the current connection, so that ``offset`` is final until another one follows.
  func detach() async {
    while let reception {
      reception.cancel()
      _ = await reception.result
      if self.reception == reception { self.reception = nil }
    }
    await pause()
  }

  /// Waits for another connection.
  private func pause() async {
    reception = nil
    wait?.cancel()
    if isComplete || hasEnded { return }
    if patience == .zero { return await abandon() }
    wait = Task {
      try await Task.sleep(for: patience)
      await abandon()
    }
  }

  private func abandon() async {
    hasEnded = true
    source.finish(Fault.abandoned)
    // The route removes what it has stored.
    _ = await response.result
  }

  /// Ends the upload now if it has no connection, and otherwise when its connection breaks.
  func shutDown() async {
    patience = .zero
    if reception == nil { await pause() }
  }
}
