/// The server's end of one connection. It belongs to its handler's thread.
///
/// Every call blocks as long as it takes; ``LoopbackServer/stop()`` wakes it. A peer that hung up while bytes
/// were due is ``LoopbackError/Code/peerClosed``.
public final class LoopbackConnection {
  /// Whether reading the body of a request that has `Expect: 100-continue` first answers `100 Continue`. True
  /// by default.
  public var sendsContinue = true

  /// Bytes per receive: large, for few system calls, yet so small that they stay in a core's own cache.
  private static let bufferSize = 128 << 10
  private static let longestLine = 64 << 10

  let socket: Socket
  /// Bytes received; those from `position` on are not taken yet. Never more than `bufferSize`, and never
  /// grown.
  private(set) var buffer: [UInt8] = []
  private var position = 0
  /// The request that is being answered.
  var exchange = Exchange()

  init(_ socket: Socket) {
    self.socket = socket
    buffer.reserveCapacity(Self.bufferSize)
  }

  // MARK: Reading

  /// Reads what has arrived, waiting for at least one byte. Returns nothing at the peer's end of stream.
  public func read(atMost count: Int = .max) throws(LoopbackError) -> [UInt8] {
    Array(buffer[try take(atMost: Int64(count))])
  }

  /// Reads `count` bytes.
  ///
  /// - Throws: ``LoopbackError/Code/peerClosed`` where the peer's stream ends before.
  @discardableResult
  public func read(exactly count: Int) throws(LoopbackError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let range = try take(atMost: Int64(count - bytes.count))
      guard !range.isEmpty else { throw LoopbackError(.peerClosed, "\(bytes.count) of \(count) bytes came") }
      bytes += buffer[range]
    }
    return bytes
  }

  /// Reads a line with its CRLF.
  ///
  /// - Parameter limit: The most bytes the line may have with its CRLF, 64 KiB by default and at most.
  /// - Returns: The line without its CRLF; nil where the peer's stream ends instead of another line.
  /// - Throws: ``LoopbackError``: `tooLarge`; `malformed` for a line feed alone or for what is not UTF-8;
  ///   `peerClosed` where the stream ends within the line.
  public func readLine(limit: Int = .max) throws(LoopbackError) -> String? {
    let limit = min(limit, Self.longestLine)
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end - position < limit else { break }
        let line = buffer[position..<end]
        position = end + 1
        guard line.last == UInt8(ascii: "\r"),
          let text = String(validating: line.dropLast(), as: UTF8.self)
        else { throw LoopbackError(.malformed, "line is not UTF-8 and CRLF") }
        return text
      }
      guard buffer.count - position < limit else { break }
      let count = buffer.count - position
      guard try receive() > 0 else {
        if count == 0 { return nil }
        throw LoopbackError(.peerClosed, "within a line")
      }
      searched = position + count
    }
    throw LoopbackError(.tooLarge, "line of more than \(limit) bytes")
  }

  /// Discards what the peer sends until it closes or resets its side.
  public func waitForClose() {
    repeat { position = buffer.count } while ((try? receive()) ?? 0) > 0
  }

  /// Reads nothing more until the peer hangs up or the server is stopped. The peer's sending stalls once the
  /// system's socket buffers are full: after some 4 MiB, or some ten more where much was read before. From
  /// then on its end of stream waits behind bytes that nobody reads, so that a peer that hangs up is not
  /// noticed.
  public func stall() {
    _ = socket.wait(for: .peerFinished)
  }

  /// Takes bytes that have been received, receiving if there are none: their range in `buffer`, where they
  /// stay until the next read. Empty at the end of stream.
  func take(atMost count: Int64) throws(LoopbackError) -> Range<Int> {
    if position == buffer.count, count > 0 { _ = try receive() }
    let range = position..<position + Int(min(count, Int64(buffer.count - position)))
    position = range.upperBound
    return range
  }

  /// Receives once, behind the bytes that are not taken yet, which move to the front. Returns 0 at the end of
  /// stream.
  private func receive() throws(LoopbackError) -> Int {
    buffer.removeSubrange(..<position)
    position = 0
    let before = buffer.count
    try buffer.append(addingCapacity: Self.bufferSize - before) { (free) throws(LoopbackError) in
      _ = try socket.receive(into: &free)
    }
    return buffer.count - before
  }

  // MARK: Writing

  /// Sends all of `bytes`, waiting while the peer does not read.
  public func write(_ bytes: [UInt8]) throws(LoopbackError) {
    try socket.send(bytes.span)
  }

  /// Sends the text's UTF-8 bytes; nothing is added.
  public func write(_ text: String) throws(LoopbackError) {
    try write(Array(text.utf8))
  }

  /// Ends this side's stream (a half-close): the peer reads the end, and may go on sending.
  public func finishWriting() {
    exchange.keepsAlive = false
    socket.finishWriting()
  }

  // MARK: Ending

  /// Resets the connection, at once: the peer's calls fail with `ECONNRESET`, and what was on its way is
  /// lost. Later calls on this connection throw ``LoopbackError/Code/peerClosed``.
  public func reset() {
    exchange.keepsAlive = false
    socket.reset()
  }

  /// Closes such that the peer gets all that was sent (see ``LoopbackServer/Handler``).
  func close() {
    socket.finishWriting()
    let end = ContinuousClock.now + .seconds(2)
    var allowance = 32 << 20
    // Once the server was stopped nothing more is read: a reset is what frees a peer whose sending has
    // stalled.
    while !socket.isShutDown, allowance > 0, case let left = ContinuousClock.now.duration(to: end),
      left > .zero,
      socket.wait(for: .readable, atMost: left)
    {
      position = buffer.count
      guard let count = try? receive(), count > 0 else { break }
      allowance -= count
    }
    socket.close()
  }
}
