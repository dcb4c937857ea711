internal import SluiceBody
internal import SluiceSupport

/// The parts of a URL between `//` and the path: `user:password@host:port`.
struct URLAuthority {
  /// The user and the password, percent-decoded, or `nil` if both are empty or missing.
  let userInfo: (user: String, password: String)?
  /// The host in normal form. An IPv6 address includes its brackets and its zone.
  let host: String
  /// The port, a decimal number from 1 to 65535, or `nil` if there is none.
  let port: String?

  /// Parses an authority.
  ///
  /// - Parameter text: UTF-8 without control characters.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  init(_ text: Span<UInt8>) throws(SessionError) {
    var start = 0
    for position in text.indices {
      switch text[position] {
      case UInt8(ascii: "@"): start = position + 1
      case UInt8(ascii: "\\"): throw RequestURL.error("the URL has a backslash before its path")
      default: continue
      }
    }
    userInfo = start == 0 ? nil : try Self.userInfo(text.extracting(first: start - 1))
    let rest = text.extracting(start...)
    let end: Int
    if rest.isEmpty || rest[0] != UInt8(ascii: "[") {
      end = rest.firstIndex(of: UInt8(ascii: ":"), from: 0) ?? rest.count
      host = try URLHost.name(rest.extracting(first: end))
    } else {
      guard let bracket = rest.firstIndex(of: UInt8(ascii: "]"), from: 0) else {
        throw RequestURL.error("the bracket before the URL's IPv6 address is not closed")
      }
      end = bracket + 1
      host = try URLHost.address(rest.extracting(1..<bracket))
    }
    port = try Self.port(rest.extracting(droppingFirst: end))
  }

  /// Parses the user-info. Characters that HTTP Basic does not allow are errors (RFC 7617 §2).
  private static func userInfo(
    _ text: Span<UInt8>
  ) throws(SessionError) -> (user: String, password: String)? {
    let colon = text.firstIndex(of: UInt8(ascii: ":"), from: 0) ?? text.count
    guard let user = decoded(text.extracting(first: colon)),
      let password = decoded(text.extracting(droppingFirst: colon + 1))
    else { throw RequestURL.error("the URL's user or password is not UTF-8, or has a control character") }
    return user.isEmpty && password.isEmpty ? nil : (user, password)
  }

  private static func decoded(_ text: Span<UInt8>) -> String? {
    var bytes: [UInt8] = []
    PercentCoding.decode(text, into: &bytes)
    guard !bytes.contains(where: ASCIISet.controls.contains) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// - Parameter text: The text after the host: empty, or a colon and digits.
  private static func port(_ text: Span<UInt8>) throws(SessionError) -> String? {
    guard !text.isEmpty else { return nil }
    guard text[0] == UInt8(ascii: ":") else {
      throw RequestURL.error("the URL's IPv6 address is not followed by a colon or a slash")
    }
    guard text.count > 1 else { return nil }
    var number = 0
    for position in 1..<text.count {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[position] else { throw invalidPort }
      number = 10 * number + Int(text[position] - UInt8(ascii: "0"))
      guard number <= 65535 else { throw invalidPort }
    }
    guard number > 0 else { throw invalidPort }
    return String(number)
  }

  private static var invalidPort: SessionError {
    RequestURL.error("the URL's port is not a number from 1 to 65535")
  }
}
