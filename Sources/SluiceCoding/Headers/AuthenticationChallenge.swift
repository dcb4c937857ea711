/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field: `Basic realm="files"` (RFC 9110 §11.6.1).
public struct AuthenticationChallenge: Sendable, Hashable {
  /// How to prove who one is, in lower case: `basic`, `digest`, `bearer`.
  public let scheme: String
  /// In the order in which they came. The first of a name counts.
  public let parameters: [HeaderParameter]

  /// What is protected, in the server's words.
  public var realm: String? { parameters.first { $0.name == "realm" }?.value }

  /// All challenges of a field's value, which may have several, as may one field after another.
  ///
  /// What is behind the first mistake is left out: a challenge that cannot be read is one that cannot be answered.
  public static func parse(_ value: some StringProtocol) -> [AuthenticationChallenge] {
    var parser = AuthenticationChallengeParser(Array(value.utf8))
    var challenges: [AuthenticationChallenge] = []
    while let challenge = parser.next() { challenges.append(challenge) }
    return challenges
  }
}

/// Takes a list of challenges apart. A comma stands between challenges and between their parameters: what follows tells
/// which it was.
private struct AuthenticationChallengeParser {
  private var scanner: HeaderScanner<ArraySlice<UInt8>>
  /// Whether a comma was passed just now.
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
    if scanner.rest.first?.isBlank == true, !skipToken68() {
      while let parameter = nextParameter() { parameters.append(parameter) }
    }
    guard scanner.rest.isEmpty || scanner.rest.first == comma || isBehindComma else { return nil }
    return AuthenticationChallenge(
      scheme: String(decoding: scheme, as: UTF8.self).lowercased(), parameters: parameters)
  }

  /// The next parameter; nil, and nothing passed but commas, where something else comes.
  private mutating func nextParameter() -> HeaderParameter? {
    skipCommas()
    var ahead = scanner
    let name = ahead.collect(while: \.isHTTPToken)
    _ = ahead.collect(while: \.isBlank)
    guard !name.isEmpty, ahead.skip(UInt8(ascii: "=")) else { return nil }
    _ = ahead.collect(while: \.isBlank)
    let value = ahead.collectQuotedString() ?? Array(ahead.collect(while: \.isHTTPToken))
    _ = ahead.collect(while: \.isBlank)
    guard ahead.rest.isEmpty || ahead.rest.first == comma else { return nil }
    scanner = ahead
    return HeaderParameter(
      name: String(decoding: name, as: UTF8.self).lowercased(), value: String(decoding: value, as: UTF8.self))
  }

  /// Passes over the single word that some schemes have in place of parameters (RFC 9110 §11.2).
  private mutating func skipToken68() -> Bool {
    var ahead = scanner
    _ = ahead.collect(while: \.isBlank)
    let word = ahead.collect(while: \.isToken68)
    _ = ahead.collect { $0 == UInt8(ascii: "=") }
    _ = ahead.collect(while: \.isBlank)
    guard !word.isEmpty, ahead.rest.isEmpty || ahead.rest.first == comma else { return false }
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
