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
