/// A value that is more than text, such as a form's file. A text of its own stands for it among the pairs.
package protocol QueryAttachment: Sendable {
  /// The value as a type that can hold it, or nil.
  func value<T>(as type: T.Type) throws -> T?
}

/// Attachments, by the texts that stand for them. No text from outside is one of those, since they are random.
package struct QueryAttachments: Sendable {
  /// Made for the first attachment: most decoders have none, and randomness takes its time.
  private var prefix: [UInt8] = []
  private var attachments: [any QueryAttachment] = []

  package init() {}

  /// Takes an attachment, and returns the text that stands for it.
  package mutating func add(_ attachment: some QueryAttachment) -> String {
    if attachments.isEmpty {
      var generator = SystemRandomNumberGenerator()
      prefix = (0..<24).map { _ in
        UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
      }
    }
    defer { attachments.append(attachment) }
    return String(decoding: prefix, as: UTF8.self) + "\(attachments.count)"
  }

  func attachment(for text: String) -> (any QueryAttachment)? {
    guard !attachments.isEmpty, text.utf8.starts(with: prefix),
      let index = Int(String(Substring(text.utf8.dropFirst(prefix.count)))),
      attachments.indices.contains(index)
    else { return nil }
    return attachments[index]
  }
}
