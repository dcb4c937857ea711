extension RequestURL {
  /// The URL that a text is, where it is so plain that every parser reads it alike; nil for any other, which libcurl's
  /// parser is asked about. Most are, and that parser takes longer than the rest of what a small request needs.
  package static func plain(_ text: String) -> RequestURL? {
    let bytes = text.utf8
    guard bytes.count <= 2048, let scheme = ["http", "https"].first(where: { text.hasPrefix("\($0)://") })
    else {
      return nil
    }
    let rest = bytes.dropFirst(scheme.utf8.count + 3)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), isPlain(target: rest[slash...]) else {
      return nil
    }
    let parts = rest[..<slash].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, isPlain(host: parts[0]) else { return nil }
    let host = String(Substring(parts[0]))
    guard parts.count == 2 else {
      let origin = Origin(scheme: scheme, host: host, port: scheme == "http" ? "80" : "443")
      return RequestURL(origin: origin, authority: host, target: String(Substring(rest[slash...])))
    }
    let port = String(Substring(parts[1]))
    guard let number = UInt16(port), number > 0, "\(number)" == port else { return nil }
    return RequestURL(
      origin: Origin(scheme: scheme, host: host, port: port), authority: "\(host):\(port)",
      target: String(Substring(rest[slash...])))
  }

  private init(origin: Origin, authority: String, target: String) {
    (self.origin, self.authority, self.target) = (origin, authority, target)
    userInfo = nil
  }

  /// A name in lower case that begins with a letter, or four numbers as they are usually written: nothing else that begins
  /// with a digit, which may be a number in one of the forms that stand for an address.
  private static func isPlain(host: Substring.UTF8View) -> Bool {
    guard let first = host.first else { return false }
    if isLetter(first) { return host.allSatisfy { isLetter($0) || isDigit($0) || $0 == dot || $0 == dash } }
    let numbers = host.split(separator: dot, omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { number in
        UInt8(String(Substring(number))).map { "\($0)".utf8.elementsEqual(number) } ?? false
      }
  }

  /// Letters, digits and signs that stay as they are, and no segment that begins with a dot, which may lead elsewhere.
  private static func isPlain(target: Substring.UTF8View) -> Bool {
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
