#if AsyncHTTPClient
  internal import NIOCore

  extension EventLoopGroup {
    /// Waits until each loop has done what was submitted before.
    ///
    /// AsyncHTTPClient takes the buffers of a body without waiting until the loop of the connection has noticed that it
    /// is full. Without this wait, 60 MiB of a file were in memory at once; with it, one buffer.
    func turn() async {
      for loop in makeIterator() { try? await loop.submit {}.get() }
    }
  }
#endif
