#if NIO
  package import NIOCore

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
