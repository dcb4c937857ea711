internal import Glibc

// Operations on output spans that the standard library does not offer in safe code.
//
// SAFETY: the count is only raised by the number of bytes that were initialized, which is checked against the free
// capacity.

extension OutputSpan<UInt8> {
  /// Appends a copy of `bytes`.
  ///
  /// - Precondition: `bytes` fit into the free capacity.
  #if compiler(<6.3)
    @_lifetime(self: copy self)
  #endif
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
  #if compiler(<6.3)
    @_lifetime(self: copy self)
  #endif
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
  #if compiler(<6.3)
    @_lifetime(self: copy self)
  #endif
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
  #if compiler(<6.3)
    @_lifetime(self: copy self)
  #endif
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

extension UnsafeMutableRawBufferPointer {
  fileprivate init(rebasing slice: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    unsafe self.init(UnsafeMutableBufferPointer(rebasing: slice))
  }
}

extension Collection<UInt8> {
  /// Returns the result of `body`, called with a span of the bytes, or of a copy if they are not contiguous in memory.
  package func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    // SAFETY: the span cannot escape from `body`, which is called while the storage is valid.
    try withContiguousStorageIfAvailable { try body(unsafe $0.span) } ?? body(Array(self).span)
  }
}

extension [UInt8] {
  /// Appends a copy of `bytes`.
  package mutating func append(copying bytes: borrowing Span<UInt8>) {
    // SAFETY: the bytes are borrowed during the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension Span<UInt8> {
  /// Returns the first index of `byte`, from `start` on.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    // SAFETY: `extracting` checks the range that is searched, and the pointer that is found lies in that range.
    unsafe extracting(start..<count).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base, CInt(byte), bytes.count) else {
        return nil
      }
      return unsafe start + (UnsafeRawPointer(found) - base)
    }
  }

  /// Returns the first index of `byte` or `other`, from `start` on.
  ///
  /// Eight bytes are compared at once. Searching for one byte and then for the other would take quadratic time over
  /// repeated calls if one occurs everywhere and the other nowhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while count - index >= 8 {
      // SAFETY: any eight bytes are a valid integer, and the load checks that they are within the span.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let first = word ^ (ones &* UInt64(byte))
      let second = word ^ (ones &* UInt64(other))
      // The lowest bit set is exact: a zero byte sets its highest bit, and only bits above the first may be wrong.
      let zeros = ((first &- ones) & ~first | (second &- ones) & ~second) & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    for index in index..<count where self[index] == byte || self[index] == other { return index }
    return nil
  }
}

extension String {
  /// Creates a string from UTF-8 bytes, with U+FFFD instead of malformed sequences.
  package init(repairing bytes: Span<UInt8>) {
    if let text = try? UTF8Span(validating: bytes) {
      self.init(copying: text)
    } else {
      self.init(decoding: [UInt8](copying: bytes), as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// Creates an array that holds a copy of `bytes`.
  package init(copying bytes: borrowing Span<UInt8>) {
    self.init(capacity: bytes.count) { $0.append(copying: bytes) }
  }
}
