import HTTPTypes
import SluiceCache
import SluiceFuzz

extension FuzzTarget {
  /// A response and two requests. The response to one request must not be used for the other unless the fields that
  /// `Vary` names are the same (RFC 9111 §4.1).
  ///
  /// The fields of the response, those of the first request and those of the second one are lines `name: value`, with
  /// an empty line after the first two.
  static let cacheVary = FuzzTarget("cache-vary", maximumByteCount: 1024) { input in
    let groups = CacheText.lines(input.rest()).split(
      separator: "", maxSplits: 2, omittingEmptySubsequences: false
    ).map { CacheText.fields($0) }
    guard groups.count == 3 else { return }
    let (response, first, second) = (groups[0], groups[1], groups[2])
    let control = CacheControl(response[values: .cacheControl])
    let vary = response.filter { $0.name == .vary }.map { Array($0.value.utf8) }
    let expected = ReferenceVary.names(vary)
    guard let selecting = SelectingFields(of: response, control) else {
      return try require(expected.map { $0.count > 32 } ?? true, "\(vary) is refused")
    }
    guard var names = expected else { throw BrokenProperty("\(vary) is accepted") }
    if !control.isPublic, !control.hasSharedMaximumAge, !control.mustRevalidate {
      names.insert("authorization")
    }
    try requireEqual(selecting.names, names.sorted(), "names")
    let isSame = names.allSatisfy {
      ReferenceVary.value(of: $0, in: first) == ReferenceVary.value(of: $0, in: second)
    }
    let (digest, other) = (selecting.digest(of: first), selecting.digest(of: second))
    try require((digest == other) == isSame, "\(isSame ? "the same" : "different") in \(names.sorted())")
    try requireEqual(selecting.digest(of: first), digest, "a second digest")
  }
}

/// The fields of requests that `Vary` names, and their comparison (RFC 9111 §4.1).
private enum ReferenceVary {
  /// Returns the names in lower case, or `nil` if a member is `*` or no name.
  static func names(_ values: [[UInt8]]) -> Set<String>? {
    var names: Set<String> = []
    var name = ""
    for byte in values.joined(separator: [0x2C]) + [0x2C] {
      switch byte {
      case 0x20, 0x09, 0x2C:
        if name == "*" { return nil }
        if !name.isEmpty { names.insert(name) }
        name = ""
      default:
        let character = Character(Unicode.Scalar(byte))
        guard byte < 0x80, HTTPField.Name(String(character)) != nil else { return nil }
        name += character.lowercased()
      }
    }
    return names
  }

  /// Returns the members of the value, or `nil` if there is no such field. Blanks around a comma have no meaning,
  /// unless they are in a quoted string.
  static func value(of name: String, in fields: HTTPFields) -> [[UInt8]]? {
    let values = fields.filter { $0.name.canonicalName == name }.map { Array($0.value.utf8) }
    if values.isEmpty { return nil }
    var members: [[UInt8]] = [[]]
    var (isQuoted, isEscaped) = (false, false)
    for byte in values.joined(separator: [0x2C]) {
      if byte == 0x2C, !isQuoted {
        members.append([])
        continue
      }
      members[members.count - 1].append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = isQuoted
      } else if byte == 0x22 {
        isQuoted.toggle()
      }
    }
    members = members.map { member in
      let start = member.drop { $0 == 0x20 || $0 == 0x09 }
      return Array(start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
    }
    guard name == "accept-encoding" || name == "accept-language" else { return members }
    let lowered = members.filter { !$0.isEmpty }
      .map { $0.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }
    return name == "accept-language" ? lowered : lowered.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
