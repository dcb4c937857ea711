#if NIO
  package import NIOCore

  extension ByteBuffer {
    /// Returns the result of a closure, called with an output span over the next `limit` bytes after the readable
    /// ones. If it throws, what it appended is discarded.
    ///
    /// - Precondition: `limit` is not negative.
    package mutating func append<Result>(
      upTo limit: Int, with body: (inout OutputSpan<UInt8>) throws -> Result
    ) throws -> Result {
      reserveCapacity(minimumWritableBytes: limit)
      // SAFETY: the closure gets the writable bytes of the buffer, whose memory has no other type, for the time of the
      // call, and `finalize` returns how many of them were initialized.
      let (result, count) = try unsafe withUnsafeMutableWritableBytes { writable in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: writable[..<limit]).bindMemory(
          to: UInt8.self)
        var output = unsafe OutputSpan(buffer: free, initializedCount: 0)
        let result = try body(&output)
        return (result, unsafe output.finalize(for: free))
      }
      moveWriterIndex(forwardBy: count)
      return result
    }
  }
#endif
