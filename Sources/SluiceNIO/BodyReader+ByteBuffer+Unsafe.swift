#if NIO
  internal import NIOCore
  internal import SluiceBody

  extension BodyReader {
    /// Reads at most `limit` bytes to the end of a buffer.
    func read(into buffer: inout ByteBuffer, upTo limit: Int) throws -> BodyReadOutcome {
      var outcome = BodyReadOutcome.end
      // SAFETY: the buffer has room for `limit` bytes, and `withOutputSpan` returns the number of bytes that were
      // initialized from the start. Bytes have no alignment, and no other view of them exists during the call.
      try unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: limit) { memory in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<limit])
        return try unsafe withOutputSpan(over: free.bindMemory(to: UInt8.self)) { output in
          outcome = try read(into: &output)
        }
      }
      return outcome
    }
  }
#endif
