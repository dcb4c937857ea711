extension [UInt8] {
  /// Appends a copy of `bytes`, in one step.
  mutating func append(copying bytes: borrowing Span<UInt8>) {
    // Right: the buffer is used within the span's own call, and copied.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
