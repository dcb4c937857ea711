/// A user's name and password, sent where a 401 asks for them, as the server asks: HTTP Digest (RFC 7616) or Basic (RFC
/// 7617). The body is sent again with them.
///
/// To send them with the first request instead, give it the `Authorization` field `.basic(user:password:)`.
public struct Credential: Sendable {
  public var user: String
  public var password: String

  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

extension Credential: CustomStringConvertible {
  /// The user's name, never the password.
  public var description: String { "Credential(user: \(user.debugDescription))" }
}
