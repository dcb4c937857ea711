import SluiceCoding
import SluiceFuzz
import SluiceJSON

extension FuzzTarget {
  /// The value of a `Content-Type` field, or a range of an `Accept` field, which is the same when it is written and
  /// parsed again.
  static let mediaType = FuzzTarget("media-type", format: .mediaType) { input in
    let text = String(decoding: input.rest(), as: UTF8.self)
    try checkRange(text)
    let decoded = try? JSON.Decoder().decode(MediaType.self, from: JSON.Encoder().encode(text))
    try requireEqual(decoded, MediaType(text), "decoded")
    let all = MediaType.values(ofParameter: "charset", in: text)
    guard let type = MediaType(text) else { return try require(all == nil, "parameters without a type") }
    let written = type.description
    guard let again = MediaType(written) else { throw BrokenProperty("\(written): not parsed again") }
    try requireEqual(type, again, "parsed again")
    try requireEqual(JSON.Encoder().string(for: type), JSON.Encoder().string(for: written), "encoded")
    try requireEqual(written, again.description, "written again")
    let parts = type.parameters.map { (name: $0.name, value: $0.value) }
    try requireEqual(
      MediaType(type: type.type, subtype: type.subtype, parameters: parts), type, "rebuilt from its parts")
    try require(
      Set(type.parameters.map(\.name)).count == type.parameters.count, "a repeated parameter: \(written)")
    try require(written.utf8.allSatisfy { $0 >= 0x20 || $0 == 9 }, "a control character: \(written)")
    // A charset whose closing quotation mark is missing is `nil` among all of them.
    try requireEqual(all?.first.flatMap { $0 ?? type.charset }, type.charset, "the first charset")
    try requireEqual(type.essence, "\(type.type)/\(type.subtype)".lowercased(), "the essence in lowercase")
    if let suffix = type.suffix { try require(type.subtype.hasSuffix("+\(suffix)"), "suffix \(suffix)") }
    try require(MediaRange(type).matches(type) && MediaRange.any.matches(type), "outside of its own range")
  }

  private static func checkRange(_ text: String) throws {
    guard let range = MediaRange(text) else { return }
    try requireEqual(MediaRange(range.description), range, "parsed again")
    let words = range.description.split(separator: "/")
    try require(words.count == 2, "a range of \(words.count) words")
    // A wildcard matches any type or subtype.
    for (type, subtype) in [("text", "plain"), ("application", "a+json"), ("application", "json")] {
      let fits =
        words[0] == "*" || words[0] == type
        ? words[1] == "*" || words[1] == subtype
          || words[1].hasPrefix("*+") && subtype.hasSuffix(words[1].dropFirst())
        : false
      let candidate = MediaType(type: type, subtype: subtype)
      try requireEqual(candidate.map(range.matches), fits, "\(range) and \(type)/\(subtype)")
    }
  }
}
