internal import CCurl
internal import Glibc

/// The libcurl that the process runs with.
enum CurlLibrary {
  /// A version of libcurl, such as 8.14.1, ordered by its components.
  struct Version: Comparable, CustomStringConvertible {
    let number: UInt32

    /// - Parameter number: The version in libcurl's form, `0xXXYYZZ`.
    init(number: UInt32) { self.number = number }

    init(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) { number = major << 16 | minor << 8 | patch }

    var description: String { "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)" }

    static func < (left: Version, right: Version) -> Bool { left.number < right.number }
  }

  /// The oldest version that Sluice supports.
  static let oldestVersion = Version(7, 81, 0)

  /// The version at run time, which may differ from the headers at build time.
  static let version = Version(number: curl_version_number())

  /// The reason that libcurl cannot be used; `nil` if it can.
  ///
  /// The first access initializes libcurl, before any other thread uses it.
  static let failure: SessionError? = {
    if let problem = problem(of: version, features: curl_version_features()) {
      return SessionError(.unsupportedLibrary, message: problem)
    }
    guard curl_global_init(SLUICE_CURL_GLOBAL_DEFAULT) == CURLE_OK else {
      return SessionError(.outOfResources, message: "libcurl cannot be set up")
    }
    // Registered after the TLS library's own handlers, so it runs before them: no loop may use the library while they
    // clean up.
    atexit { CurlLoop.stopAll() }
    return nil
  }()

  /// Returns a description of the requirements that a libcurl does not meet; `nil` if it meets all.
  ///
  /// - Parameters:
  ///   - version: The version of libcurl.
  ///   - features: A mask of `SLUICE_CURL_VERSION_` constants.
  static func problem(of version: Version, features: CInt) -> String? {
    var missing: [String] = []
    if features & SLUICE_CURL_VERSION_SSL == 0 { missing.append("TLS") }
    // Otherwise, a name lookup would block the thread that runs all transfers.
    if features & SLUICE_CURL_VERSION_ASYNCHDNS == 0 { missing.append("asynchronous name lookup (threads)") }
    guard version < oldestVersion || !missing.isEmpty else { return nil }
    let lack = missing.isEmpty ? "" : " without \(missing.joined(separator: " and "))"
    return
      "libcurl \(version)\(lack) was found, and \(oldestVersion) or later, with TLS and threads, is needed"
  }

  /// The name and version of libcurl in the form of a `User-Agent` product, such as `libcurl/7.88.1`.
  static let product = "libcurl/\(version)"

  /// Returns libcurl's description of a result code.
  ///
  /// SAFETY: `curl_easy_strerror` returns a constant, NUL-terminated string.
  static func text(of code: CURLcode) -> String {
    unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "libcurl error \(code.rawValue)"
  }
}
