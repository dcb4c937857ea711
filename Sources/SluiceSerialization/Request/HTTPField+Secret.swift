package import HTTPTypes

extension HTTPField {
  /// Whether the value must not be logged, nor sent to another origin: credentials, cookies, and fields marked as never
  /// to be indexed ([RFC 7541 §7.1.3](https://www.rfc-editor.org/rfc/rfc7541#section-7.1.3)).
  package var isSecret: Bool {
    Self.secretNames.contains(name) || indexingStrategy == .disallow
  }

  private static let secretNames: Set<Name> = [.authorization, .proxyAuthorization, .cookie, .setCookie]
}
