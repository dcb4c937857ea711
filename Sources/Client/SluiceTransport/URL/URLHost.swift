internal import SluiceBody
internal import SluiceSupport

/// The normal forms of hosts in URLs.
enum URLHost {
  /// The ASCII characters of a name in normal form.
  ///
  /// RFC 3986 also allows `!$&'()*+,;=`. No real host has them, and newer versions of libcurl refuse them.
  private static let nameCharacters = ASCIISet("0123456789abcdefghijklmnopqrstuvwxyz-._~")
  private static let zoneCharacters = ASCIISet.alphanumerics.union(ASCIISet("-._~"))
  private static let dot = UInt8(ascii: ".")

  // MARK: Names and IPv4 addresses

  /// Returns the normal form of a host that is not in brackets: ASCII in lower case.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  static func name(_ text: Span<UInt8>) throws(SessionError) -> String {
    guard !text.isEmpty else { throw RequestURL.error("the URL has no host") }
    let name = consists(text, of: nameCharacters) ? String(repairing: text) : try decodedName(text)
    let bytes = name.utf8.span
    let end = bytes[bytes.count - 1] == dot ? bytes.count - 1 : bytes.count
    var label = 0
    for position in 0..<end where bytes[position] == dot {
      guard position > label else { throw emptyLabel }
      label = position + 1
    }
    guard end > label else { throw emptyLabel }
    return try IPv4Address.normalized(bytes.extracting(first: end), lastLabel: label) ?? name
  }

  private static func decodedName(_ text: Span<UInt8>) throws(SessionError) -> String {
    var bytes: [UInt8] = []
    PercentCoding.decode(text, into: &bytes)
    // Other software would decode a remaining percent sign again, and get another host.
    guard let text = String(validating: bytes, as: UTF8.self), text.unicodeScalars.allSatisfy(isMappedAlike),
      case let name = text.lowercased(), name.unicodeScalars.allSatisfy(isNameCharacter)
    else { throw RequestURL.error("the URL's host has a character that is not allowed in a host") }
    return name.utf8.allSatisfy { $0 < 0x80 } ? name : try InternationalName.ascii(name)
  }

  /// Whether clients agree on the lower case of a character. Before version 15.1, UTS #46 mapped ẞ to ss, and refused
  /// the others.
  private static func isMappedAlike(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case 0x4C0, 0x10A0..<0x10D0, 0x1E9E, 0x2132, 0x2183: false
    default: true
    }
  }

  /// Whether a name may contain a character.
  ///
  /// IDNA maps some characters to others (`。` to a dot, `①` to a digit) and ignores some. To a client without IDNA, a
  /// name with one of these would be another host.
  private static func isNameCharacter(_ character: Unicode.Scalar) -> Bool {
    if let byte = UInt8(exactly: character.value), byte < 0x80 { return nameCharacters.contains(byte) }
    let properties = character.properties
    if properties.changesWhenNFKCCaseFolded { return deviations.contains(character) }
    if character == "\u{3002}" { return false }
    return !properties.isWhitespace && properties.generalCategory != .control
  }

  /// The characters that IDNA 2008 keeps, unlike IDNA 2003 (UTS #46 §2.3): ß, ς, and two joiners.
  private static let deviations: [Unicode.Scalar] = ["\u{DF}", "\u{3C2}", "\u{200C}", "\u{200D}"]

  private static var emptyLabel: SessionError { RequestURL.error("the URL's host has an empty label") }

  // MARK: IPv6 addresses

  /// Returns the normal form of an IPv6 address, in brackets.
  ///
  /// - Parameter text: The address without its brackets: `::1`, `fe80::1%25eth0`, `fe80::1%eth0`.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  static func address(_ text: Span<UInt8>) throws(SessionError) -> String {
    let percent = text.firstIndex(of: UInt8(ascii: "%"), from: 0)
    let address = text.extracting(first: percent ?? text.count)
    guard let normal = IPv6Address.normalized(String(repairing: address)) else {
      throw RequestURL.error("the URL's host is in brackets but is not an IPv6 address")
    }
    guard let percent else { return "[\(normal)]" }
    // A bare percent sign is not followed by two hexadecimal digits (RFC 6874 §3).
    let escaped = PercentCoding.escapedByte(at: percent + 1, in: text)
    let zone = text.extracting(droppingFirst: percent + (escaped == nil ? 1 : 3))
    // The name of a network interface has at most 15 characters, and libcurl reads no more.
    guard escaped == nil || escaped == UInt8(ascii: "%"), 1...15 ~= zone.count,
      consists(zone, of: zoneCharacters)
    else {
      throw RequestURL.error("the zone of the URL's IPv6 address is not the name of a network interface")
    }
    return "[\(normal)%25\(String(repairing: zone))]"
  }

  private static func consists(_ text: Span<UInt8>, of characters: ASCIISet) -> Bool {
    for position in text.indices where !characters.contains(text[position]) { return false }
    return true
  }
}

/// The forms of IPv4 addresses that clients accept: one to four numbers, the last of which fills the bytes that remain.
///
/// ```
/// 127.0.0.1    0x7f.1    017700000001    2130706433      the same address
/// ```
enum IPv4Address {
  /// Returns the address as four decimal numbers, or `nil` for a host that does not end in a number, which is a name.
  ///
  /// - Parameters:
  ///   - host: In lower case, with no empty label.
  ///   - lastLabel: The position of its last label.
  /// - Throws: A ``SessionError`` with the code `invalid-url` if the host ends in a number but is not an address.
  static func normalized(_ host: Span<UInt8>, lastLabel: Int) throws(SessionError) -> String? {
    guard isNumber(host.extracting(lastLabel...)) else { return nil }
    guard let value = value(of: host, lastLabel: lastLabel) else {
      throw RequestURL.error("the URL's host ends in a number but is not an IPv4 address")
    }
    return "\(value >> 24).\(value >> 16 & 0xFF).\(value >> 8 & 0xFF).\(value & 0xFF)"
  }

  /// Whether a label is a number to any client. Binary numbers are new in C23, and never part of an address.
  private static func isNumber(_ label: Span<UInt8>) -> Bool {
    guard digit(label[0], radix: 10) != nil else { return false }
    var (start, radix) = (0, 10)
    if label.count > 1, label[0] == UInt8(ascii: "0") {
      switch label[1] {
      case UInt8(ascii: "x"): (start, radix) = (2, 16)
      case UInt8(ascii: "b"): (start, radix) = (2, 2)
      default: break
      }
    }
    for position in start..<label.count where digit(label[position], radix: radix) == nil { return false }
    return true
  }

  /// Returns the address as a number, or `nil` if the host is malformed or a number is too large.
  private static func value(of host: Span<UInt8>, lastLabel: Int) -> UInt32? {
    var value: UInt32 = 0
    var remainingBits = 32
    var start = 0
    while start < lastLabel {
      guard remainingBits > 8, let end = host.firstIndex(of: UInt8(ascii: "."), from: start),
        let byte = number(host.extracting(start..<end), upTo: 0xFF)
      else { return nil }
      value = value << 8 | byte
      remainingBits -= 8
      start = end + 1
    }
    guard let rest = number(host.extracting(lastLabel...), upTo: .max >> (32 - remainingBits)) else {
      return nil
    }
    return value << remainingBits | rest
  }

  /// Parses a decimal, octal or hexadecimal number, or `nil` if it is malformed or larger than `maximum`.
  ///
  /// - Parameters:
  ///   - label: The digits; not empty.
  ///   - maximum: The largest number that is accepted.
  private static func number(_ label: Span<UInt8>, upTo maximum: UInt32) -> UInt32? {
    var (start, radix) = (0, 10)
    if label[0] == UInt8(ascii: "0") {
      (start, radix) = label.count > 1 && label[1] == UInt8(ascii: "x") ? (2, 16) : (0, 8)
    }
    guard start < label.count else { return nil }
    var number = 0
    for position in start..<label.count {
      guard let digit = digit(label[position], radix: radix) else { return nil }
      number = number * radix + digit
      guard number <= maximum else { return nil }
    }
    return UInt32(number)
  }

  private static func digit(_ byte: UInt8, radix: Int) -> Int? {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
    default: return nil
    }
    return digit < radix ? Int(digit) : nil
  }
}
