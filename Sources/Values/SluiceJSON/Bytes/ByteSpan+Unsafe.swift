extension Collection<UInt8> {
  /// Returns the result of a closure, called with a span of the bytes, or of a copy if they are not contiguous in
  /// memory.
  ///
  /// General code would look up the types of several closures, which takes longer than reading a small document.
  @inlinable @inline(__always)
  func withByteSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = withContiguousStorageIfAvailable { bytes in
      // SAFETY: The span cannot escape from the closure, which is called while the storage is valid.
      Swift.Result { () throws(Failure) in try body(unsafe bytes.span) }
    }
    if let result { return try result.get() }
    return try body(Array(self).span)
  }
}
