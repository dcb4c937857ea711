import SluiceCoding

// `#expect` cannot capture a span.

extension TextEncoding {
  func text(_ bytes: [UInt8]) throws(TextError) -> String { try decode(bytes.span) }
}

extension TextEncodings {
  func text(_ bytes: [UInt8], label: String? = nil) throws(TextError) -> String {
    try decode(bytes.span, label: label)
  }
}
