/// A challenge in a `WWW-Authenticate` or `Proxy-Authenticate` field, such as `Basic realm="files"` (RFC 9110
/// §11.6.1).
///
/// ```swift
/// let challenges = AuthenticationChallenge.challenges(in: "Basic realm=\"files\", Bearer")
/// challenges.map(\.scheme)    // ["basic", "bearer"]
/// challenges.first?.realm     // files
/// ```
package struct AuthenticationChallenge: Sendable, Hashable {
  /// The authentication scheme in lower case, such as `basic`, `digest` or `bearer`.
  package let scheme: String
  /// The parameters in order. If a name occurs more than once, the first parameter counts.
  package let parameters: [HeaderParameter]

  /// The name that the server gives to the protected area, or `nil` if there is none.
  package var realm: String? { parameters.first { $0.name == "realm" }?.value }

  /// Returns the challenges in the value of a field. A response may have several such fields.
  ///
  /// Parsing stops at the first mistake and ignores everything after it, because a challenge that cannot be parsed
  /// cannot be met. A quoted string whose closing quotation mark is missing ends with the value.
  ///
  /// - Returns: The challenges in order, possibly none.
  /// - Complexity: O(*n*) in the length of the value.
  package static func challenges(in value: some StringProtocol) -> [AuthenticationChallenge] {
    var parser = AuthenticationChallengeParser(Array(value.utf8))
    var challenges: [AuthenticationChallenge] = []
    while let challenge = parser.next() { challenges.append(challenge) }
    return challenges
  }
}

extension AuthenticationChallenge: CustomStringConvertible {
  /// The challenge as in the field, such as `basic realm="my files", charset=UTF-8`.
  ///
  /// The text holds no secrets: a challenge is what a server tells anyone, and the word that some schemes have instead
  /// of parameters is not kept.
  package var description: String {
    let list = parameters.map(\.description).joined(separator: ", ")
    return list.isEmpty ? scheme : "\(scheme) \(list)"
  }
}

/// A parser of a list of challenges. Commas separate the challenges as well as their parameters, so the meaning of a
/// comma depends on what follows it.
private struct AuthenticationChallengeParser {
  private var scanner: HeaderScanner<ArraySlice<UInt8>>
  /// Whether a comma was just skipped.
  private var isBehindComma = false

  init(_ bytes: [UInt8]) {
    scanner = HeaderScanner(bytes[...])
  }

  mutating func next() -> AuthenticationChallenge? {
    skipCommas()
    let scheme = scanner.collect(while: \.isHTTPToken)
    guard !scheme.isEmpty else { return nil }
    isBehindComma = false
    var parameters: [HeaderParameter] = []
    if scanner.next?.isBlank == true, !skipToken68() {
      while let parameter = nextParameter() { parameters.append(parameter) }
    }
    guard scanner.next == nil || scanner.next == comma || isBehindComma else { return nil }
    return AuthenticationChallenge(
      scheme: String(decoding: scheme, as: UTF8.self).lowercased(), parameters: parameters)
  }

  /// Reads the next parameter. If there is none, returns `nil` and skips only blanks and commas.
  private mutating func nextParameter() -> HeaderParameter? {
    skipCommas()
    var ahead = scanner
    let name = ahead.collect(while: \.isHTTPToken)
    ahead.skip(while: \.isBlank)
    guard !name.isEmpty, ahead.skip(UInt8(ascii: "=")) else { return nil }
    ahead.skip(while: \.isBlank)
    let value = ahead.collectQuotedString()?.content ?? Array(ahead.collect(while: \.isHTTPToken))
    ahead.skip(while: \.isBlank)
    guard ahead.next == nil || ahead.next == comma else { return nil }
    scanner = ahead
    return HeaderParameter(
      name: String(decoding: name, as: UTF8.self).lowercased(), value: String(decoding: value, as: UTF8.self))
  }

  /// Skips the single word that some schemes have instead of parameters (RFC 9110 §11.2). Returns whether there was
  /// one.
  private mutating func skipToken68() -> Bool {
    var ahead = scanner
    ahead.skip(while: \.isBlank)
    let word = ahead.collect(while: \.isToken68)
    ahead.skip { $0 == UInt8(ascii: "=") }
    ahead.skip(while: \.isBlank)
    guard !word.isEmpty, ahead.next == nil || ahead.next == comma else { return false }
    scanner = ahead
    return true
  }

  private mutating func skipCommas() {
    isBehindComma = scanner.collect { $0.isBlank || $0 == comma }.contains(comma)
  }
}

private let comma = UInt8(ascii: ",")

extension UInt8 {
  fileprivate var isToken68: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
