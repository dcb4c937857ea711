internal import FoundationEssentials
internal import SluiceBody
internal import SluiceSupport
internal import SluiceTransport

extension Session.Configuration {
  /// The first setting that no connection can use, as an error with the code `invalid-configuration`, or `nil` if there
  /// is none. The base URL, other mistakes in the proxy and the files of certificates fail on their own.
  var problem: SessionError? {
    let problems = [
      trust.pinnedPublicKeys.lazy.compactMap(Self.problem(ofPin:)).first,
      addressOverrides.lazy.compactMap(\.problem).first,
      (unixSocketPath?._filePath).flatMap(Self.problem(ofSocket:)),
      netrc.flatMap(Self.problem(ofNetrc:)), problemOfProxy,
      rates.lazy.compactMap { Self.problem(ofRate: $0.rate, $0.name) }.first,
    ]
    return problems.lazy.compactMap { $0 }.first.map { SessionError(.invalidConfiguration, message: $0) }
  }

  private static func problem(ofPin pin: String) -> String? {
    let prefix = "sha256//"
    if pin.utf8.starts(with: prefix.utf8), let data = Base64Text.data(pin.utf8.dropFirst(prefix.utf8.count)),
      // The pin is compared as text, so the Base64 has to be the one that an encoder writes.
      data.count == 32, pin == prefix + data.base64EncodedString()
    {
      return nil
    }
    return "the pin '\(pin.quoted)' is not \(prefix) followed by 32 bytes in Base64"
  }

  /// libcurl uses no proxy at all if the proxy's user or password has such a character.
  private var problemOfProxy: String? {
    let names = ["http", "https"].flatMap(ProxyInUse.variables)
    let proxies = proxy.map { [$0] } ?? names.compactMap(CurlLibrary.variable)
    let escapes = proxies.flatMap { $0.utf8.split(separator: UInt8(ascii: "%")).dropFirst() }
    return escapes.contains { [UInt8(ascii: "0"), UInt8(ascii: "1")].contains($0.first) }
      ? "the proxy's URL has an escaped control character" : nil
  }

  private static func problem(ofSocket path: String) -> String? {
    // `sun_path` has 108 bytes, the last of which is a NUL.
    if let bytes = PathText.bytes(of: path), (1...107).contains(bytes.count) { return nil }
    return "the path of the Unix socket '\(path.quoted)' must have 1 to 107 bytes, none of them NUL"
  }

  /// libcurl reads the file on the loop's thread, where a pipe would block all transfers.
  private static func problem(ofNetrc netrc: TransportSettings.Netrc) -> String? {
    (try? FileStatus(ofFileAt: netrc.path))?.kind ?? .regular == .regular
      ? nil : "the netrc file '\(PathText.shown(netrc.path).quoted)' is not a regular file"
  }

  /// The limits in bytes per second, with their names in order.
  var rates: [(name: String, rate: Int64?)] {
    [
      ("maximumReceiveRate", maximumReceiveRate), ("maximumSendRate", maximumSendRate),
      ("maximumTotalReceiveRate", maximumTotalReceiveRate), ("maximumTotalSendRate", maximumTotalSendRate),
    ]
  }

  private static func problem(ofRate rate: Int64?, _ name: String) -> String? {
    guard let rate, rate < 1 else { return nil }
    return "\(name) is \(rate), but must be at least 1 byte per second"
  }
}

extension TransportSettings.AddressOverride {
  /// The description of what is wrong with the override, or `nil` if it can be used.
  fileprivate var problem: String? {
    // Otherwise, libcurl would read a wildcard, a sign or a second port.
    guard let url = try? RequestURL("http://\(host)/"), url.userInfo == nil,
      url.text == "http://\(url.origin.host)/"
    else { return "an address override has an invalid host name: '\(host.quoted)'" }
    guard !addresses.isEmpty else { return "the address override of '\(host.quoted)' has no address" }
    guard let bad = addresses.first(where: { !Self.isAddress($0) }) else { return nil }
    return "the address override of '\(host.quoted)' contains '\(bad.quoted)', which is not a numeric address"
  }

  private static func isAddress(_ text: String) -> Bool {
    let isBracketed = text.utf8.first == UInt8(ascii: "[") && text.utf8.last == UInt8(ascii: "]")
    let inner = isBracketed ? String(text.dropFirst().dropLast()) : text
    if !inner.utf8.contains(0), IPv6Address.normalized(inner) != nil { return true }
    let numbers = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { number in
        let number = String(Substring(number))
        return UInt8(number).map(String.init) == number
      }
  }
}
