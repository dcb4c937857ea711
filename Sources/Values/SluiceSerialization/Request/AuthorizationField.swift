internal import FoundationEssentials
internal import SluiceSupport

/// The values of an `Authorization` field.
///
/// ```swift
/// request.head.headerFields[.authorization] = AuthorizationField.basic(user: "me", password: password)
/// ```
///
/// The credentials of a session are in its configuration instead.
public enum AuthorizationField {
  /// Returns the value for HTTP Basic authentication ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)).
  public static func basic(user: String, password: String) -> String {
    "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// Returns the value with a bearer token ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
  public static func bearer(_ token: String) -> String {
    "Bearer " + token
  }

  /// Returns the user of a value that ``basic(user:password:)`` has made with an empty password, or `nil` for any other
  /// value.
  package static func user(ofBasicWithoutPassword value: String) -> String? {
    let scheme = "Basic "
    guard value.utf8.starts(with: scheme.utf8),
      let pair = Base64Text.data(value.utf8.dropFirst(scheme.utf8.count)), pair.count > 1,
      pair.firstIndex(of: UInt8(ascii: ":")) == pair.endIndex - 1
    else { return nil }
    return String(validating: pair.dropLast(), as: UTF8.self)
  }
}
