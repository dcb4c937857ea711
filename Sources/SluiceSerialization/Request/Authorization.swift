internal import FoundationEssentials

extension String {
  /// The value of an `Authorization` field that sends a name and a password at once (RFC 7617).
  public static func basic(user: String, password: String) -> String {
    "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// The value of an `Authorization` field that sends a token (RFC 6750).
  public static func bearer(_ token: String) -> String {
    "Bearer " + token
  }
}
