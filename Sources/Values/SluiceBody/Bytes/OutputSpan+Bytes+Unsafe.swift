internal import Glibc

// Operations on output spans that the standard library does not offer in safe code.
//
// SAFETY: the count is only raised by the number of bytes that were initialized, which is checked against the free
// capacity.

extension OutputSpan<UInt8> {
  /// Appends a copy of `bytes`.
  ///
  /// - Precondition: `bytes` fit into the free capacity.
  package mutating func append(copying bytes: borrowing Span<UInt8>) {
    precondition(bytes.count <= freeCapacity)
    unsafe bytes.withUnsafeBytes { source in
      unsafe append(upTo: source.count) { free in
        unsafe free.copyMemory(from: source)
        return source.count
      }
    }
  }

  /// Appends `count` zeros, as fast in debug builds.
  ///
  /// - Precondition: They fit into the free capacity.
  package mutating func append(zeros count: Int) {
    precondition(count >= 0 && count <= freeCapacity)
    unsafe append(upTo: count) { free in
      if let start = free.baseAddress { unsafe memset(start, 0, free.count) }
      return free.count
    }
  }

  /// Returns the result of `body`, called with an output span over the first `limit` bytes of the free space. If it
  /// throws, what it appended is discarded.
  ///
  /// - Precondition: `limit` is not negative.
  package mutating func append<Result, E: Error>(
    upTo limit: Int, with body: (inout OutputSpan<UInt8>) throws(E) -> Result
  ) throws(E) -> Result {
    precondition(limit >= 0)
    return try unsafe withUnsafeMutableBufferPointer {
      (buffer: UnsafeMutableBufferPointer<UInt8>, initializedCount: inout Int) throws(E) in
      let end = initializedCount + min(limit, buffer.count - initializedCount)
      let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[initializedCount..<end])
      var output = unsafe OutputSpan(buffer: free, initializedCount: 0)
      let result = try body(&output)
      initializedCount += unsafe output.finalize(for: free)
      return result
    }
  }

  /// Passes the free space, or its first `limit` bytes, to `body`, which returns the number of bytes that it
  /// initialized from the start.
  @unsafe
  package mutating func append<E: Error>(
    upTo limit: Int? = nil, writing body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    try unsafe withUnsafeMutableBufferPointer {
      (buffer: UnsafeMutableBufferPointer<UInt8>, initializedCount: inout Int) throws(E) in
      let end = initializedCount + min(limit ?? .max, buffer.count - initializedCount)
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[initializedCount..<end])
      let count = try unsafe body(free)
      precondition(count >= 0 && count <= free.count)
      initializedCount += count
    }
  }
}

/// Calls `body` with an output span over `memory`.
///
/// - Returns: The number of bytes appended.
@unsafe
package func withOutputSpan<E: Error>(
  over memory: UnsafeMutableBufferPointer<UInt8>, _ body: (inout OutputSpan<UInt8>) throws(E) -> Void
) throws(E) -> Int {
  var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
  try body(&output)
  return unsafe output.finalize(for: memory)
}

extension UnsafeMutableRawBufferPointer {
  fileprivate init(rebasing slice: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    unsafe self.init(UnsafeMutableBufferPointer(rebasing: slice))
  }
}
