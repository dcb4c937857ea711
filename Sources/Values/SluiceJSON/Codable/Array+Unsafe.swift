extension Array {
  /// Calls a closure with each element in order.
  ///
  /// General code copies an element to pass it on, and retains all that it refers to. This method does not.
  @inlinable @inline(__always)
  func borrowEach(_ body: (Element) throws -> Void) rethrows {
    try unsafe withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      // SAFETY: The structure has the layout of its only property.
      let borrowed = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: JSONBorrowed<Element>.self)
      var index = 0
      while index < elements.count {
        try unsafe borrowed[index].use(body)
        index &+= 1
      }
    }
  }
}

/// A value that cannot be copied.
@frozen @usableFromInline
struct JSONBorrowed<Value>: ~Copyable {
  @usableFromInline let value: Value

  @inlinable @inline(__always)
  borrowing func use(_ body: (Value) throws -> Void) rethrows { try body(value) }
}

extension [UInt8] {
  /// Appends a copy of `bytes` in a single step.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func append(copying bytes: borrowing Span<UInt8>) {
    // SAFETY: The buffer is used only within the closure, and its bytes are copied.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
