internal import CCurl

/// The libcurl that the process runs with.
package enum CurlLibrary {
  /// The oldest version that Sluice supports.
  static let oldestVersion = CurlVersion(7, 81, 0)

  /// The oldest version whose HTTP/3 is used. That of earlier ones is experimental.
  static let oldestVersionWithHTTP3 = CurlVersion(8, 14, 0)

  /// The version at run time, which may differ from the headers at build time.
  static let version = CurlVersion(number: curl_version_number())

  /// Whether libcurl was built with HTTP/2.
  static let hasHTTP2 = curl_version_features() & SLUICE_CURL_VERSION_HTTP2 != 0

  /// The reason that libcurl cannot be used, or `nil` if it can.
  ///
  /// The first access initializes libcurl, before any other thread uses it.
  static let failure: SessionError? = {
    if let problem = problem(of: version, features: curl_version_features()) {
      return SessionError(.unsupportedLibrary, message: problem)
    }
    guard curl_global_init(SLUICE_CURL_GLOBAL_DEFAULT) == CURLE_OK else {
      return SessionError(.outOfResources, message: "libcurl could not be initialized")
    }
    return nil
  }()

  /// A feature that a session requires in addition to TLS and threads.
  enum Need: String { case http2 = "HTTP/2", http3 = "HTTP/3" }

  /// Returns the reason that libcurl cannot be used by a session with a need, or `nil` if it can.
  static func failure(for need: Need?) -> SessionError? {
    failure
      ?? problem(of: version, features: curl_version_features(), for: need)
      .map { SessionError(.unsupportedLibrary, message: $0) }
  }

  /// Returns a description of the requirements that a libcurl does not meet, or `nil` if it meets all.
  ///
  /// - Parameters:
  ///   - version: The version of libcurl.
  ///   - features: A mask of `SLUICE_CURL_VERSION_` constants.
  ///   - need: The feature that is required in addition to TLS and threads. Defaults to `nil`, none.
  static func problem(
    of version: CurlVersion, features: CInt, for need: Need? = nil
  ) -> String? {
    var missing: [String] = []
    if features & SLUICE_CURL_VERSION_SSL == 0 { missing.append("TLS") }
    // Otherwise, a name lookup would block the thread that runs all transfers.
    if features & SLUICE_CURL_VERSION_ASYNCHDNS == 0 { missing.append("asynchronous name lookup (threads)") }
    if let need {
      let feature = need == .http2 ? SLUICE_CURL_VERSION_HTTP2 : SLUICE_CURL_VERSION_HTTP3
      if features & feature == 0 { missing.append(need.rawValue) }
    }
    let oldest = need == .http3 ? oldestVersionWithHTTP3 : oldestVersion
    let required = need.map { "TLS, threads and \($0.rawValue)" } ?? "TLS and threads"
    guard version < oldest || !missing.isEmpty else { return nil }
    let lack = missing.isEmpty ? "" : " without \(missing.joined(separator: " and "))"
    return "libcurl \(version)\(lack) was found, but \(oldest) or later with \(required) is required"
  }

  /// The name and version of libcurl in the form of a `User-Agent` product, such as `libcurl/7.88.1`.
  package static let product = "libcurl/\(version)"
}

/// A version of libcurl, such as 8.14.1, ordered by its components.
struct CurlVersion: Comparable, CustomStringConvertible {
  let number: UInt32

  /// - Parameter number: The version in libcurl's form, `0xXXYYZZ`.
  init(number: UInt32) { self.number = number }

  init(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) { number = major << 16 | minor << 8 | patch }

  var description: String { "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)" }

  static func < (left: CurlVersion, right: CurlVersion) -> Bool { left.number < right.number }
}

/// A behavior that differs between the versions of libcurl that Sluice supports, from 7.81.0 on.
///
/// The version at run time decides, whatever the headers at build time.
///
/// | feature | versions that have it | behavior without it |
/// | --- | --- | --- |
/// | ``protocolsByName`` | 7.85.0 and later | an older option restricts the protocols |
/// | ``quickExit`` | 7.87.0 and later | cancelling waits for a running name lookup |
/// | ``lookupsOfMulti`` | 8.20.0 and later | exchanges look up names, not the handle that runs them |
/// | ``reliableHTTP2`` | 8.0.0 and later | larger bodies use HTTP/1.1 unless HTTP/2 is configured |
/// | ``soleUse`` | 8.5.0 and later | Sluice refuses the connection, if OpenSSL tells which it is |
/// | ``receivePause`` | all but 8.5.0 | Sluice holds the socket; HTTP/2 only if configured |
/// | ``emptyAuthorityFolder`` | before 8.21.0, and 8.23.0 and later | a path without certificates is set |
/// | ``truncationAlert`` | before 7.87.0, and 8.14.0 and later | Sluice asks OpenSSL |
enum CurlFeature {
  /// The option `CURLOPT_PROTOCOLS_STR`. Newer headers deprecate `CURLOPT_PROTOCOLS`, which is used without it.
  case protocolsByName
  /// The option `CURLOPT_QUICK_EXIT`: cancelling an exchange does not wait for the lookup of its host's name.
  case quickExit
  /// The option `CURLMOPT_QUICK_EXIT`: the threads that look up names belong to a multi handle.
  case lookupsOfMulti
  /// HTTP/2 uploads that do not stall, and connections with prior knowledge that can be reused. See
  /// `CurlEasy.setVersion(for:)`.
  case reliableHTTP2
  /// No exchange gets a connection of HTTP/1 that another one uses. Without it, one that may use HTTP/2 does if the
  /// server has connections of both, and writes its request into the other one's body.
  case soleUse
  /// A paused transfer reads nothing from its socket and loses nothing. Without it, Sluice itself stops waiting for the
  /// socket, and no two transfers share a connection over HTTP/2.
  case receivePause
  /// Without a folder of certificate authorities, none is used. Without the feature, that of the system is.
  case emptyAuthorityFolder
  /// The end of a TLS connection without `close_notify` is an error. Without it, OpenSSL is asked whether the peer has
  /// sent `close_notify`. With another TLS library, a truncated body that ends with its connection is not detected.
  case truncationAlert

  /// Whether a version of libcurl has the feature.
  func isAvailable(in version: CurlVersion) -> Bool {
    switch self {
    case .protocolsByName: version >= .init(7, 85, 0)
    case .quickExit: version >= .init(7, 87, 0)
    case .lookupsOfMulti: version >= .init(8, 20, 0)
    case .reliableHTTP2: version >= .init(8, 0, 0)
    case .soleUse: version >= .init(8, 5, 0)
    case .receivePause: version != .init(8, 5, 0)
    case .emptyAuthorityFolder: version < .init(8, 21, 0) || version >= .init(8, 23, 0)
    case .truncationAlert: version < .init(7, 87, 0) || version >= .init(8, 14, 0)
    }
  }

  /// Whether the libcurl at run time has the feature.
  var isAvailable: Bool { isAvailable(in: CurlLibrary.version) }
}
