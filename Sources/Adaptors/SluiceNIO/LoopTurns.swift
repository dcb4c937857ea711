#if NIO
  package import NIOCore
  internal import SluiceBody

  /// Keeps a body at most one buffer ahead of the event loops that send it.
  ///
  /// A client or channel takes the buffers of a body without waiting until the loop of the connection has noticed that
  /// it is full. Without a wait, 60 MiB of a file were in memory at once. A wait for each last buffer would leave the
  /// loop without work while the next one is read, so that each call waits for the buffer before the last:
  ///
  /// ```
  ///  reader   a   b   waits for a   c   waits for b   d
  ///  loop         a                 b                 c
  /// ```
  package struct LoopTurns {
    private let loops: any EventLoopGroup
    /// Fire when each loop has done what was submitted before the last call.
    private var last: [Signal] = []

    /// Creates the turns of a body.
    ///
    /// - Parameter loops: The loops, one of which has the connection.
    package init(of loops: any EventLoopGroup) { self.loops = loops }

    /// Waits until each loop has done what was submitted before the previous call, or the task is cancelled.
    package mutating func next() async {
      let previous = last
      last = loops.makeIterator().map { loop in
        let signal = Signal()
        loop.execute { signal.fire() }
        return signal
      }
      for signal in previous { await signal.wait() }
    }

    /// Waits until each loop has done what was submitted before this call, or the task is cancelled.
    package mutating func all() async {
      await next()
      await next()
    }
  }

  /// The last buffers of a body, whose memory is used again when the consumer has released it.
  ///
  /// A channel holds two or three buffers until it has sent them. ``removeOldest()`` returns a new buffer until four
  /// have been added, and then the one that was added four calls ago. NIO gives it other memory when it is cleared if
  /// the channel still has the old bytes.
  package struct RecentBuffers {
    private var buffers: [ByteBuffer] = []
    private static let maximumCount = 4

    package init() {}

    /// Whether the consumer still holds all of the last four buffers, for all that is known of the oldest one.
    package var areHeld: Bool {
      mutating get {
        buffers.count == Self.maximumCount && buffers[0].modifyIfUniquelyOwned { _ in } == nil
      }
    }

    /// Removes a buffer to fill. Its bytes are to be cleared.
    package mutating func removeOldest() -> ByteBuffer {
      buffers.count < Self.maximumCount ? ByteBuffer() : buffers.removeFirst()
    }

    /// Adds a buffer that has been filled.
    package mutating func append(_ buffer: ByteBuffer) { buffers.append(buffer) }

    /// Releases all buffers.
    package mutating func removeAll() { buffers = [] }
  }
#endif
