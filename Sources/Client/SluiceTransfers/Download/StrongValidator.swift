internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceCoding

/// A strong validator, which distinguishes a version of a resource from all others, byte for byte (RFC 9110 §8.8.1).
enum StrongValidator: Hashable, Sendable {
  /// An entity tag that is not weak.
  case entityTag(EntityTag)
  /// A modification date, as written by the server.
  case lastModified(String)

  /// Creates the validator of a response, or `nil` if it has none, or a weak one.
  init?(of head: HTTPResponse) {
    let fields = head.headerFields
    if let text = fields[.eTag] {
      // If there is a tag, even a weak one, the date must not be used (RFC 9110 §13.1.5).
      guard let tag = EntityTag(text), !tag.isWeak else { return nil }
      self = .entityTag(tag)
    } else if let text = fields[.lastModified], let modified = HTTPDate(text)?.date,
      let sent = fields[.date].flatMap({ HTTPDate($0)?.date }), sent.timeIntervalSince(modified) >= 1
    {
      // A resource can have two versions within one second (RFC 9110 §8.8.2.2).
      self = .lastModified(text)
    } else {
      return nil
    }
  }

  /// Reads the value of an `If-Range` field (RFC 9110 §13.1.5).
  init?(_ text: String) {
    if let tag = EntityTag(text), !tag.isWeak {
      self = .entityTag(tag)
    } else if HTTPDate(text) != nil {
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

  /// Whether a response is of this version. A response without the date of its version is trusted, because a 206 need
  /// not have it (RFC 9110 §15.3.7), and it answers an `If-Range`.
  func isConfirmed(by head: HTTPResponse) -> Bool {
    switch self {
    case .entityTag: head.headerFields[.eTag] != nil && allows(head)
    case .lastModified: allows(head)
    }
  }

  /// Whether a response may be of this version. A response without a validator is trusted, because it answers an
  /// `If-Range`.
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
