internal import SluiceSupport

/// The value of an `ETag` field, which identifies a version of a resource: `"abc"`, or `W/"abc"` if it is weak (RFC
/// 9110 §8.8.3).
///
/// ```swift
/// let tag = EntityTag("W/\"abc\"")
/// tag?.isWeak       // true
/// tag?.opaqueTag    // abc
/// ```
package struct EntityTag: Sendable {
  /// Whether versions with the same tag may differ in their bytes.
  package let isWeak: Bool
  /// The text between the quotes.
  package let opaqueTag: String

  /// Parses the value of a field. The result is `nil` for anything but a single quoted tag, which has no escapes,
  /// blanks or control characters, and for a tag with U+FFFD, which stands for bytes that are not UTF-8.
  package init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    isWeak = bytes.starts(with: "W/".utf8)
    if isWeak { bytes = bytes.dropFirst(2) }
    let quote = UInt8(ascii: "\"")
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return nil }
    bytes = bytes.dropFirst().dropLast()
    guard bytes.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F && $0 != quote }) else { return nil }
    let tag = String(decoding: bytes, as: UTF8.self)
    // Tags that are not UTF-8 would be taken for each other.
    if tag.unicodeScalars.contains("\u{FFFD}") { return nil }
    opaqueTag = tag
  }

  /// Whether both name the same version, byte for byte: a weak tag never does (RFC 9110 §8.8.3.2, strong comparison).
  package func isStronglyEqual(to other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && isWeaklyEqual(to: other)
  }
}

extension EntityTag {
  /// Creates a tag.
  ///
  /// - Parameters:
  ///   - opaqueTag: The text between the quotes, which has no quotes, blanks or control characters.
  ///   - isWeak: Whether versions with the same tag may differ in their bytes.
  package init(opaqueTag: String, isWeak: Bool) {
    self.opaqueTag = opaqueTag
    self.isWeak = isWeak
  }

  /// Whether both have the same text (RFC 9110 §8.8.3.2, weak comparison).
  package func isWeaklyEqual(to other: EntityTag) -> Bool {
    ExactString(opaqueTag) == ExactString(other.opaqueTag)
  }

  /// Parses a list of tags, such as the value of `If-None-Match`. The result is `nil` if an element is not a tag.
  package static func list(_ text: some StringProtocol) -> [EntityTag]? {
    var tags: [EntityTag] = []
    var rest = Array(text.utf8)[...]
    while true {
      rest = rest.drop { " \t,".utf8.contains($0) }
      guard let open = rest.firstIndex(of: UInt8(ascii: "\"")) else { return rest.isEmpty ? tags : nil }
      guard let close = rest[(open + 1)...].firstIndex(of: UInt8(ascii: "\"")),
        let tag = EntityTag(String(decoding: rest[...close], as: UTF8.self))
      else { return nil }
      tags.append(tag)
      rest = rest[(close + 1)...].drop { " \t".utf8.contains($0) }
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
    }
  }
}

extension EntityTag: Hashable {
  /// Returns whether both are written alike, byte for byte: a weak tag is equal to itself, but not to a strong one.
  ///
  /// Whether two tags name the same version is another question: see ``isStronglyEqual(to:)``.
  package static func == (left: EntityTag, right: EntityTag) -> Bool {
    left.isWeak == right.isWeak && ExactString(left.opaqueTag) == ExactString(right.opaqueTag)
  }

  /// Hashes the bytes by which tags are compared.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isWeak)
    hasher.combine(ExactString(opaqueTag))
  }
}

extension EntityTag: CustomStringConvertible {
  /// The value of the field.
  package var description: String { "\(isWeak ? "W/" : "")\"\(opaqueTag)\"" }
}
