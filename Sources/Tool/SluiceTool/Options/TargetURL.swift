/// Returns the URL that an argument names. Without a scheme, it is `https`, and `http` for `localhost` and addresses,
/// as with HTTPie and xh. An argument that begins with a colon is a port or a path of `localhost`, such as
/// `:8080/users`.
///
/// ```
/// example.com/a          https://example.com/a
/// ann@example.com:8443   https://ann@example.com:8443
/// localhost:8080/a       http://localhost:8080/a
/// [::1]/a                http://[::1]/a
/// :8080/a                http://localhost:8080/a
/// ```
///
/// Any other text, such as a path, is returned as it is; the session refuses it.
package func targetURL(_ argument: String) -> String {
  let text = argument.utf8
  guard let first = text.first, !"/?#".utf8.contains(first), !hasScheme(argument) else { return argument }
  let authority = text.prefix { !"/?#".utf8.contains($0) }
  let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
  if first == UInt8(ascii: ":") {
    let rest = text.dropFirst()
    let isPort = rest.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    return "http://localhost\(isPort ? argument : String(Substring(rest)))"
  }
  return (isLocal(Substring(host)) ? "http://" : "https://") + argument
}

/// Whether a text begins with a scheme and `://`.
private func hasScheme(_ text: String) -> Bool {
  guard let end = text.firstRange(of: "://") else { return false }
  return text[..<end.lowerBound].utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// Whether a host, possibly with a port, is `localhost` or an address.
private func isLocal(_ host: Substring) -> Bool {
  if host.utf8.first == UInt8(ascii: "[") { return true }
  let name = host.prefix { $0 != ":" }.lowercased()
  return name == "localhost" || name.hasSuffix(".localhost") || name.allSatisfy { $0.isNumber || $0 == "." }
}
