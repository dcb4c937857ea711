internal import FoundationEssentials

extension String {
  /// Returns the value of an `Authorization` field for HTTP Basic authentication
  /// ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)).
  ///
  /// ```swift
  /// request.head.headerFields[.authorization] = .basic(user: "me", password: password)
  /// ```
  public static func basic(user: String, password: String) -> String {
    "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// Returns the value of an `Authorization` field with a bearer token
  /// ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
  public static func bearer(_ token: String) -> String {
    "Bearer " + token
  }
}
