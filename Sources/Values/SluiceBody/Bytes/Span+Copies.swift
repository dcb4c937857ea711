extension String {
  /// Creates a string from UTF-8 bytes, with U+FFFD in place of malformed sequences.
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
