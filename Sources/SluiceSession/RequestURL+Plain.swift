// Most URLs are so plain that every parser reads them alike. libcurl's parser, which is asked about all others, takes longer
// than the rest of what a small request needs.

extension RequestURL {
  /// The URL that a text is; nil where it is not plain.
  package static func plain(_ text: String) -> RequestURL? {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let rest = bytes[colon...].dropFirst(3)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    return plain(scheme: text[..<colon], authority: text[rest.startIndex..<end], target: text[end...])
  }

  /// The URL that a reference is against a base (RFC 3986 §5); nil where either is not plain, or the reference is more than
  /// a path and a query.
  package static func plain(_ reference: String, relativeTo base: String) -> RequestURL? {
    guard let first = reference.utf8.first, first != UInt8(ascii: "?"), !reference.hasPrefix("//"),
      let base = plain(base)
    else { return nil }
    guard first != UInt8(ascii: "/") else { return base.with(target: reference) }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return base.with(target: base.path[...slash] + reference)
  }

  /// The URL that has these parts; nil where it is not plain.
  static func plain(scheme: Substring, authority: Substring, target: Substring) -> RequestURL? {
    guard scheme == "http" || scheme == "https", target.utf8.isEmpty || isPlain(target: target.utf8),
      authority.utf8.count <= 256
    else { return nil }
    let colon = authority.utf8.firstIndex(of: UInt8(ascii: ":"))
    let host = authority[..<(colon ?? authority.endIndex)]
    guard isName(host.utf8) || isAddress(host.utf8) else { return nil }
    var port = scheme == "http" ? "80" : "443"
    if let colon {
      // By bytes: what combines with the colon would go with it. And without zeros in front.
      let digits = Substring(authority.utf8[colon...].dropFirst())
      guard let first = digits.utf8.first, UInt8(ascii: "1")...UInt8(ascii: "9") ~= first,
        UInt16(digits) != nil
      else { return nil }
      port = String(digits)
    }
    return RequestURL(
      origin: Origin(scheme: String(scheme), host: String(host), port: port), authority: String(authority),
      target: target.isEmpty ? "/" : String(target))
  }

  private init(origin: Origin, authority: String, target: String) {
    (self.origin, self.authority, self.target) = (origin, authority, target)
    userInfo = nil
  }

  private func with(target: String) -> RequestURL? {
    guard Self.isPlain(target: target.utf8[...]) else { return nil }
    return RequestURL(origin: origin, authority: authority, target: target)
  }

  /// A name in lower case that begins with a letter: what begins with a digit may be a number in one of the forms that stand
  /// for an address.
  static func isName(_ host: Substring.UTF8View) -> Bool {
    guard let first = host.first, isLetter(first) else { return false }
    return host.allSatisfy { isLetter($0) || isDigit($0) || $0 == dot || $0 == dash }
  }

  /// Four numbers as they are usually written: a zero in front makes one octal for some.
  private static func isAddress(_ host: Substring.UTF8View) -> Bool {
    var (numberCount, digitCount, number) = (1, 0, 0)
    for byte in host {
      switch byte {
      case dot where digitCount > 0: (numberCount, digitCount, number) = (numberCount + 1, 0, 0)
      case UInt8(ascii: "0")...UInt8(ascii: "9") where digitCount == 0 || number > 0:
        digitCount += 1
        number = 10 * number + Int(byte - UInt8(ascii: "0"))
        if number > 255 { return false }
      default: return false
      }
    }
    return numberCount == 4 && digitCount > 0
  }

  /// Letters, digits and signs that stay as they are behind a slash, and no segment that begins with a dot, which may lead
  /// elsewhere.
  private static func isPlain(target: Substring.UTF8View) -> Bool {
    guard target.first == UInt8(ascii: "/"), target.count <= 2048 else { return false }
    var last: UInt8 = 0
    for byte in target {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "="),
        UInt8(ascii: "&"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: "+"), dash:
        break
      case dot where last != UInt8(ascii: "/"): break
      default: return false
      }
      last = byte
    }
    return true
  }

  private static let dot = UInt8(ascii: ".")
  private static let dash = UInt8(ascii: "-")

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
