internal import SluiceCoding
internal import SluiceErrors

/// The server's end of a connection. Use it only on the thread of its handler.
///
/// Calls block until they are complete or ``LoopbackServer/stop()`` wakes them. If the peer closes the connection while
/// more bytes are expected, they throw ``ErrorCode/peerClosed``.
public final class LoopbackConnection {
  /// A Boolean value that indicates whether reading a body sends `100 Continue` first, if the request has
  /// `Expect: 100-continue`. Defaults to `true`.
  public var sendsContinue = true

  /// The size of the buffer: large, for few system calls, but small enough for the private cache of a core.
  private static let bufferSize = 128 << 10
  private static let longestLine = 64 << 10

  let socket: Socket
  /// The received bytes. Those before `position` have been read.
  ///
  /// Holds at most `bufferSize` bytes and is never reallocated to grow.
  private(set) var buffer: [UInt8] = []
  private var position = 0
  /// The current request.
  var exchange = LoopbackExchange()

  init(_ socket: Socket) {
    self.socket = socket
    buffer.reserveCapacity(Self.bufferSize)
  }

  // MARK: Reading

  /// Reads the bytes that have arrived, waiting for at least one.
  ///
  /// - Parameter count: The maximum number of bytes. With `nil`, the default, there is no limit.
  /// - Returns: The bytes; empty at the end of the peer's stream.
  /// - Throws: ``ErrorCode/peerClosed`` if the connection was reset; ``ErrorCode/system``.
  public func read(upTo count: Int? = nil) throws(LoopbackError) -> [UInt8] {
    Array(buffer[try readRange(upTo: Int64(count ?? Self.bufferSize))])
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Throws: ``ErrorCode/peerClosed`` if the peer's stream ends earlier; ``ErrorCode/system``.
  @discardableResult
  public func read(exactly count: Int) throws(LoopbackError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let range = try readRange(upTo: Int64(count - bytes.count))
      guard !range.isEmpty else { throw LoopbackError(.peerClosed, "read \(bytes.count) of \(count) bytes") }
      bytes += buffer[range]
    }
    return bytes
  }

  /// Reads a line that ends with CRLF.
  ///
  /// - Parameter limit: The maximum number of bytes of the line with its CRLF. Defaults to 64 KiB, which is also the
  ///   highest possible limit.
  /// - Returns: The line without its CRLF, or `nil` if the peer's stream has ended.
  /// - Throws: ``ErrorCode/tooLarge``; ``ErrorCode/malformed`` for LF without CR and for a line that
  ///   is not UTF-8; ``ErrorCode/peerClosed`` if the stream ends within the line;
  ///   ``ErrorCode/system``.
  public func readLine(upTo limit: Int = 64 << 10) throws(LoopbackError) -> String? {
    let limit = min(limit, Self.longestLine)
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end - position < limit else { break }
        let line = buffer[position..<end]
        position = end + 1
        guard line.last == UInt8(ascii: "\r"),
          let text = String(validating: line.dropLast(), as: UTF8.self)
        else { throw LoopbackError(.malformed, "line is not UTF-8, or does not end with CRLF") }
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

  /// Discards everything that the peer sends, until it closes or resets the connection.
  public func waitForClose() {
    repeat { position = buffer.count } while ((try? receive()) ?? 0) > 0
  }

  /// Waits without reading until the peer closes the connection or the server is stopped.
  ///
  /// The peer's sending stalls once the socket buffers of the system are full: after about 4 MiB, or about 10 MiB more
  /// if much was read before. From then on, the peer's end of stream is queued after the unread bytes, so this method
  /// does not notice that the peer has closed the connection.
  public func stall() {
    _ = socket.wait(for: .peerFinished)
  }

  /// Reads received bytes, and receives more first if there are none.
  ///
  /// - Returns: The range of the bytes in `buffer`, which is valid until the next read; empty at the end of the stream.
  func readRange(upTo count: Int64) throws(LoopbackError) -> Range<Int> {
    if position == buffer.count, count > 0 { _ = try receive() }
    let range = position..<position + Int(min(count, Int64(buffer.count - position)))
    position = range.upperBound
    return range
  }

  /// Moves the bytes that have not been read to the front of the buffer, and receives once after them.
  ///
  /// - Returns: The number of bytes received; 0 at the end of the stream.
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

  /// Sends all bytes, and blocks while the peer does not read.
  ///
  /// - Throws: ``ErrorCode/peerClosed``; ``ErrorCode/system``.
  public func write(_ bytes: [UInt8]) throws(LoopbackError) {
    try socket.send(bytes.span)
  }

  /// Sends a text in UTF-8, without adding a line ending.
  ///
  /// - Throws: ``ErrorCode/peerClosed``; ``ErrorCode/system``.
  public func write(_ text: String) throws(LoopbackError) {
    try write(Array(text.utf8))
  }

  /// Ends the stream to the peer (a half-close). The peer reads its end, and can continue to send.
  public func finishWriting() {
    exchange.keepsAlive = false
    socket.finishWriting()
  }

  // MARK: Ending

  /// Resets the connection immediately.
  ///
  /// Calls of the peer fail with `ECONNRESET`, and bytes in transit are lost. Later calls on this connection throw
  /// ``ErrorCode/peerClosed``.
  public func reset() {
    exchange.keepsAlive = false
    socket.reset()
  }

  /// Closes the connection such that the peer receives everything that was sent (see ``LoopbackServer/Handler``).
  func close() {
    socket.finishWriting()
    let end = ContinuousClock.now + .seconds(2)
    var allowance = 32 << 20
    // Nothing more is read once the server is stopped: only a reset wakes a peer whose sending has stalled.
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
