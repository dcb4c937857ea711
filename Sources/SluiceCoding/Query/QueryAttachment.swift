/// A value that is more than text, such as a form's file. Among the pairs, a placeholder text stands for it.
package protocol QueryAttachment: Sendable {
  /// Returns the value as a type that can hold it, or `nil` for any other type.
  func value<T>(as type: T.Type) throws -> T?
}

/// Attachments, found by their placeholders. Placeholders are random, so text from outside is never one of them.
package struct QueryAttachments: Sendable {
  /// The start of all placeholders, created with the first attachment: most decoders have none, and random numbers
  /// take time.
  private var prefix: [UInt8] = []
  private var attachments: [any QueryAttachment] = []

  package init() {}

  /// Adds an attachment. Returns its placeholder.
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
