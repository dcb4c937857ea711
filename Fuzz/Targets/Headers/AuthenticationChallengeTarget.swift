import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// The value of a `WWW-Authenticate` field, which is the same when it is written and parsed again.
  static let authenticationChallenge = FuzzTarget("authentication-challenge") { input in
    let bytes = input.rest()
    let challenges = AuthenticationChallenge.challenges(in: String(decoding: bytes, as: UTF8.self))
    let commas = bytes.count { $0 == UInt8(ascii: ",") }
    let items = challenges.reduce(0) { $0 + max($1.parameters.count, 1) }
    try require(items <= commas + 1, "\(items) items with \(commas) commas")
    for challenge in challenges {
      let names = challenge.parameters.map(\.name) + [challenge.scheme]
      try require(names.allSatisfy { $0.utf8.isHTTPToken && $0 == $0.lowercased() }, "names: \(names)")
    }
    let written = challenges.map(\.description).joined(separator: ", ")
    let again = AuthenticationChallenge.challenges(in: written)
    try requireEqual(again.map(\.scheme), challenges.map(\.scheme), "written as \(written)")
    try requireEqual(
      again.map(\.parameters.bytes), challenges.map(\.parameters.bytes), "written as \(written)")
  }
}

extension [HeaderParameter] {
  /// The bytes of names and values, in alternation.
  ///
  /// Equal strings may differ in their bytes, and comparing strings is slow.
  var bytes: [[UInt8]] { flatMap { [[UInt8]($0.name.utf8), [UInt8]($0.value.utf8)] } }
}
