internal import CCurl

/// The libcurl that the process runs with.
enum CurlLibrary {
  /// The oldest version that Sluice supports.
  static let oldestVersion = CurlVersion(7, 81, 0)

  /// The version at run time, which may differ from the headers at build time.
  static let version = CurlVersion(number: curl_version_number())

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
    return nil
  }()

  /// Returns a description of the requirements that a libcurl does not meet; `nil` if it meets all.
  ///
  /// - Parameters:
  ///   - version: The version of libcurl.
  ///   - features: A mask of `SLUICE_CURL_VERSION_` constants.
  static func problem(of version: CurlVersion, features: CInt) -> String? {
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
}
