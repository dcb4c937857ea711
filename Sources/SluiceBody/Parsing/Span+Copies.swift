extension String {
  /// UTF-8 in which U+FFFD stands for what is malformed.
  package init(repairing bytes: Span<UInt8>) {
    if let text = try? UTF8Span(validating: bytes) {
      self.init(copying: text)
    } else {
      self.init(decoding: [UInt8](copying: bytes), as: UTF8.self)
    }
  }
}

extension [UInt8] {
  package init(copying bytes: borrowing Span<UInt8>) {
    self.init(capacity: bytes.count) { $0.append(copying: bytes) }
  }

  package mutating func append(copying bytes: borrowing Span<UInt8>) {
    append(addingCapacity: bytes.count) { $0.append(copying: bytes) }
  }
}
