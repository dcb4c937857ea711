internal import FoundationEssentials
package import HTTPTypes
internal import SluiceCoding
internal import SluiceJSON
internal import SluiceSupport

/// Texts in which `(hidden)` replaces the values of members whose names suggest a secret.
enum HiddenSecrets {
  /// The text that replaces a secret.
  static let replacement = "(hidden)"

  /// Words that suggest a secret in any part of a name. Names are compared in lower case and without punctuation.
  private static let words = [
    "token", "secret", "password", "passwd", "passphrase", "passcode", "pwd", "apikey", "accesskey",
    "privatekey",
    "signature", "credential", "authorization", "bearer", "jwt", "sessionid",
  ]
  /// Names that suggest a secret as a whole only, because they are a part of many others: `key` and `user[key]`, not
  /// `monkey`.
  private static let wholeNames: Set = ["key", "sig", "auth", "pass", "pw", "pin", "otp"]

  /// Returns whether the name of a member suggests that its value is a secret.
  static func isSecret(_ name: String) -> Bool {
    let steps = name.utf8.split(whereSeparator: ASCIISet("[].").contains)
    return words.contains(where: letters(name.utf8).contains)
      || steps.contains { wholeNames.contains(letters($0)) }
  }

  private static func letters(_ name: some Sequence<UInt8>) -> String {
    String(decoding: name.filter(ASCIISet.alphanumerics.contains), as: UTF8.self).lowercased()
  }

  /// Returns a query or a URL-encoded form without secrets.
  static func query(_ query: String) -> String {
    let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return pairs.map { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return String(Substring(pair)) }
      var name: [UInt8] = []
      PercentCoding.decode(Array(pair[..<equals]).span, plusAsSpace: true, into: &name)
      return isSecret(String(decoding: name, as: UTF8.self))
        ? "\(Substring(pair[...equals]))\(replacement)" : String(Substring(pair))
    }.joined(separator: "&")
  }

  /// Returns a body without secrets.
  ///
  /// Only the members of JSON and of forms have names. Any other text may be a secret itself, so all of it is replaced.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - mediaType: The media type of the body, or `nil` if it has none.
  static func body(_ text: String, _ mediaType: MediaType?) -> String {
    if text.isEmpty { return text }
    if let json = json(text) { return json }
    let isForm =
      mediaType?.essence == MediaType.formURLEncoded.essence && text.utf8.contains(UInt8(ascii: "="))
    return isForm ? query(text) : replacement
  }

  /// Returns a field of a form without secrets. A plain text is one if the name of the field suggests it.
  static func field(_ text: String, named name: String, _ mediaType: MediaType?) -> String {
    if isSecret(name) { return replacement }
    let isPlain = mediaType == nil || mediaType?.essence == MediaType.plainText.essence
    return json(text) ?? (isPlain || text.isEmpty ? text : replacement)
  }

  /// Returns a JSON object or array without secrets, unchanged if it has none.
  ///
  /// - Returns: The text, or `nil` if the text is not an object or array, or has more than 100 levels.
  private static func json(_ text: String) -> String? {
    guard let value = try? JSON.Value(parsing: text, maximumDepth: 100) else { return nil }
    switch value.content {
    case .array, .object: break
    default: return nil
    }
    var hasSecrets = false
    let hidden = hiding(value, &hasSecrets)
    return hasSecrets
      ? String(decoding: hidden.bytes(formatting: .withoutEscapingSlashes), as: UTF8.self) : text
  }

  private static func hiding(_ value: JSON.Value, _ hasSecrets: inout Bool) -> JSON.Value {
    switch value.content {
    case .array(let elements): return JSON.Value(.array(elements.map { hiding($0, &hasSecrets) }))
    case .object(var members):
      for index in members.indices {
        let member = members[index]
        // A Boolean says at most whether there is a secret.
        if isSecret(member.key), !member.value.isNull, member.value.bool == nil {
          hasSecrets = true
          members[index].value = JSON.Value(.string(replacement))
        } else {
          members[index].value = hiding(member.value, &hasSecrets)
        }
      }
      return JSON.Value(.object(members))
    default: return value
    }
  }
}

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
    "token", "secret", "password", "passwd", "passphrase", "credential", "credentials", "jwt", "signature",
  ]

  /// The ends of names of fields that have a key or a token, but no secret.
  private static let harmlessEndings = [
    "idempotency-key", "sec-websocket-key", "surrogate-key", "cache-key", "partition-key", "routing-key",
    "public-key", "lock-token", "continuation-token", "sync-token", "page-token",
  ]
}
