import SluiceCoding
import SluiceFuzz
import SluiceJSON
import SluiceMultipart

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

extension FuzzTarget {
  /// The value of a `Content-Disposition` field.
  ///
  /// Byte 0 is the profile. The value follows.
  static let contentDisposition = FuzzTarget(
    "content-disposition", format: .contentDisposition, optionByteCount: 1
  ) { input in
    let profile = input.choice(of: [ContentDisposition.Profile.http, .formData])
    let bytes = input.rest()
    let text = String(decoding: bytes, as: UTF8.self)
    let value: ContentDisposition
    do {
      value = try ContentDisposition(parsing: text, as: profile)
    } catch let error as HeaderError {
      return try require((0...text.utf8.count).contains(error.byteOffset), "\(error) of \(text.utf8.count)")
    }
    let names = value.parameters.map(\.name)
    try require(Set(names).count == names.count, "a repeated parameter")
    try require((names + [value.type]).allSatisfy { $0.utf8.isHTTPToken && $0 == $0.lowercased() }, "names")
    try require(!value.parameters.contains { $0.value.utf8.contains(0) }, "a NUL in a value")
    if profile == .http {
      let described = try ContentDisposition(parsing: value.description)
      try requireEqual(described.parameters.bytes, value.parameters.bytes, "described as \(value)")
    }
    try require(!value.description.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "a line break in \(value)")
    if let fileName = value.fileName { try check(fileName, of: value, profile) }
    let written = written(value, as: profile)
    let again = try ContentDisposition(parsing: written, as: profile)
    try requireEqual(again.parameters.bytes, value.parameters.bytes, "written as \(written)")
    try requireEqual(again.fileName.map { Array($0.utf8) }, value.fileName.map { Array($0.utf8) }, written)
  }

  private static func check(
    _ fileName: String, of value: ContentDisposition, _ profile: ContentDisposition.Profile
  ) throws {
    let plain = value["filename"].map { Array($0.utf8) }
    try require(
      profile == .http && value["filename*"] != nil || plain == Array(fileName.utf8), "a different file name")
    if profile == .http {
      try require(!fileName.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "a line break in a file name")
    }
    let safe = SafeFileName(fileName).description
    try require((1...200).contains(safe.utf8.count) && safe != "." && safe != "..", "\(safe): not safe")
    try require(!safe.utf8.contains { $0 < 0x20 || "/\\:\"".utf8.contains($0) }, "\(safe): not safe")
    try require(!safe.starts(with: /[-~.]/), "\(safe): not safe")
    try requireEqual(
      Array(SafeFileName(safe).description.utf8), Array(safe.utf8), "a safe name, made safe again")
  }

  /// Returns the text of the value as a sender would write it.
  private static func written(
    _ value: ContentDisposition, as profile: ContentDisposition.Profile
  ) -> String {
    value.parameters.reduce(into: value.type) { text, parameter in
      // Only quoted values have escapes.
      guard profile != .http, !parameter.value.utf8.isHTTPToken else { return text += "; \(parameter)" }
      let isName = parameter.name == "name" || parameter.name == "filename"
      var content: [UInt8] = []
      for byte in parameter.value.utf8 {
        switch byte {
        case UInt8(ascii: "\""): content += (isName ? "%22" : "\\\"").utf8
        case UInt8(ascii: "\r"): content += "%0D".utf8
        case UInt8(ascii: "\n"): content += "%0A".utf8
        default: content.append(byte)
        }
      }
      text += "; \(parameter.name)=\"\(String(decoding: content, as: UTF8.self))\""
    }
  }

  /// The value of a `Link` field, whose links are the same when they are written and parsed again.
  static let link = FuzzTarget("link") { input in
    let bytes = input.rest()
    let links = WebLink.links(in: String(decoding: bytes, as: UTF8.self))
    let brackets = bytes.count { $0 == UInt8(ascii: "<") }
    try require(links.count <= brackets, "\(links.count) links with \(brackets) brackets")
    for link in links {
      let names = link.parameters.map(\.name)
      try require(
        names.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() && $0 != "rel" && $0 != "anchor" },
        "names: \(names)")
      for name in ["media", "title", "type"] {
        try require(names.count { $0 == name } <= 1, "repeated: \(name)")
      }
      for relation in link.relations where link.anchor == nil {
        try require(WebLink.first(relation, in: [link]) == link, "not found: \(relation)")
      }
    }
    // A name with `*` would be written as the name of an extended parameter.
    let plain = links.filter { !$0.parameters.contains { $0.name.utf8.last == UInt8(ascii: "*") } }
    let written = plain.map(\.written).joined(separator: ", ")
    try requireEqual(WebLink.links(in: written), plain, "written as \(written)")
  }
}

extension WebLink {
  /// The link as it could stand in a field, with every value in quotes.
  fileprivate var written: String {
    var text = "<\(target)>"
    if !relations.isEmpty { text += "; rel=\(Self.quoted(relations.joined(separator: " ")))" }
    if let anchor { text += "; anchor=\(Self.quoted(anchor))" }
    for parameter in parameters { text += "; \(parameter.name)=\(Self.quoted(parameter.value))" }
    return text
  }

  private static func quoted(_ text: String) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { quoted.append(UInt8(ascii: "\\")) }
      quoted.append(byte)
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

extension FuzzTarget {
  /// The value of a `Content-Type` field, or a range of an `Accept` field, which is the same when it is written and
  /// parsed again.
  static let mediaType = FuzzTarget("media-type", format: .mediaType) { input in
    let text = String(decoding: input.rest(), as: UTF8.self)
    try checkRange(text)
    let decoded = try? JSON.Decoder().decode(MediaType.self, from: JSON.Encoder().encode(text))
    try requireEqual(decoded, try? MediaType(parsing: text), "decoded")
    let all = MediaType.values(ofParameter: "charset", in: text)
    guard let type = try? MediaType(parsing: text) else {
      return try require(all == nil, "parameters without a type")
    }
    let written = type.description
    guard let again = try? MediaType(parsing: written) else {
      throw BrokenProperty("\(written): not parsed again")
    }
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
    guard let range = try? MediaRange(parsing: text) else { return }
    try requireEqual(try? MediaRange(parsing: range.description), range, "parsed again")
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
