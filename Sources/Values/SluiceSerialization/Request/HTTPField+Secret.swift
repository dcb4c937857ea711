package import HTTPTypes

extension HTTPField {
  /// Whether the value must not be logged, nor sent to another origin: credentials, cookies, fields whose names say
  /// that they hold a secret, such as `X-Api-Key`, and fields marked as never to be indexed ([RFC 7541
  /// §7.1.3](https://www.rfc-editor.org/rfc/rfc7541#section-7.1.3)).
  package var isSecret: Bool {
    Self.secretNames.contains(name) || indexingStrategy == .disallow || name.saysSecret
  }

  private static let secretNames = Set(
    [.authorization, .proxyAuthorization, .cookie, .setCookie]
      + ["Cookie2", "Set-Cookie2"].compactMap { Name($0) })
}

extension HTTPField.Name {
  /// Whether a word of the name says that the value is a secret.
  fileprivate var saysSecret: Bool {
    let name = canonicalName
    if Self.harmlessEndings.contains(where: { name.hasSuffix($0) }) { return false }
    let words = name.split { $0 == "-" || $0 == "_" }
    if words.last.map({ $0.hasSuffix("key") }) == true { return true }
    return words.contains { word in
      word == "auth" || word == "authorization" || Self.secretEndings.contains { word.hasSuffix($0) }
    }
  }

  private static let secretEndings = [
    "token", "secret", "password", "passwd", "passphrase", "credential", "credentials", "jwt",
  ]

  /// The ends of names of fields that have a key or a token, but no secret.
  private static let harmlessEndings = [
    "idempotency-key", "sec-websocket-key", "surrogate-key", "cache-key", "partition-key", "routing-key",
    "public-key", "lock-token", "continuation-token", "sync-token", "page-token",
  ]
}
