extension [UInt8] {
  /// Appends a copy of `bytes` in a single step.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func append(copying bytes: borrowing Span<UInt8>) {
    // SAFETY: The buffer is used only within the closure, and its bytes are copied.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
