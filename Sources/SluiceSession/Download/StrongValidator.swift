internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceCoding

/// What tells a version of a resource from all others, byte for byte (RFC 9110 §8.8.1), as `If-Range` sends it back.
enum StrongValidator: Sendable {
  case entityTag(EntityTag)
  /// A modification date, as the server wrote it.
  case lastModified(String)

  /// The validator that a response has; nil for one that has none, or a weak one.
  init?(of head: HTTPResponse) {
    let fields = head.headerFields
    if let text = fields[.eTag] {
      // With a tag, even with a weak one, the date must not be used (RFC 9110 §13.1.5).
      guard let tag = EntityTag(text), !tag.isWeak else { return nil }
      self = .entityTag(tag)
    } else if let text = fields[.lastModified], let modified = HTTPDate.date(text),
      let sent = fields[.date].flatMap({ HTTPDate.date($0) }), sent.timeIntervalSince(modified) >= 1
    {
      // Within one second there may have been two versions (RFC 9110 §8.8.2.2).
      self = .lastModified(text)
    } else {
      return nil
    }
  }

  /// Reads the value of an `If-Range` field (RFC 9110 §13.1.5).
  init?(_ text: String) {
    if let tag = EntityTag(text), !tag.isWeak {
      self = .entityTag(tag)
    } else if HTTPDate.date(text) != nil {
      self = .lastModified(text)
    } else {
      return nil
    }
  }

  /// The value of an `If-Range` field.
  var text: String {
    switch self {
    case .entityTag(let tag): tag.description
    case .lastModified(let date): date
    }
  }

  /// Whether a response may be of this version. One that does not say which it is of is taken at its word, since it
  /// answers an `If-Range`.
  func allows(_ head: HTTPResponse) -> Bool {
    switch self {
    case .entityTag(let tag):
      guard let text = head.headerFields[.eTag] else { return true }
      return EntityTag(text).map(tag.isStronglyEqual) ?? false
    case .lastModified(let date):
      guard let text = head.headerFields[.lastModified] else { return true }
      return text.utf8.elementsEqual(date.utf8)
    }
  }
}
