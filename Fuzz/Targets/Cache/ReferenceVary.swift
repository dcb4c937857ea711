import HTTPTypes

/// The fields of requests that `Vary` names, and their comparison (RFC 9111 §4.1).
enum ReferenceVary {
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
