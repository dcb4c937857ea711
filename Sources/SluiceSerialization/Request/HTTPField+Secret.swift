package import HTTPTypes

extension HTTPField {
  /// Whether the value stays with the origin it belongs to, and out of every log: credentials, cookies, and what is
  /// marked as never to be indexed (RFC 7541 §7.1.3).
  package var isSecret: Bool {
    Self.secretNames.contains(name) || indexingStrategy == .disallow
  }

  private static let secretNames: Set<Name> = [.authorization, .proxyAuthorization, .cookie, .setCookie]
}
