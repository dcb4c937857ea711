import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// The value of a `Link` field, whose links are the same when they are written and parsed again.
  static let link = FuzzTarget("link") { input in
    let bytes = input.rest()
    let links = Link.links(in: String(decoding: bytes, as: UTF8.self))
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
        try require([link].first(relation: relation) == link, "not found: \(relation)")
      }
    }
    // A name with `*` would be written as the name of an extended parameter.
    let plain = links.filter { !$0.parameters.contains { $0.name.utf8.last == UInt8(ascii: "*") } }
    let written = plain.map(\.written).joined(separator: ", ")
    try requireEqual(Link.links(in: written), plain, "written as \(written)")
  }
}

extension Link {
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
