import SluiceCoding
import Testing

/// Lists of challenges, in which a comma ends a parameter or a challenge (RFC 9110 §11.6.1).
@Suite(.timeLimit(.minutes(5))) struct AuthenticationChallengeTests {
  private func parsed(_ value: String) -> [String] {
    AuthenticationChallenge.challenges(in: value).map { challenge in
      ([challenge.scheme] + challenge.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: "|")
    }
  }

  @Test(arguments: [
    ("Basic realm=\"x\"", ["basic|realm=x"]),
    ("Negotiate", ["negotiate"]),
    ("Basic realm=x, Bearer", ["basic|realm=x", "bearer"]),
    (
      "Digest realm=\"a, b\", qop=\"auth,auth-int\", nonce=abc",
      ["digest|realm=a, b|qop=auth,auth-int|nonce=abc"]
    ),
    // Everything after the first mistake is left out.
    ("Negotiate, Digest realm=\"a\", nonce=abc==, Basic", ["negotiate", "digest|realm=a"]),
    (
      "Digest realm=\"a\", nonce=\"abc==\", Basic realm=\"b\"",
      ["digest|realm=a|nonce=abc==", "basic|realm=b"]
    ),
    ("Negotiate YWJj==, Basic realm=\"b\"", ["negotiate", "basic|realm=b"]),
    ("Negotiate aAzZ09-._~+/=, Basic realm=\"b\"", ["negotiate", "basic|realm=b"]),
    (
      "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
      ["newauth|realm=apps|type=1|title=Login to \"apps\"", "basic|realm=simple"]
    ),
    ("  ,, Basic  realm = \"x\" ,, , Bearer ,", ["basic|realm=x", "bearer"]),
    ("BASIC REALM=\"X\"", ["basic|realm=X"]),
    ("Bearer realm=, a=b", ["bearer"]),
    ("Basic realm=\"\u{fc}\"", ["basic|realm=\u{fc}"]),
    ("", []), (",", []), ("=", []), ("\"x\"", []), ("Basic realm=\"x\" y", []), ("a b c", []),
  ]) func `challenges are parsed with their parameters, up to the first mistake`(
    value: String, challenges: [String]
  ) {
    #expect(parsed(value) == challenges)
    let described = AuthenticationChallenge.challenges(in: value).map(\.description).joined(separator: ", ")
    #expect(parsed(described) == challenges)
  }

  @Test func `a challenge is described as in the field, without the word of a negotiation`() {
    let value = "BASIC Realm=\"my \\\"files\\\"\", charset=UTF-8, empty=\"\", Negotiate c2VjcmV0, Bearer"
    #expect(
      AuthenticationChallenge.challenges(in: value).map(\.description)
        == ["basic realm=\"my \\\"files\\\"\", charset=UTF-8, empty=\"\"", "negotiate", "bearer"])
  }

  @Test func `the realm is the first parameter of that name`() {
    let challenge = AuthenticationChallenge.challenges(in: "Basic realm=\"a\", realm=\"b\"").first
    #expect(challenge?.realm == "a")
    #expect(AuthenticationChallenge.challenges(in: "Basic").first?.realm == nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["a=b,", "a,", "\"", "\\", "a ", "a=\"\\", "="])
  func `a long value is parsed in linear time`(unit: String) {
    _ = AuthenticationChallenge.challenges(in: "Basic " + String(repeating: unit, count: 200_000))
  }
}
